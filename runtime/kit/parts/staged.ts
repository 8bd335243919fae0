import { createContext, type ReactNode, useContext } from 'react';

/** The page on a stage. Null for everything else. */
export const StageContext = createContext<ReactNode>(null);

/** Returns whether this is drawn only as a preview, which reports nothing to the frame around it. */
export const useIsStaged = (): boolean => useContext(StageContext) !== null;
