import { createContext } from 'react';

/** True inside a table, whose heading contains the field titles. */
export const CellContext = createContext(false);
