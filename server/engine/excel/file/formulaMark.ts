/** A spreadsheet takes a text that begins like this as a formula. This includes the wide forms of these characters. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const MARKED = /^'[=+\-@\t\r＝＋－＠]/;

/** Marks a text that looks like a formula, so that it stays a text. */
export const markFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Removes the mark of the platform's own files, which is not part of the text. */
export const stripMark = (text: string): string => (MARKED.test(text) ? text.slice(1) : text);
