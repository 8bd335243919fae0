import { createContext } from 'react';

/** Informs a field whether it is in a table, whose head says its title. */
export const CellContext = createContext(false);
