/** Tests tables in files. Other programs can read our files, and hostile files are refused. */
import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import readXlsx from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { columnIndex, columnLetters, serialText } from '../../../../../server/engine/excel/file/cell.ts';
import { createXmlReader } from '../../../../../server/engine/excel/file/xml.ts';
import { openZip } from '../../../../../server/engine/excel/file/zipWrite.ts';
import type { AppError } from '../../../../../server/platform/errors/errors.ts';
import { BOOK, HOSTILE_BOOKS, zipFile } from '../../../../support/hostile/hostileBooks.ts';
import { tableCells, tableFile, tableRows } from '../../../../support/records/excel.ts';

describe('a workbook of ours', () => {
  it('is read by another reader as it was written', async () => {
    const bytes = await tableFile([
      ['Name', 'Amount', 'When'],
      ['=1+1', { value: 1234.5, style: 'money' }, { value: 46_347.5, style: 'dateTime' }],
      [' a & <b> "c"\n_x0041_', { value: -3, style: 'integer' }, null],
    ]);
    const [sheet] = await readXlsx(bytes, { trim: false });
    expect(sheet?.data).toEqual([
      ['Name', 'Amount', 'When'],
      ['=1+1', 1234.5, new Date('2026-11-21T12:00:00Z')],
      [' a & <b> "c"\n_x0041_', -3, null],
    ]);
  });

  it.each(['xlsx', 'csv'] as const)('returns any text unchanged (%s)', async (format) => {
    const text = fc
      .string({ unit: 'binary', maxLength: 40 })
      .map((one) => one.replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Surrogate}/gu, ''));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 80 }), async (texts) => {
        const [, cells = []] = await tableCells(await tableFile([['H'], texts], format));
        // In CSV, a text that begins with our mark looks like a marked text.
        fc.pre(format === 'xlsx' || !texts.some((one) => /^'[=+\-@\t\r＝＋－＠]/.test(one)));
        expect(texts.map((_, at) => cells[at] ?? '')).toEqual(texts);
      }),
      { numRuns: 3 },
    );
  });

  it("cuts a text at Excel's limit, and marks text that looks like a formula", async () => {
    const long = 'x'.repeat(40_000);
    const [, cells] = await tableCells(await tableFile([['H'], [long]]));
    expect(String(cells?.[0])).toHaveLength(32_767);
    const csv = (
      await tableFile([['H'], ['=cmd', '-1', '@a', '＝cmd', { value: -1, style: 'number' }]], 'csv')
    ).toString();
    expect(csv).toBe("\uFEFFH\r\n'=cmd,'-1,'@a,'＝cmd,-1\r\n");
  });
});

const oneRow = (cells: string): Promise<Buffer> =>
  zipFile({ ...BOOK, 'xl/s.xml': `<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>` });

