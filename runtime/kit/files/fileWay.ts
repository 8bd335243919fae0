/** Says where the files of a page are read. The default is their own address, for signed-in users. */
import { createContext } from 'react';

export const FileWay = createContext<(address: string) => string>((address) => address);
