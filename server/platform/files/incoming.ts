/** Folder of incomplete uploads, below the data folder. It is on the same disk as the stored files. */
export const INCOMING = 'incoming';