describe('a table of others', () => {
  it('keeps its row numbers, with empty rows, rich texts, shared texts and dates', async () => {
    const bytes = await zipFile({
      ...BOOK,
      'xl/sharedStrings.xml':
        '<sst><si><r><t>Ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></si><si><t>a_x000D_b</t></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="d/m/yyyy"/></numFmts><cellXfs><xf/><xf numFmtId="170"/><xf numFmtId="9"/></cellXfs></styleSheet>',
      'xl/s.xml':
        '<worksheet><sheetData><row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row><row r="5"><c s="1"><v>46347</v></c><c s="2"><v>0.5</v></c><c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c><c t="str"><f>A&amp;B</f><v>&#x6c34;</v></c></row></sheetData></worksheet>',
    });
    expect(await tableRows(bytes)).toEqual([
      { row: 2, cells: [null, 'Rich', 'a\rb'] },
      { row: 5, cells: [{ serial: 46_347 }, { percent: 0.5 }, true, { fault: '#REF!' }, '水'] },
    ]);
  });

  it('has the values that its cells show: days since 1904, leading zeros, formulas, whole characters', async () => {
    const bytes = await zipFile({
      ...BOOK,
      'xl/workbook.xml':
        '<workbook><workbookPr date1904="1"/><sheets><sheet name="H" state="hidden" r:id="b"/><sheet name="S" r:id="a"/></sheets></workbook>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="00000"/></numFmts><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
      'xl/s.xml':
        '<worksheet><sheetData><row r="1"><c s="1"><v>44885</v></c><c s="2"><v>73</v></c><c s="2"><v>7.5</v></c><c><f>A1</f></c><c t="str"><f>A1</f><v></v></c><c><f>1+1</f><v>2</v></c><c t="inlineStr"><is><t>a_x0000_b_xD83D__xDE00__xD800_</t></is></c></row></sheetData></worksheet>',
    });
    expect(await tableCells(bytes)).toEqual([
      [{ serial: 46_347 }, '00073', 7.5, { fault: '' }, '', 2, 'ab😀\ufffd'],
    ]);
    const late = `H\n${'x\n'.repeat(40_000)}y\0z\n`;
    expect((await tableCells(Buffer.from(late))).at(-1)).toEqual(['yz']);
  });

  it.each([
    ['text', async (count: number) => Buffer.from(Array.from({ length: count }, () => 'x').join(';'))],
    ['workbook', (count: number) => oneRow('<c><v>1</v></c>'.repeat(count))],
  ])('is refused where it is wider than any record (%s)', async (_, wide) => {
    expect((await tableRows(await wide(1_000)))[0]!.cells).toHaveLength(1_000);
    await expect(tableRows(await wide(1_001))).rejects.toMatchObject({
      key: 'import.tooManyColumns',
      params: { limit: 1_000 },
      extras: { field: '/file' },
    });
  });

  it('may have empty cells far outside', async () => {
    const far = '<c r="XFC1" t="str"><f>A1</f><v></v></c><c r="XFD1" s="3"/>';
    const rows = await tableRows(await oneRow(`${far}<c r="C1"/><c><v>2</v></c>`));
    expect(rows).toEqual([{ row: 1, cells: [null, null, null, 2] }]);
    await expect(tableRows(await oneRow('<c r="XFD1"><v>1</v></c>'))).rejects.toMatchObject({
      key: 'import.tooManyColumns',
    });
  });

  it('is read in its encoding and with its separator', async () => {
    const gb = Buffer.from([0xc3, 0xfb, 0xb3, 0xc6, 0x3b, 0x31, 0x0a, 0x0a, 0xcb, 0xae, 0x3b, 0x32]);
    expect(await tableRows(gb)).toEqual([
      { row: 1, cells: ['名称', '1'] },
      { row: 3, cells: ['水', '2'] },
    ]);
    const utf16 = Buffer.from('\uFEFF名\t"a\tb"', 'utf16le');
    expect(await tableCells(utf16)).toEqual([['名', 'a\tb']]);
  });
});

