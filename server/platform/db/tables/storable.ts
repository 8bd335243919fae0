/** The database cannot hold every text: no zero byte, no half of a surrogate pair. */

export const isTextStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The same text as the database can hold it. */
export const textWhole = (text: string): string => text.replaceAll('\0', '').toWellFormed();
