/** The XML that sheets are made of, read as it comes in one pass. Documents that declare anything are refused. */
import { SaxesParser } from 'saxes';
import { AppError } from '../../../platform/errors/errors.ts';

export type Attributes = Readonly<Record<string, string>>;

export interface XmlListener {
  /** The name is without its prefix. */
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** A part of a workbook begins with this. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A cell holds 32,767 characters; a tag or a text of so many is an attack. */
const MAX_PIECE = 100_000;
/** A sheet needs ten. */
const MAX_DEPTH = 100;

/** Characters that no XML may hold; line breaks and tabs it may. */
const UNWRITABLE = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Surrogate}/gu;
const SPECIAL = /[&<>"\ufffe\uffff]|\p{Cc}|\p{Surrogate}/u;

export function encodeXml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replace(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

const bareName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An attribute that may have a prefix. */
export function findAttribute(attributes: Attributes, name: string): string | undefined {
  const key = Object.keys(attributes).find((attribute) => bareName(attribute) === name);
  return key === undefined ? undefined : attributes[key];
}

export interface XmlReader {
  /** Any piece of the document; throws `excel.dangerous` and `excel.notTable`. */
  write(piece: string): void;
  /** A document that stops halfway is none. */
  end(): void;
}

export function createXmlReader(listener: XmlListener): XmlReader {
  const parser = new SaxesParser({ position: false, xmlns: false });
  /**
   * Characters since the last event. Comments have no listener, because many listeners make the engine's parser five
   * times slower.
   */
  let unfinished = 0;
  let depth = 0;
  const tell = (piece: string): void => {
    unfinished = 0;
    listener.text(piece);
  };
  parser.on('opentag', ({ name, attributes }) => {
    unfinished = 0;
    depth += 1;
    if (depth > MAX_DEPTH) throw new AppError('excel.dangerous');
    listener.open(bareName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    unfinished = 0;
    depth -= 1;
    listener.close(bareName(name));
  });
  parser.on('text', tell);
  parser.on('cdata', tell);
  parser.on('doctype', () => {
    throw new AppError('excel.dangerous');
  });
  parser.on('error', (cause) => {
    throw new AppError('excel.notTable', {}, { cause });
  });
  return {
    write(piece) {
      for (let start = 0; start < piece.length; start += MAX_PIECE) {
        const part = piece.slice(start, start + MAX_PIECE);
        unfinished += part.length;
        parser.write(part);
        // A piece with an end in it has told so; whatever else was there is less than a part.
        if (unfinished > 2 * MAX_PIECE) throw new AppError('excel.dangerous');
      }
    },
    end: () => void parser.close(),
  };
}
