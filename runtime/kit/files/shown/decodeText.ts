/** A dialog does not need more, and the page stays fast. */
export const MAX_BYTES = 256 * 1024;
/** Tables that were saved by a Chinese Excel are in this one. */
const CHINESE = 'gb18030';

/** Decodes the text as UTF-8 where it is, which no other encoding is by chance; a character cut at the end is left out. */
export function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder(CHINESE).decode(bytes, { stream: true });
  }
}

export const readText = async (file: Blob): Promise<string> =>
  decodeText(await file.slice(0, MAX_BYTES).arrayBuffer());
