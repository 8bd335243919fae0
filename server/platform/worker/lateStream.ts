/** The stream at which a reader of files says that it took longer than it may. */
export const LATE_STREAM = 4;
