/**
 * Spreadsheets read a text as a formula if it begins with one of these characters. Their full-width forms are
 * included.
 */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const MARKED = /^'[=+\-@\t\r＝＋－＠]/;

/** Marks a text that looks like a formula, so that spreadsheets treat it as text. */
export const markFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Removes the mark that the platform's own exports add to such texts. */
export const stripMark = (text: string): string => (MARKED.test(text) ? text.slice(1) : text);
