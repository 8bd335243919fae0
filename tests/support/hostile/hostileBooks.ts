/** Small malicious workbooks. The time to read one must grow at most in proportion to its length. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openZip, sinkFile } from '../../../server/engine/excel/file/zipWrite.ts';
import type { PlainKey } from '../../../server/platform/errors/errors.ts';

type Content = string | (() => Iterable<string>);

/** Creates a zip file with these entries. */
export async function zipFile(entries: Readonly<Record<string, Content>>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'wattdeck-zip-'));
  try {
    const path = join(folder, 'zip');
    const zip = openZip(sinkFile(path));
    for (const [name, content] of Object.entries(entries)) {
      const entry = zip.entry(name);
      for (const piece of typeof content === 'string' ? [content] : content()) await entry.write(piece);
      entry.end();
    }
    await zip.end();
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The parts of every workbook except its sheet. */
export const BOOK = {
  'xl/workbook.xml': '<x:workbook xmlns:x="m"><x:sheets><x:sheet name="S" r:id="a"/></x:sheets></x:workbook>',
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="a" Target="/xl/s.xml"/></Relationships>',
};

const sheet = (content: Content, parts: Readonly<Record<string, Content>> = {}) =>
  zipFile({ ...BOOK, ...parts, 'xl/s.xml': content });

const LONG = 900_000;
const row = (cells: string): string => `<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`;
const styles = (code: string): string =>
  `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs>${'<xf numFmtId="170"/>'.repeat(5_000)}</cellXfs></styleSheet>`;

function* rows(count: number, make: (at: number) => string): Iterable<string> {
  yield '<worksheet><sheetData>';
  const block = 1_000;
  for (let at = 0; at < count; at += block)
    yield Array.from({ length: block }, (_, place) => make(at + place + 1)).join('');
  yield '</sheetData></worksheet>';
}

/** Creates a zip file whose directory contains a size that is too small. */
async function liar(): Promise<Buffer> {
  const bytes = await sheet(() => Array.from({ length: 5_000 }, () => ' '.repeat(10_000)));
  const at = bytes.lastIndexOf('xl/s.xml') - 46;
  bytes.writeUInt32LE(1_000, at + 24);
  return bytes;
}

/** `key` is the error for such a workbook. If absent, the workbook is accepted. */
export const HOSTILE_BOOKS: Readonly<Record<string, { key?: PlainKey; make(): Promise<Buffer> }>> = {
  'a tag that never ends': {
    key: 'excel.notTable',
    make: () => sheet(`<worksheet><a "${'>'.repeat(LONG)}`),
  },
  'a quoted text that never ends': {
    key: 'excel.dangerous',
    make: () => sheet(`<worksheet><a b="${'>'.repeat(LONG)}`),
  },
  'a format of brackets': {
    make: () => sheet(row('<c s="1"><v>1</v></c>'), { 'xl/styles.xml': styles('['.repeat(90_000)) }),
  },
  'tags within tags': { key: 'excel.dangerous', make: () => sheet(`<worksheet>${'<a>'.repeat(LONG)}`) },
  'a comment that never ends': {
    key: 'excel.dangerous',
    make: () => sheet(`<worksheet><!--${'a'.repeat(LONG)}`),
  },
  'a declaration': { key: 'excel.dangerous', make: () => sheet(`<!DOCTYPE a [${'<'.repeat(LONG)}`) },
  'a place of digits': {
    key: 'excel.notTable',
    make: () => sheet(`<worksheet><dimension ref="${'1'.repeat(90_000)}x"/>`),
  },
  'one text in every cell': {
    key: 'excel.tooBig',
    make: () =>
      sheet(() => rows(20_000, () => `<row>${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`), {
        'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(32_000)}</t></si></sst>`,
      }),
  },
  'a million empty rows': { make: () => sheet(() => rows(1_000_000, (at) => `<row r="${at}"/>`)) },
  'a bomb': {
    key: 'excel.tooBig',
    make: () => sheet(() => Array.from({ length: 5_000 }, () => ' '.repeat(10_000))),
  },
  'a bomb that hides its size': { key: 'excel.notTable', make: liar },
  'thousands of sheets': {
    key: 'excel.notTable',
    make: () =>
      sheet('', Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`xl/${at}.xml`, '<a/>']))),
  },
};
