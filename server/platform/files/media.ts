/**
 * Detects the types of films and sounds by their first bytes. A player needs the type, and such a file cannot contain
 * executable code.
 */

type MediaType = 'video/mp4' | 'audio/mp4' | 'video/webm' | 'audio/wav' | 'audio/ogg' | 'audio/mpeg';

const WEBM = '\x1a\x45\xdf\xa3';

/** Returns null for other files. Ignores the file name. */
export function detectMedia(head: Uint8Array): MediaType | null {
  const text = Buffer.from(head).toString('latin1');
  if (text.startsWith('ftyp', 4)) return text.startsWith('M4A', 8) ? 'audio/mp4' : 'video/mp4';
  if (text.startsWith(WEBM)) return 'video/webm';
  if (text.startsWith('RIFF') && text.startsWith('WAVE', 8)) return 'audio/wav';
  if (text.startsWith('OggS')) return 'audio/ogg';
  return text.startsWith('ID3') ? 'audio/mpeg' : null;
}
