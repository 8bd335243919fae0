/**
 * Converts the address of a file to the one at which a page reads it. The default is their own address, for signed-in
 * users.
 */
import { createContext } from 'react';

export const FileWay = createContext<(address: string) => string>((address) => address);
