import { createContext } from 'react';

/** Tells a field whether it stands in a table, whose head says its title. */
export const CellContext = createContext(false);
