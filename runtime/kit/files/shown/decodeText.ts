/** Limit of the displayed text. A dialog does not need more, and the page stays fast. */
export const MAX_BYTES = 256 * 1024;
/** Encoding of tables that a Chinese Excel has saved. */
const CHINESE = 'gb18030';

/**
 * Decodes the text as UTF-8 if it is valid, which text in other encodings practically never is. A character cut off at
 * the end is omitted.
 */
export function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder(CHINESE).decode(bytes, { stream: true });
  }
}

export const readText = async (file: Blob): Promise<string> =>
  decodeText(await file.slice(0, MAX_BYTES).arrayBuffer());
