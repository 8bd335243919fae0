/** A spreadsheet takes a text that begins like this for a formula, also with the wide forms of these signs. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const MARKED = /^'[=+\-@\t\r＝＋－＠]/;

/** Marks a text that looks like a formula, so that it stays a text. */
export const markFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Takes the mark of our own files off again; it is no part of the text. */
export const stripMark = (text: string): string => (MARKED.test(text) ? text.slice(1) : text);
