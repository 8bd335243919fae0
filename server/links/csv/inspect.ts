/** An inspection tells how a file is understood, for somebody who looks at it before it is imported. */
import { type Reason, reasonText } from '../../sites/telemetry/intake/reasons.ts';
import { makeEmptyCheck } from './cells.ts';
import { findType } from './columnSigns.ts';
import { type FilePlan, fitsColumns, readCell, readRowTime } from './convert.ts';
import { type Survey, surveyCsv } from './detectFormat.ts';
import { inferColumns } from './infer.ts';
import type { ImportContext } from './jobs.ts';
import type { FileFormat } from './mapping.ts';
import { nameColumn } from './names.ts';
import { readWall } from './times.ts';

const SHOWN_ROWS = 10;
const SHOWN_COLUMNS = 200;
const SHOWN_CELL = 100;

export interface LookedAt {
  path: string;
  format: FileFormat;
  zone: string;
}

/** As `planFile`, of a file whose times may still be unclear. */
function planPreview(survey: Survey, { format, zone }: LookedAt): FilePlan<null> | null {
  const { timeIndex, clockIndex, timeFormat, headings, columns, decimalComma } = survey;
  if (timeIndex === null || timeFormat === null) return null;
  return {
    columns: headings?.length ?? columns.length,
    ...{ timeIndex, clockIndex, timeFormat, zone, decimalComma, cells: [], timeColumn: '' },
    isEmpty: makeEmptyCheck(format.emptyMarks),
    isEmptyText: makeEmptyCheck(format.emptyMarks ?? []),
  };
}

function previewRow(
  row: Survey['rows'][number],
  survey: Survey,
  plan: FilePlan<null> | null,
  lang: ImportContext['lang'],
) {
  const tell = (reason: Reason) => reasonText(reason, lang);
  if ('broken' in row) return { line: row.line, time: null, problem: tell('columns'), cells: [] };
  const shown = survey.columns.slice(0, SHOWN_COLUMNS);
  const cells = shown.map((signs, index) => {
    const raw = row.cells[index] ?? '';
    const text = plan && index !== plan.timeIndex ? readCell(raw, findType(signs), plan) : raw;
    return (text ?? '').slice(0, SHOWN_CELL);
  });
  if (!plan) return { line: row.line, time: null, problem: null, cells };
  const read = fitsColumns(row.cells, plan) ? readRowTime(row.cells, plan, Date.now()) : 'columns';
  return typeof read === 'string'
    ? { line: row.line, time: null, problem: tell(read), cells }
    : { line: row.line, time: new Date(read).toISOString(), problem: null, cells };
}

function describeColumns(survey: Survey) {
  const { columns, headings, timeIndex, clockIndex } = survey;
  const values = new Map(inferColumns(survey).map((column) => [column.column, column]));
  return columns.slice(0, SHOWN_COLUMNS).map((signs, index) => {
    const column = nameColumn(index, headings);
    const mapped = values.get(column);
    const role = index === timeIndex ? 'time' : index === clockIndex ? 'clock' : mapped ? 'value' : 'none';
    return {
      column,
      heading: headings?.[index] ?? '',
      role: role as 'time' | 'clock' | 'value' | 'none',
      code: mapped?.code ?? `column${index + 1}`,
      name: typeof mapped?.name === 'string' ? mapped.name : column,
      unit: mapped?.unit ?? '',
      kind: mapped?.kind ?? 'gauge',
      decimals: mapped?.decimals ?? 2,
      dataType: findType(signs),
      examples: signs.examples,
    };
  });
}

const dayText = (wall: number | undefined): string => new Date(wall ?? 0).toISOString().slice(0, 10);

/** The questions that the file leaves open: which of two readings is meant. */
function listQuestions({ timeUnclear, numberUnclear, headings }: Survey) {
  const days = timeUnclear && {
    column: nameColumn(timeUnclear.column, headings),
    example: timeUnclear.example,
    dmy: dayText(readWall(timeUnclear.example, 'dmy')?.wall),
    mdy: dayText(readWall(timeUnclear.example, 'mdy')?.wall),
  };
  const numbers = numberUnclear && {
    column: nameColumn(numberUnclear.column, headings),
    example: numberUnclear.example,
    comma: numberUnclear.example.replace(',', '.'),
    dot: numberUnclear.example.replace(',', ''),
  };
  return { timeUnclear: days, numberUnclear: numbers };
}

export async function inspectCsv({ lang }: Pick<ImportContext, 'lang'>, looked: LookedAt) {
  const survey = await surveyCsv(looked.path, looked.format);
  const { encoding, delimiter, headings, timeIndex, clockIndex, timeFormat, decimalComma } = survey;
  const plan = planPreview(survey, looked);
  const nameOf = (index: number | null) => (index === null ? null : nameColumn(index, headings));
  return {
    ...{ encoding, delimiter, header: headings !== null, timeFormat, decimalComma, zone: looked.zone },
    timeColumn: nameOf(timeIndex),
    clockColumn: nameOf(clockIndex),
    ...listQuestions(survey),
    columns: describeColumns(survey),
    columnsTotal: survey.columns.length,
    rows: survey.rows.slice(0, SHOWN_ROWS).map((row) => previewRow(row, survey, plan, lang)),
  };
}
