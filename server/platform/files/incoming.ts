/** The folder below the data folder in which uploads wait, on the disk where they will be stored. */
export const INCOMING = 'incoming';
