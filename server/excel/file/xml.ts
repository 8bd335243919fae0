/** The little of XML that sheets are made of, read as it comes. Documents that declare anything are refused. */
import { AppError } from '../../http/errors.ts';

export interface XmlListener {
  /** The name is without its prefix; attributes as they stand there, for `attribute_read`. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
}

/** A cell holds 32,767 characters; a piece of XML beyond this is an attack. */
const MAX_PIECE = 1_000_000;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function xml_decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code =
      name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
  });
}

/** Characters that no XML may hold; line breaks and tabs it may. */
const UNWRITABLE = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Surrogate}/gu;
const SPECIAL = /[&<>"\ufffe\uffff]|\p{Cc}|\p{Surrogate}/u;

export function xml_encode(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replace(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

const patterns = new Map<string, RegExp>();

export function attribute_read(attributes: string, name: string): string | undefined {
  let pattern = patterns.get(name);
  if (!pattern) {
    pattern = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    patterns.set(name, pattern);
  }
  const found = pattern.exec(attributes);
  return found ? xml_decode(found[1] ?? found[2] ?? '') : undefined;
}

/** Where a tag ends; a `>` within quotes does not end it. -1: not yet there. */
function tag_end(text: string, from: number): number {
  for (let end = text.indexOf('>', from); end >= 0; end = text.indexOf('>', end + 1)) {
    const inside = text.slice(from, end);
    if (!inside.includes('"') && !inside.includes("'")) return end;
    if (!inside.replace(/"[^"]*"|'[^']*'/g, '').match(/["']/)) return end;
  }
  return -1;
}

const SKIPPED: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
];
const CDATA = '<![CDATA[';

function tag_tell(tag: string, listener: XmlListener): void {
  if (tag.startsWith('/')) {
    listener.close(tag.slice(Math.max(1, tag.indexOf(':') + 1)).trim());
    return;
  }
  const closed = tag.endsWith('/');
  const body = closed ? tag.slice(0, -1) : tag;
  const cut = body.search(/\s/);
  const full = cut < 0 ? body : body.slice(0, cut);
  const name = full.slice(full.indexOf(':') + 1);
  listener.open(name, cut < 0 ? '' : body.slice(cut));
  if (closed) listener.close(name);
}

/** Feed it text in any pieces. */
export function createXmlReader(listener: XmlListener): (piece: string) => void {
  let pending = '';
  /** Tells all that is complete from `at` on; answers where the rest begins. */
  function step(at: number): number {
    const start = pending.indexOf('<', at);
    if (start !== at) {
      if (start < 0) return -1;
      listener.text(xml_decode(pending.slice(at, start)));
      return start;
    }
    if (pending.startsWith(CDATA, at)) {
      const end = pending.indexOf(']]>', at);
      if (end < 0) return -1;
      listener.text(pending.slice(at + CDATA.length, end));
      return end + 3;
    }
    for (const [opening, closing] of SKIPPED) {
      if (!pending.startsWith(opening, at)) continue;
      const end = pending.indexOf(closing, at);
      return end < 0 ? -1 : end + closing.length;
    }
    // The start of one of the above may still be cut off.
    if (pending.length - at < CDATA.length && pending[at + 1] === '!') return -1;
    if (pending[at + 1] === '!') throw new AppError('excel.dangerous');
    const end = tag_end(pending, at + 1);
    if (end < 0) return -1;
    tag_tell(pending.slice(at + 1, end), listener);
    return end + 1;
  }
  return (piece) => {
    pending += piece;
    let at = 0;
    for (let next = step(at); next >= 0; next = step(at)) at = next;
    pending = pending.slice(at);
    if (pending.length > MAX_PIECE) throw new AppError('excel.dangerous');
  };
}
