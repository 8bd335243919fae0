/** The folder below the data folder in which uploads wait for what becomes of them, on the disk where they will stay. */
export const INCOMING = 'incoming';