describe('a hostile file', () => {
  const refused = (bytes: Promise<Buffer>) => expect(bytes.then(tableRows)).rejects;

  it('that unpacks to a thousand times its size is refused', async () => {
    const blank = `${' '.repeat(200_000)}<a/>`;
    const bomb = zipFile({ ...BOOK, 'xl/s.xml': () => Array.from({ length: 40 }, () => blank) });
    await refused(bomb).toMatchObject({ key: 'excel.tooBig' });
  });

  it('that declares entities, or has an endless tag, is refused', async () => {
    const entities = '<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY c "&b;&b;">]><worksheet>&c;</worksheet>';
    await refused(zipFile({ ...BOOK, 'xl/s.xml': entities })).toMatchObject({ key: 'excel.dangerous' });
    const noise = Array.from({ length: 300_000 }, (_, at) => (at * 7919).toString(36)).join('');
    await refused(zipFile({ ...BOOK, 'xl/s.xml': `<worksheet a="${noise}` })).toMatchObject({
      key: 'excel.dangerous',
    });
  });

  it('with an endless cell, or an impossible row, is refused', async () => {
    const pieces = Array.from({ length: 300_000 }, (_, at) => `${(at * 7919).toString(36)}<b/>`).join('');
    const sheet = (rows: string) =>
      zipFile({ ...BOOK, 'xl/s.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>` });
    await refused(sheet(`<row><c t="str"><v>${pieces}</v></c></row>`)).toMatchObject({
      key: 'excel.dangerous',
    });
    await refused(sheet('<row r="1048577"><c><v>1</v></c></row>')).toMatchObject({ key: 'excel.tooBig' });
  });

  it.each(Object.entries(HOSTILE_BOOKS))('with %s is read in linear time', async (_, book) => {
    const found = await book
      .make()
      .then(tableRows)
      .catch((error: AppError) => error.key);
    expect(typeof found === 'string' ? found : 'read').toBe(book.key ?? 'read');
  });

  it('that is cut off or has broken links is no table', async () => {
    const whole = await tableFile([['H'], ['a']]);
    await refused(Promise.resolve(whole.subarray(0, 300))).toMatchObject({ key: 'excel.notTable' });
    await refused(zipFile(BOOK)).toMatchObject({ key: 'excel.notTable' });
    const broken = Buffer.from(whole);
    broken.fill(0xff, 60, 200);
    await refused(Promise.resolve(broken)).toMatchObject({ key: 'excel.notTable' });
  });
});

describe('XML', () => {
  it('is parsed in the same way however it is divided', () => {
    const source = '<?xml version="1.0"?><!-- > --><a b="1>2" c=\'"\'><n:d/>x &lt; y<![CDATA[<z>]]></a>';
    const parse = (pieces: readonly string[]): string => {
      const events: string[] = [];
      const reader = createXmlReader({
        open: (name, attributes) => events.push(`<${name}${JSON.stringify(attributes)}`),
        close: (name) => events.push(`/${name}`),
        text: (text) => events.push(text),
      });
      for (const piece of pieces) reader.write(piece);
      reader.end();
      return events.join('|');
    };
    const whole = parse([source]);
    expect(whole).toBe('<a{"b":"1>2","c":"\\""}|<d{}|/d|x < y|<z>|/a');
    for (let at = 1; at < source.length; at += 1)
      expect(parse([source.slice(0, at), source.slice(at)])).toBe(whole);
    expect(parse([...source])).toBe(whole);
  });
});

describe('a written zip file', () => {
  it('is the same for the same contents, at any time', async () => {
    const entries = { 'a.xml': '<a/>', 'b.xml': '<b/>' };
    const first = await zipFile(entries);
    expect(first.equals(await zipFile(entries))).toBe(true);
    expect(first.subarray(10, 14)).toEqual(Buffer.from([0, 0, 0x21, 0]));
  });

  it('fails the write and the end when the disk is full', async () => {
    const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) });
    const zip = openZip(full);
    const entry = zip.entry('a.xml');
    const writeOn = async () => {
      for (;;) await entry.write(Array.from({ length: 10_000 }, Math.random).join(' '));
    };
    await expect(writeOn()).rejects.toThrow('disk full');
    await expect(zip.end()).rejects.toThrow('disk full');
    expect(full.destroyed).toBe(true);
  });

  it('compresses texts, and stores compressed data unchanged', async () => {
    const sink = new PassThrough();
    const archive = buffer(sink);
    const zip = openZip(sink);
    const text = 'all the same '.repeat(1000);
    for (const isCompressed of [false, true]) {
      const entry = zip.entry(`${isCompressed}.pdf`, { isCompressed });
      await entry.write(text);
      entry.end();
    }
    await zip.end();
    const bytes = await archive;
    expect(bytes.length).toBeGreaterThan(text.length);
    expect(bytes.length).toBeLessThan(text.length * 1.1);
    for (const content of Object.values(unzipSync(bytes))) expect(Buffer.from(content).toString()).toBe(text);
  });
});

describe('cells', () => {
  it('are addressed by letters and back', () => {
    for (const index of [0, 25, 26, 51, 701, 702, 16_383])
      expect(columnIndex(`${columnLetters(index)}7`)).toBe(index);
    expect(columnLetters(702)).toBe('AAA');
    expect(columnIndex('7')).toBe(-1);
  });

  it('with days are read as dates, with the time if there is one', () => {
    const shown = [46_347, 46_347.5, 0.25, -1].map(serialText);
    expect(shown).toEqual(['2026-11-21', '2026-11-21 12:00:00', '06:00:00', '-1']);
  });
});
