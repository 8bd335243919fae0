/** Maximum size of displayed text in bytes. It keeps the page fast. */
export const MAX_BYTES = 256 * 1024;
/** Encoding of text tables saved by a Chinese Excel. */
const CHINESE = 'gb18030';

/**
 * Decodes valid UTF-8. Text in other encodings is practically never valid UTF-8. An incomplete character at the end is
 * omitted.
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
