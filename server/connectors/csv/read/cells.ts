/** Cells as users and programs write them: formats of numbers, and texts for missing values. Pure. */

/** Marks of empty cells, in lower case. */
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

/** Returns a check for empty cells, with the given marks or the usual ones. */
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

/** Returns a number with a decimal point and without thousands separators. Any other text is unchanged. */
export function plainNumber(cell: string, decimalComma: boolean): string {
  let text = cell.trim().replace('\u2212', '-');
  if (SPACED.test(text)) text = text.replaceAll(/[ \u00A0\u202F'’]/g, '');
  if (!decimalComma) return COMMAS.test(text) ? text.replaceAll(',', '') : text;
  if (DOTTED.test(text) && !/^[+-]?0/.test(text)) return text.replaceAll('.', '');
  if (DOTTED_COMMA.test(text)) return text.replaceAll('.', '').replace(',', '.');
  return COMMA.test(text) ? text.replace(',', '.') : text;
}

/** This many digits without a separator are an identifier. A number would lose the last ones. */
const IDENTIFIER = /^\d{16,}$/;
export const isIdentifier = (cell: string): boolean => IDENTIFIER.test(cell.trim());

export const isNumber = (cell: string): boolean =>
  !isIdentifier(cell) && (DOT.test(plainNumber(cell, false)) || DOT.test(plainNumber(cell, true)));

/**
 * Returns the decimal separator of a number. `either` if the number is ambiguous, such as 1,234. Null if it has no
 * separator.
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
