import { createContext } from 'react';

/** Contains whether a field is in a table, whose heading has its title. */
export const CellContext = createContext(false);
