/** Returns a value as indented JSON. Invalid JSON is returned unchanged. */
export function showJson(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Returns the parsed value. Invalid text is returned as text, so that validation rejects it. */
export function readEnteredJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : text;
  } catch {
    return text;
  }
}
