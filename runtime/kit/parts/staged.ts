import { createContext, type ReactNode, useContext } from 'react';

/** The page in a preview. Null elsewhere. */
export const StageContext = createContext<ReactNode>(null);

/** Returns whether the component is rendered in a preview, which must not affect the surrounding frame. */
export const useIsStaged = (): boolean => useContext(StageContext) !== null;
