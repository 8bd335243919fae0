/** Says where the files of a page are read: their own address, for whoever is signed in. */
import { createContext } from 'react';

export const FileWay = createContext<(address: string) => string>((address) => address);
