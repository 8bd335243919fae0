/** Administrators see an example of refused data. It is short, and contains no characters that change the layout. */

const MAX_EXAMPLE = 200;
const CUT = '…';
/** Characters that fill an example, however many are removed from it. */
const MAX_READ = 1_000;
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\s]+/gu;

/** Reads a value as text. Nested values are not read, because their sender may nest them to any depth. */
const textInside = (value: unknown): string =>
  typeof value === 'object' && value !== null ? CUT : textOf(value);

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, MAX_READ);
  if (value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  // A huge object is not fully converted to text. Its first entries are enough.
  if (Array.isArray(value))
    return `[${value.slice(0, 5).map(textInside).join(', ')}${value.length > 5 ? CUT : ''}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).slice(0, 5);
    return `{${entries.map(([key, inner]) => `${key.slice(0, 50)}: ${textInside(inner)}`).join(', ')}}`;
  }
  return String(value);
}

/** Returns at most `limit` characters in one line, without control characters and half characters. */
export function clipText(text: string, limit: number): string {
  const plain = text.slice(0, MAX_READ).toWellFormed().replace(INVISIBLE, ' ').trim();
  const letters = [...plain];
  // The limit counts UTF-16 units, as the limit of a field does.
  if (plain.length <= limit) return plain;
  let clipped = '';
  for (const letter of letters) {
    if (clipped.length + letter.length > limit - CUT.length) break;
    clipped += letter;
  }
  return clipped + CUT;
}

export function exampleOf(value: unknown): string {
  return clipText(textOf(value), MAX_EXAMPLE);
}
