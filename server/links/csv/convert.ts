/** Makes points of a line of a file: pure. */
import { AppError } from '../../platform/errors/errors.ts';
import { timeRefusal } from '../../sites/telemetry/intake/payload.ts';
import type { Reason } from '../../sites/telemetry/intake/reasons.ts';
import { convertValue } from '../../sites/telemetry/intake/value.ts';
import type { TelemetryVariable } from '../../sites/telemetry/types.ts';
import { makeEmptyCheck, plainNumber } from './cells.ts';
import type { Survey } from './detectFormat.ts';
import type { MappedColumn, MappedFile } from './mapping.ts';
import { findColumn } from './names.ts';
import type { CsvRow } from './rows.ts';
import { readTime, readWall, type TimeFormat } from './times.ts';

/** The part of a variable that its cells need; in a dry run there may be no variable yet. */
export type CellTarget = Pick<TelemetryVariable, 'dataType' | 'scale' | 'offset' | 'formula'> & {
  enabled: boolean;
};

export interface PlannedCell<T> {
  index: number;
  column: string;
  target: T;
}

export interface FilePlan<T> {
  columns: number;
  timeIndex: number;
  clockIndex: number | null;
  timeColumn: string;
  timeFormat: TimeFormat;
  zone: string;
  decimalComma: boolean;
  isEmpty: (cell: string) => boolean;
  isEmptyText: (cell: string) => boolean;
  cells: PlannedCell<T>[];
}

export interface CellRejection {
  line: number;
  column: string;
  reason: Reason;
  raw: string;
}

export interface ConvertedRow<T> {
  /** Null: the line as a whole is rejected. */
  ts: number | null;
  values: { target: T; column: string; value: number | string }[];
  /** Cells that hold nothing. */
  empty: number;
  rejections: CellRejection[];
}

const dayText = (wall: number | undefined): string =>
  wall === undefined ? '' : new Date(wall).toISOString().slice(0, 10);

/** Throws `import.timeUnclear` and `import.numberUnclear`: the same cells mean one thing or another. */
function checkClear({ timeUnclear, numberUnclear, headings }: Survey): void {
  const nameOf = (index: number): string => headings?.[index] || `#${index + 1}`;
  if (timeUnclear) {
    const { column, example } = timeUnclear;
    const [dmy, mdy] = [readWall(example, 'dmy'), readWall(example, 'mdy')];
    throw new AppError('import.timeUnclear', {
      ...{ column: nameOf(column), example },
      ...{ dmy: dayText(dmy?.wall), mdy: dayText(mdy?.wall) },
    });
  }
  if (!numberUnclear) return;
  const { column, example } = numberUnclear;
  throw new AppError('import.numberUnclear', {
    ...{ column: nameOf(column), example },
    ...{ comma: example.replace(',', '.'), dot: example.replace(',', '') },
  });
}

/** Throws what `surveyCsv` left open: `import.noTimeColumn`, `import.missingColumn`, and what is unclear. */
export function planFile<T>(
  file: MappedFile,
  survey: Survey,
  zone: string,
  targetOf: (column: MappedColumn) => T,
): FilePlan<T> {
  const { timeIndex, clockIndex, headings, columns, decimalComma } = survey;
  const cells = file.columns.map((mapped) => {
    const index = findColumn(mapped.column, headings, columns.length);
    if (index < 0) throw new AppError('import.missingColumn', { column: mapped.column });
    return { index, column: mapped.column, target: targetOf(mapped) };
  });
  checkClear(survey);
  const { timeFormat } = survey;
  if (timeIndex === null || timeFormat === null) throw new AppError('import.noTimeColumn');
  return {
    columns: headings?.length ?? columns.length,
    ...{ timeIndex, clockIndex, timeFormat, zone, decimalComma, cells },
    timeColumn: headings?.[timeIndex] || `#${timeIndex + 1}`,
    isEmpty: makeEmptyCheck(file.emptyMarks),
    isEmptyText: makeEmptyCheck(file.emptyMarks ?? []),
  };
}

/** The time of a line as it is written: date and time of day may stand in two columns. */
const timeText = (cells: readonly string[], { timeIndex, clockIndex }: FilePlan<unknown>): string => {
  const date = cells[timeIndex] ?? '';
  return clockIndex === null ? date : `${date.trim()} ${(cells[clockIndex] ?? '').trim()}`;
};

/** `after` is the time of the line before: it tells which one of an hour that the clock shows twice. */
export function readRowTime(
  cells: readonly string[],
  plan: FilePlan<unknown>,
  now: number,
  after?: number,
): number | Reason {
  const text = timeText(cells, plan);
  if (plan.isEmpty(text)) return 'empty';
  const ts = readTime(text, plan.timeFormat, plan.zone, after);
  if (ts !== null) return timeRefusal(ts, now) ?? ts;
  // A time that reads well in UTC but not here was skipped by the clock.
  return readTime(text, plan.timeFormat, 'UTC') === null ? 'timeUnreadable' : 'timeSkipped';
}

/** A cell as a device would send it; null: it holds nothing. */
export function readCell(
  raw: string,
  dataType: TelemetryVariable['dataType'],
  plan: FilePlan<unknown>,
): string | null {
  if (dataType === 'text') return plan.isEmptyText(raw) ? null : raw;
  return plan.isEmpty(raw) ? null : plainNumber(raw, plan.decimalComma);
}

/** Separators at the end of a line are no cells. */
export const fitsColumns = (cells: readonly string[], { columns }: FilePlan<unknown>): boolean =>
  cells.length === columns ||
  (cells.length > columns && cells.slice(columns).every((cell) => cell.trim() === ''));

export function convertRow<T extends CellTarget>(
  { line, cells }: CsvRow,
  plan: FilePlan<T>,
  now: number,
  after?: number,
): ConvertedRow<T> {
  const refuse = (column: string, reason: Reason, raw: string): ConvertedRow<T> => {
    return { ts: null, values: [], empty: 0, rejections: [{ line, column, reason, raw }] };
  };
  if (!fitsColumns(cells, plan)) return refuse('', 'columns', cells.join(','));
  const time = readRowTime(cells, plan, now, after);
  if (typeof time === 'string') return refuse(plan.timeColumn, time, timeText(cells, plan));
  const converted: ConvertedRow<T> = { ts: time, values: [], empty: 0, rejections: [] };
  for (const { index, column, target } of plan.cells) {
    const raw = cells[index] ?? '';
    const text = readCell(raw, target.dataType, plan);
    if (text === null) {
      converted.empty += 1;
      continue;
    }
    const value = convertValue(text, target);
    if (target.formula !== null) converted.rejections.push({ line, column, reason: 'calculated', raw });
    else if (!target.enabled) converted.rejections.push({ line, column, reason: 'variableDisabled', raw });
    else if (value.ok) converted.values.push({ target, column, value: value.value });
    else converted.rejections.push({ line, column, reason: value.reason, raw });
  }
  return converted;
}
