import { createContext } from 'react';

/** Whether a field stands in a table, whose head says its title. */
export const CellContext = createContext(false);
