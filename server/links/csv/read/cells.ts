/** Cells as people and programs write them: signs of numbers, and what stands for nothing. Pure. */

/** In lower case. */
const EMPTY_MARKS: ReadonlySet<string> = new Set([
  ...['', '-', '--', '---', '–', '—', '*', '?', '.', '/', '\\n'],
  ...[
    'nan',
    '-nan',
    'nan()',
    '1.#qnan',
    'null',
    'nil',
    'none',
    'void',
    'n/a',
    'na',
    'n.a.',
    '<na>',
    'nodata',
    'no data',
  ],
  ...[
    '#n/a',
    '#na',
    '#value!',
    '#div/0!',
    '#ref!',
    '#num!',
    '#null!',
    '#name?',
    'k.a.',
    '无',
    '空',
    '无数据',
  ],
]);

/** Returns what counts as nothing, in a list of one's own or the usual one. */
export function makeEmptyCheck(marks?: readonly string[]): (cell: string) => boolean {
  const emptyMarks = marks ? new Set(['', ...marks.map((mark) => mark.trim().toLowerCase())]) : EMPTY_MARKS;
  const longest = Math.max(...[...emptyMarks].map((mark) => mark.length));
  return (cell) => {
    const text = cell.trim();
    return text.length <= longest && emptyMarks.has(text.toLowerCase());
  };
}

const SPACED = /^[+-]?\d{1,3}(?:[ \u00A0\u202F'’]\d{3})+(?:[.,]\d+)?$/;
const DOTTED = /^[+-]?\d{1,3}(?:\.\d{3})+$/;
const DOTTED_COMMA = /^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/;
const COMMAS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const COMMA = /^[+-]?\d*,\d+(?:e[+-]?\d+)?$/i;
const DOT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A number with a dot for its decimals and no signs between its thousands; any other text as it is. */
export function plainNumber(cell: string, decimalComma: boolean): string {
  let text = cell.trim().replace('\u2212', '-');
  if (SPACED.test(text)) text = text.replaceAll(/[ \u00A0\u202F'’]/g, '');
  if (!decimalComma) return COMMAS.test(text) ? text.replaceAll(',', '') : text;
  if (DOTTED.test(text) && !/^[+-]?0/.test(text)) return text.replaceAll('.', '');
  if (DOTTED_COMMA.test(text)) return text.replaceAll('.', '').replace(',', '.');
  return COMMA.test(text) ? text.replace(',', '.') : text;
}

/** So many digits without a sign among them name something: a number would lose the last ones. */
const IDENTIFIER = /^\d{16,}$/;
export const isIdentifier = (cell: string): boolean => IDENTIFIER.test(cell.trim());

export const isNumber = (cell: string): boolean =>
  !isIdentifier(cell) && (DOT.test(plainNumber(cell, false)) || DOT.test(plainNumber(cell, true)));

/**
 * Reads from a number which sign its decimals have: `either` stands for one such as 1,234, which is one thousand or one
 * and a bit. Null: nothing.
 */
export function findDecimalSign(cell: string): 'comma' | 'dot' | 'either' | null {
  const text = cell.trim();
  if (DOTTED_COMMA.test(text) || (/^[+-]?[\d \u00A0\u202F'’]*\d,\d+$/.test(text) && !/,\d{3}$/.test(text)))
    return 'comma';
  if (/^[+-]?(?:0*|\d{4,}),\d+$/.test(text)) return 'comma';
  if (/^[+-]?\d{1,3},\d{3}$/.test(text)) return 'either';
  if (COMMAS.test(text)) return 'dot';
  return DOT.test(text) && text.includes('.') && !DOTTED.test(text) ? 'dot' : null;
}

const TRUTH: ReadonlySet<string> = new Set(['true', 'false', 'on', 'off', 'yes', 'no']);
export const isTruth = (cell: string): boolean => TRUTH.has(cell.trim().toLowerCase());
