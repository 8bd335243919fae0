/** Links of formatted text: what is taken as an address, and what of the text a link covers. */
import type { Quill } from 'react-quill';

/** The same links as the server and the page allow. */
const SAFE = /^(https?:\/\/|mailto:|tel:)\S+$/i;
const MAIL = /^[^\s@:/]+@[^\s@:/]+$/;

/** Converts a typed address to one that a link can contain; null if it is none. */
export function readAddress(typed: string): string | null {
  const bare = typed.trim();
  if (SAFE.test(bare)) return bare;
  if (MAIL.test(bare)) return `mailto:${bare}`;
  const whole = `https://${bare}`;
  return /^[^\s:/]+\.[^\s:/]+(?:[:/]\S*)?$/.test(bare) && SAFE.test(whole) ? whole : null;
}

export interface TextRange {
  index: number;
  length: number;
}

/** Returns what is chosen; with nothing chosen the whole link at the cursor. */
export function linkRange(quill: Quill): TextRange {
  const { index, length } = quill.getSelection(true) ?? { index: 0, length: 0 };
  if (length > 0) return { index, length };
  const parent = quill.getLeaf(index)[0]?.parent;
  if (parent?.statics.blotName !== 'link') return { index, length };
  return { index: quill.getIndex(parent as never), length: parent.length() };
}

/** Puts the address on the range, or its text where there is none to put it on; null takes the link away. */
export function putRichLink(quill: Quill, { index, length }: TextRange, address: string | null): void {
  if (length > 0) quill.formatText(index, length, 'link', address ?? false, 'user');
  else if (address !== null) quill.insertText(index, address, 'link', address, 'user');
  quill.setSelection(index + (length || (address?.length ?? 0)), 0, 'user');
}
