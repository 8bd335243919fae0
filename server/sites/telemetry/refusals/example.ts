/** Examples of refused data for administrators: short, and without characters that affect the layout. */

const MAX_EXAMPLE = 200;
const CUT = '…';
/** Maximum number of characters to read for an example. It is sufficient however many are removed. */
const MAX_READ = 1_000;
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\s]+/gu;

/** Converts a value to text. Nested values are skipped, because a sender may nest them to any depth. */
const textInside = (value: unknown): string =>
  typeof value === 'object' && value !== null ? CUT : textOf(value);

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, MAX_READ);
  if (value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  // A huge object is not converted completely. Its first entries are sufficient.
  if (Array.isArray(value))
    return `[${value.slice(0, 5).map(textInside).join(', ')}${value.length > 5 ? CUT : ''}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).slice(0, 5);
    return `{${entries.map(([key, inner]) => `${key.slice(0, 50)}: ${textInside(inner)}`).join(', ')}}`;
  }
  return String(value);
}

/** Returns at most `limit` characters on one line, without control characters and halves of surrogate pairs. */
export function clipText(text: string, limit: number): string {
  const plain = text.slice(0, MAX_READ).toWellFormed().replace(INVISIBLE, ' ').trim();
  const letters = [...plain];
  // The limit counts UTF-16 units, like the limit of a field.
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
