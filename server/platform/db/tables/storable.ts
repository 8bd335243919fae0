/** Returns whether the database can store a text. It must not contain a zero byte or half of a surrogate pair. */

export const isTextStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Returns the text without characters that the database cannot store. */
export const textWhole = (text: string): string => text.replaceAll('\0', '').toWellFormed();
