/** Links of formatted text: validation of addresses, and the range of a link. */
import type { Quill } from 'react-quill';

/** Allowed addresses, equal to those of the server and of the page. */
const SAFE = /^(https?:\/\/|mailto:|tel:)\S+$/i;
const MAIL = /^[^\s@:/]+@[^\s@:/]+$/;

/** Converts a typed address to a valid link address. Null if invalid. */
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

/** Returns the selection, or the range of the link at the cursor if nothing is selected. */
export function linkRange(quill: Quill): TextRange {
  const { index, length } = quill.getSelection(true) ?? { index: 0, length: 0 };
  if (length > 0) return { index, length };
  const parent = quill.getLeaf(index)[0]?.parent;
  if (parent?.statics.blotName !== 'link') return { index, length };
  return { index: quill.getIndex(parent as never), length: parent.length() };
}

/** Sets the address on the range. Inserts the address as text if the range is empty. Null removes the link. */
export function putRichLink(quill: Quill, { index, length }: TextRange, address: string | null): void {
  if (length > 0) quill.formatText(index, length, 'link', address ?? false, 'user');
  else if (address !== null) quill.insertText(index, address, 'link', address, 'user');
  quill.setSelection(index + (length || (address?.length ?? 0)), 0, 'user');
}
