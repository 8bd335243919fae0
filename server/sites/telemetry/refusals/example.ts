/** Administrators are shown an example of what was refused: short, and nothing in it that draws or moves anything. */

const MAX_EXAMPLE = 200;
const CUT = '…';
/** Enough to fill an example, whatever is taken out of it. */
const MAX_READ = 1_000;
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Reads a value as text. Nested values are not looked into further: they may be nested as deep as their sender likes.
 */
const textInside = (value: unknown): string =>
  typeof value === 'object' && value !== null ? CUT : textOf(value);

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, MAX_READ);
  if (value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  // A huge object is not written out to be cut off: its first entries are enough.
  if (Array.isArray(value))
    return `[${value.slice(0, 5).map(textInside).join(', ')}${value.length > 5 ? CUT : ''}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).slice(0, 5);
    return `{${entries.map(([key, inner]) => `${key.slice(0, 50)}: ${textInside(inner)}`).join(', ')}}`;
  }
  return String(value);
}

/** At most `limit` characters, in one line, without control characters and halves of characters. */
export function clipText(text: string, limit: number): string {
  const plain = text.slice(0, MAX_READ).toWellFormed().replace(INVISIBLE, ' ').trim();
  const letters = [...plain];
  // The limit is one of UTF-16 units: what a field may have.
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
