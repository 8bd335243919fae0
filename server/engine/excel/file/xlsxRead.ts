/** Reads the first sheet of an Excel workbook row by row. Only its shared strings are kept in memory. */
import type { FileHandle } from 'node:fs/promises';
import { textWhole } from '../../../platform/db/tables/storable.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { checkWidth, columnIndex, isReadEmpty, MAX_COLUMNS, type ReadCell, type ReadRow } from './cell.ts';
import { createXmlReader, findAttribute, type XmlListener } from './xml.ts';
import { readZip, type Zip } from './zipRead.ts';

const MB = 1_048_576;
const SHEET_LIMIT = 600 * MB;
const TEXTS_LIMIT = 150 * MB;
const PART_LIMIT = 20 * MB;
/** Maximum memory for shared strings. Valid files of twenty megabytes need less. */
const MAX_TEXTS = 60_000_000;
/** Maximum row number of any spreadsheet. */
const MAX_ROW = 1_048_576;
/** Maximum length of a cell's text in characters. A spreadsheet allows a third of it. */
const MAX_CELL = 100_000;
/** Maximum length of a row's text in characters. All cells of a row may contain the same long text. */
const MAX_ROW_TEXT = 2_000_000;
/** Maximum length of all rows' text in characters. A hundred thousand valid rows contain less. */
const MAX_SHEET_TEXT = 150_000_000;
/** Maximum length of a number format in Excel. */
const MAX_CODE = 255;
/** Days between the two date systems of Excel (1900 and 1904). */
const DAYS_1904 = 1_462;
const NAME_PREFIX = '_wd_';

async function parsePart(zip: Zip, name: string, limit: number, listener: XmlListener): Promise<void> {
  const reader = createXmlReader(listener);
  const decoder = new TextDecoder();
  for await (const chunk of zip.read(name, limit)) reader.write(decoder.decode(chunk, { stream: true }));
  reader.end();
}

const quiet: XmlListener = { open() {}, close() {}, text() {} };

function joinText(text: string, piece: string): string {
  if (text.length + piece.length > MAX_CELL) throw new AppError('excel.dangerous');
  return text + piece;
}

/** Decodes escaped characters such as `_x000D_`. */
const unescapeText = (text: string): string =>
  textWhole(
    text.includes('_x')
      ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        )
      : text,
  );

/** Reads the shared strings, without the phonetic readings of Japanese texts. */
async function readTexts(zip: Zip): Promise<string[]> {
  const texts: string[] = [];
  if (!zip.has('xl/sharedStrings.xml')) return texts;
  let content = '';
  let size = 0;
  let inText = false;
  let inReading = false;
  await parsePart(zip, 'xl/sharedStrings.xml', TEXTS_LIMIT, {
    open(name) {
      if (name === 'si') content = '';
      else if (name === 't') inText = true;
      else if (name === 'rPh') inReading = true;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inReading = false;
      else if (name === 'si') {
        texts.push(unescapeText(content));
        size += content.length + 8;
        if (size > MAX_TEXTS) throw new AppError('excel.tooBig');
      }
    },
    text(text) {
      if (inText && !inReading) content = joinText(content, text);
    },
  });
  return texts;
}

/** The display of a number in a cell style. A number means the minimum number of digits. */
type Kind = 'date' | 'percent' | 'plain' | number;

