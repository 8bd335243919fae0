/**
 * Converts a stored file address to the one from which a page loads it. By default it is unchanged, for signed-in
 * users.
 */
import { createContext } from 'react';

export const FileWay = createContext<(address: string) => string>((address) => address);
