/** Reads and writes attributes as text: a text as it is, everything else as JSON. Pure. */

export const showAttribute = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Reads a text as JSON if it is valid. Any other text stays a text. */
export function parseAttribute(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Quotes a text that would otherwise be read as another type. */
export const writeAttribute = (value: unknown): string =>
  typeof value === 'string' && parseAttribute(value) === value ? value : JSON.stringify(value);
