/** Converts attributes to text and back: a text remains unchanged, other values become JSON. Pure. */

export const showAttribute = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Parses a text as JSON. Invalid JSON is a plain text. */
export function parseAttribute(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Quotes a text that would be parsed as another type. */
export const writeAttribute = (value: unknown): string =>
  typeof value === 'string' && parseAttribute(value) === value ? value : JSON.stringify(value);
