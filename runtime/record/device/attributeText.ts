/** Attributes as people read and write them: a text as it is, everything else as JSON. Pure. */

export const showAttribute = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Reads a text as JSON where it is that; anything else is a text. */
export function parseAttribute(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A text that would read as something else is in quotes. */
export const writeAttribute = (value: unknown): string =>
  typeof value === 'string' && parseAttribute(value) === value ? value : JSON.stringify(value);
