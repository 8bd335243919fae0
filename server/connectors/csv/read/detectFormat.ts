/** Examines a file to detect its format, before it is imported. Settings of the user are not detected. */
import { AppError } from '../../../platform/errors/errors.ts';
import type { FileFormat } from '../mapping.ts';
import { MAX_COLUMNS } from '../store/record.ts';
import { makeEmptyCheck } from './cells.ts';
import { type ColumnSigns, createSigns, findType, takeCell } from './columnSigns.ts';
import { findDelimiter, readSeparatorLine } from './delimiter.ts';
import { findEncoding } from './encoding.ts';
import { findLayout, type Layout } from './layout.ts';
import { type CsvBroken, type CsvRow, openCsv } from './rows.ts';
import { createSameTimes, labelOf, MAX_SERIES } from './series.ts';
import {
  findDecimals,
  findTimes,
  type Sample,
  type SeriesLabel,
  type Survey,
  timeText,
  understand,
} from './understand.ts';

const HEAD_ROWS = 200;
/** Maximum number of cells that are examined without a pause. Other requests wait during this time. */
const HEAD_CELLS = 20_000;
const SAMPLE_ROWS = 1_000;
const SAMPLE_CELLS = 200_000;

type Row = CsvRow | CsvBroken;

function checkWidth(row: Row): void {
  if ('cells' in row && row.cells.length > MAX_COLUMNS)
    throw new AppError('import.tooManyColumns', { limit: MAX_COLUMNS }, { field: '/file' });
}

/** Reads the first records, which include the headings. */
async function readHead(rows: AsyncIterator<Row>): Promise<Row[]> {
  const head: Row[] = [];
  let cells = 0;
  while (head.length < HEAD_ROWS && cells < HEAD_CELLS) {
    const { done, value } = await rows.next();
    if (done) break;
    checkWidth(value);
    head.push(value);
    cells += 'cells' in value ? value.cells.length : 1;
  }
  if (head.length === 0) throw new AppError('import.empty');
  if (head.every((row) => 'broken' in row)) throw new AppError('import.notCsv', { line: head[0]!.line });
  return head;
}

interface Looked {
  layout: Layout;
  columns: ColumnSigns[];
  rows: Row[];
}

function addRow({ columns }: Looked, row: Row, isEmpty: (cell: string) => boolean): void {
  if ('broken' in row) return;
  checkWidth(row);
  for (const [index, cell] of row.cells.entries()) {
    columns[index] ??= createSigns();
    if (!isEmpty(cell)) takeCell(columns[index], cell);
  }
}

const sampleSize = ({ columns }: Looked): number =>
  Math.min(SAMPLE_ROWS, Math.ceil(SAMPLE_CELLS / Math.max(1, columns.length)));

function isClear(looked: Looked, format: FileFormat): boolean {
  const times = findTimes(looked, format);
  const decimals = format.decimalComma ?? findDecimals(looked.columns, times.timeIndex);
  return times.format !== 'unclear' && typeof decimals === 'boolean';
}

/** Returns whether a text column may separate series that follow each other in the file. */
const mayHaveSeries = ({ columns, layout: { headings } }: Looked): boolean =>
  columns.some((signs, index) => signs.filled > 1 && findType(signs, headings?.[index]) === 'text');

/** Reads records until nothing is ambiguous, which may require the whole file. */
async function lookOver(path: string, written: Pick<Sample, 'encoding' | 'delimiter'>, format: FileFormat) {
  const isEmpty = makeEmptyCheck(format.emptyMarks);
  const reader = openCsv(path, written).rows[Symbol.asyncIterator]();
  try {
    const head = await readHead(reader);
    const layout = findLayout(head, format);
    const data = head.filter(({ line }) => line >= layout.dataLine);
    const looked: Looked = { layout, columns: [], rows: data };
    for (const index of layout.headings?.keys() ?? []) looked.columns[index] = createSigns();
    for (const row of data) addRow(looked, row, isEmpty);
    const size = sampleSize(looked);
    let count = data.length;
    let next = size;
    for (;;) {
      if (count >= next) {
        if (isClear(looked, format)) break;
        next = count + size;
      }
      const { done, value } = await reader.next();
      if (done) break;
      count += 1;
      addRow(looked, value, isEmpty);
      if (looked.rows.length < size) looked.rows.push(value);
    }
    return { ...looked, sameTimes: await gatherTimes(looked, format, reader) };
  } finally {
    await reader.return?.(undefined);
  }
}

/**
 * Collects lines with the same time from the sample. Reads the rest of the file too, if it may contain another series.
 */
async function gatherTimes(looked: Looked, format: FileFormat, rest: AsyncIterator<Row>) {
  const { timeIndex, clockIndex } = findTimes(looked, format);
  if (timeIndex === null || format.seriesColumns !== undefined) return createSameTimes(() => '', null);
  const same = createSameTimes(
    (cells) => timeText(cells, { timeIndex, clockIndex }).trim(),
    looked.layout.headings,
  );
  for (const row of looked.rows) if ('cells' in row) same.take(row.cells);
  if (!mayHaveSeries(looked)) return same;
  for (let next = await rest.next(); !next.done; next = await rest.next())
    if ('cells' in next.value) same.take(next.value.cells);
  return same;
}

/** Lists all series of a file, with the unit from their lines. */
async function listSeries(path: string, survey: Survey): Promise<SeriesLabel[]> {
  const { seriesPlaces, unitPlace, layout } = survey;
  if (seriesPlaces.length === 0) return [];
  const labels = new Map<string, string>();
  // Every series adds a variable for each column.
  const limit = Math.min(MAX_SERIES, Math.max(2, Math.floor(MAX_COLUMNS / survey.columns.length)));
  for await (const row of openCsv(path, survey).rows) {
    if ('broken' in row || row.line < layout.dataLine) continue;
    const label = labelOf(row.cells, seriesPlaces);
    if (label === '' || labels.has(label)) continue;
    labels.set(label, unitPlace === null ? '' : (row.cells[unitPlace] ?? '').trim());
    if (labels.size > limit) throw new AppError('import.tooManySeries', { limit });
  }
  return [...labels].map(([label, unit]) => ({ label, unit }));
}

/**
 * Detects the format and the columns of a file. Throws `import.empty`, `import.notCsv`,
 * `import.missingColumn`, `import.tooManyColumns`, `import.tooManySeries`, `import.lineTooLong`. Ambiguous
 * and missing parts are reported in the result.
 */
export async function surveyCsv(path: string, format: FileFormat): Promise<Survey> {
  const found = format.encoding === undefined ? await findEncoding(path) : null;
  const encoding = format.encoding ?? found!.encoding;
  const separator = await readSeparatorLine(path, encoding);
  const delimiter = format.delimiter ?? separator ?? (await findDelimiter(path, encoding));
  const looked = await lookOver(path, { encoding, delimiter }, format);
  const marks = { encoding: found?.isMarked ?? false, delimiter: separator !== null };
  const survey = understand({ encoding, delimiter, marks, ...looked }, format);
  return { ...survey, seriesLabels: await listSeries(path, survey) };
}
