import { createContext, type ReactNode, useContext } from 'react';

/** The page that is on a stage; null for everything else. */
export const StageContext = createContext<ReactNode>(null);

/** Returns whether this is drawn to be looked at only: it reports nothing to the frame around it. */
export const useIsStaged = (): boolean => useContext(StageContext) !== null;