/** Returns the kind of a built-in number format. Undefined for other formats. */
function usualKind(id: number): Kind | undefined {
  if (id === 9 || id === 10) return 'percent';
  const isDate =
    (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  return isDate ? 'date' : undefined;
}

function codeKind(code: string): Kind {
  if (/^00+$/.test(code)) return code.length;
  const bare = code.replace(/"[^"]*"|\\.|_.|\[[^\]]*\]/g, '');
  if (/[ymdhs]/i.test(bare) && !/general/i.test(bare)) return 'date';
  return bare.includes('%') ? 'percent' : 'plain';
}

/** Returns the kind of each cell style. */
async function readKinds(zip: Zip): Promise<Kind[]> {
  const kinds: Kind[] = [];
  if (!zip.has('xl/styles.xml')) return kinds;
  const kindByStyle = new Map<number, Kind>();
  let inCells = false;
  await parsePart(zip, 'xl/styles.xml', PART_LIMIT, {
    ...quiet,
    open(name, attributes) {
      if (name === 'cellXfs') inCells = true;
      else if (name === 'numFmt')
        kindByStyle.set(
          Number(attributes.numFmtId),
          codeKind((attributes.formatCode ?? '').slice(0, MAX_CODE)),
        );
      else if (name === 'xf' && inCells) {
        const id = Number(attributes.numFmtId ?? 0);
        kinds.push(usualKind(id) ?? kindByStyle.get(id) ?? 'plain');
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return kinds;
}

interface Book {
  sheet: string;
  from1904: boolean;
  /** Fields by column index, from names that the template defines. */
  named: ReadonlyMap<number, string>;
}

const PLACE = /!\$?([A-Z]{1,3})\$?1$/;
const LAST_ROW = /\d+$/;
const MAX_PLACE = 10;

/** Returns the path of the first visible sheet. */
async function readBook(zip: Zip): Promise<Book> {
  let relation: string | undefined;
  let from1904 = false;
  let name: string | null = null;
  const named = new Map<number, string>();
  await parsePart(zip, 'xl/workbook.xml', PART_LIMIT, {
    open(tag, attributes) {
      if (tag === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (tag === 'sheet' && !relation && !attributes.state?.match(/hidden/i))
        relation = findAttribute(attributes, 'id');
      if (tag === 'definedName') name = attributes.name ?? null;
    },
    close(tag) {
      if (tag === 'definedName') name = null;
    },
    text(text) {
      const place = name?.startsWith(NAME_PREFIX) ? PLACE.exec(text.slice(-MAX_PLACE)) : null;
      if (name && place?.[1]) named.set(columnIndex(place[1]), name.slice(NAME_PREFIX.length));
    },
  });
  let sheet = '';
  await parsePart(zip, 'xl/_rels/workbook.xml.rels', PART_LIMIT, {
    ...quiet,
    open(tag, attributes) {
      if (tag !== 'Relationship' || attributes.Id !== relation) return;
      const target = attributes.Target ?? '';
      sheet = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
    },
  });
  return { sheet, from1904, named };
}

/** Returns a function that reads a cell from its type (`t`), style (`s`) and text. */
function createCellReader(texts: readonly string[], kinds: readonly Kind[], from1904: boolean) {
  return (type: string, style: number, text: string, formula: boolean): ReadCell => {
    switch (type) {
      case 's':
        return texts[Number(text)] ?? null;
      case 'inlineStr':
      case 'str':
        return unescapeText(text);
      case 'b':
        return text === '1' || text === 'true';
      case 'e':
        return { fault: text };
      case 'd':
        return text;
      default: {
        // A formula without a value, because the writing program cannot calculate.
        if (text === '') return formula ? { fault: '' } : null;
        const value = Number(text);
        if (!Number.isFinite(value)) return unescapeText(text);
        const kind = kinds[style];
        if (typeof kind === 'number' && Number.isInteger(value) && value >= 0)
          return text.padStart(kind, '0');
        if (kind === 'date') return { serial: from1904 ? value + DAYS_1904 : value };
        return kind === 'percent' ? { percent: value } : value;
      }
    }
  };
}

/** Limits the text of all cells. Any number of cells may refer to the same stored text, so each use is counted. */
function createRoom() {
  let left = MAX_SHEET_TEXT;
  let rowLeft = MAX_ROW_TEXT;
  let current: ReadRow | undefined;
  return {
    take(row: ReadRow, cell: ReadCell): void {
      const length = typeof cell === 'string' ? cell.length : 1;
      if (row !== current) rowLeft = MAX_ROW_TEXT;
      current = row;
      left -= length;
      rowLeft -= length;
      if (rowLeft < 0) throw new AppError('excel.dangerous');
      if (left < 0) throw new AppError('excel.tooBig');
    },
  };
}

export interface SheetSource {
  rows: AsyncIterable<ReadRow>;
  /** The number of rows that the file states. */
  expected: number | null;
  named: ReadonlyMap<number, string>;
}

export async function readXlsx(file: FileHandle): Promise<SheetSource> {
  const zip = await readZip(file);
  const { sheet, from1904, named } = await readBook(zip);
  if (!zip.has(sheet)) throw new AppError('excel.notTable');
  const makeCell = createCellReader(await readTexts(zip), await readKinds(zip), from1904);
  const ready: ReadRow[] = [];
  const source: SheetSource = { rows: rows(), expected: null, named };
  let row: ReadRow = { row: 0, cells: [] };
  let column = -1;
  let type = 'n';
  let style = 0;
  let text = '';
  let formula = false;
  let isValue = false;
  let inReading = false;
  const room = createRoom();
  const reader = createXmlReader({
    open(name, attributes) {
      switch (name) {
        case 'row': {
          const number = Number(attributes.r ?? row.row + 1);
          row = { row: Number.isSafeInteger(number) && number > row.row ? number : row.row + 1, cells: [] };
          if (row.row > MAX_ROW) throw new AppError('excel.tooBig');
          column = -1;
          return;
        }
        case 'c': {
          const address = attributes.r;
          column = address === undefined ? column + 1 : columnIndex(address);
          type = attributes.t ?? 'n';
          style = Number(attributes.s ?? 0);
          text = '';
          formula = false;
          return;
        }
        case 'f':
          formula = true;
          return;
        case 'v':
        case 't':
          isValue = !inReading;
          return;
        case 'rPh':
          inReading = true;
          return;
        case 'dimension': {
          const last = Number(LAST_ROW.exec((attributes.ref ?? '').slice(-MAX_PLACE))?.[0]);
          if (last > 1 && last <= MAX_ROW) source.expected = last - 1;
        }
      }
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'rPh') inReading = false;
      else if (name === 'row') ready.push(row);
      else if (name === 'c' && column >= 0) {
        const cell = makeCell(type, style, text, formula);
        if (cell === null || (column >= MAX_COLUMNS && isReadEmpty(cell))) return;
        checkWidth(column + 1);
        room.take(row, cell);
        while (row.cells.length < column) row.cells.push(null);
        row.cells[column] = cell;
      }
    },
    text(piece) {
      if (isValue) text = joinText(text, piece);
    },
  });

  async function* rows(): AsyncIterable<ReadRow> {
    const decoder = new TextDecoder();
    for await (const chunk of zip.read(sheet, SHEET_LIMIT)) {
      reader.write(decoder.decode(chunk, { stream: true }));
      yield* ready.splice(0);
    }
    reader.end();
    yield* ready.splice(0);
  }
  return source;
}
