/** The descriptor through which the reader of a file reports that it exceeded its time. */
export const LATE_STREAM = 4;
