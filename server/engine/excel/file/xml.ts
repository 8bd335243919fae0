/** Parses the XML of a sheet as a stream. Refuses documents with DTD declarations. */
import { SaxesParser } from 'saxes';
import { AppError } from '../../../platform/errors/errors.ts';

export type Attributes = Readonly<Record<string, string>>;

export interface XmlListener {
  /** `name` has no namespace prefix. */
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** The first line of each part of a workbook. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Maximum length of a tag or a text. A valid cell contains at most 32,767 characters, so a longer one is an attack. */
const MAX_PIECE = 100_000;
/** Maximum nesting of tags. A sheet needs ten levels. */
const MAX_DEPTH = 100;

/** Characters that XML does not allow. Line breaks and tabs are allowed. */
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

/** Returns an attribute by its name, ignoring a namespace prefix. Undefined if there is none. */
export function findAttribute(attributes: Attributes, name: string): string | undefined {
  const key = Object.keys(attributes).find((attribute) => bareName(attribute) === name);
  return key === undefined ? undefined : attributes[key];
}

export interface XmlReader {
  /** Parses a part of the document. Throws `excel.dangerous` and `excel.notTable`. */
  write(piece: string): void;
  /** Ends the document. Throws if it is incomplete. */
  end(): void;
}

export function createXmlReader(listener: XmlListener): XmlReader {
  const parser = new SaxesParser({ position: false, xmlns: false });
  /**
   * Characters since the last event. Comments have no listener, because additional listeners make the parser five
   * times slower.
   */
  let unfinished = 0;
  let depth = 0;
  const onText = (piece: string): void => {
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
  parser.on('text', onText);
  parser.on('cdata', onText);
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
        // Each complete tag or text resets the counter, so a larger value means an oversized tag, text or comment.
        if (unfinished > 2 * MAX_PIECE) throw new AppError('excel.dangerous');
      }
    },
    end: () => void parser.close(),
  };
}
