import { createContext, type ReactNode, useContext } from 'react';

/** The page that stands on a stage; null for everything else. */
export const StageContext = createContext<ReactNode>(null);

/** Tells whether this is drawn to be looked at only: it tells nothing to the frame around it. */
export const useIsStaged = (): boolean => useContext(StageContext) !== null;
