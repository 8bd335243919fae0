/** Converts a line of a file into points. Pure. */
import { findUnit } from '../../../../runtime/core/numbers/unit.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { timeRefusal } from '../../../sites/telemetry/intake/payload.ts';
import type { Reason } from '../../../sites/telemetry/intake/reasons.ts';
import { convertValue } from '../../../sites/telemetry/intake/value.ts';
import type { TelemetryVariable } from '../../../sites/telemetry/types.ts';
import { labelText, type MappedColumn, type MappedFile } from '../mapping.ts';
import { makeEmptyCheck, plainNumber } from './cells.ts';
import { type DayColumns, timesOfDay } from './dayColumns.ts';
import { findColumn, readHeading } from './names.ts';
import type { CsvRow } from './rows.ts';
import { labelOf } from './series.ts';
import { beginInterval } from './stamps.ts';
import { readTime, readWall, type TimeFormat } from './times.ts';
import { type Survey, timeText } from './understand.ts';

/** The variable's fields that reading a cell needs. In a dry run the variable may not exist yet. */
export type CellTarget = Pick<TelemetryVariable, 'dataType' | 'scale' | 'offset' | 'formula'> & {
  enabled: boolean;
};

export interface PlannedCell<T> {
  index: number;
  column: string;
  series: string | null;
  target: T;
}

export interface FilePlan<T> {
  columns: number;
  dataLine: number;
  timeIndex: number;
  clockIndex: number | null;
  timeColumn: string;
  timeFormat: TimeFormat;
  zone: string;
  /** The length of the interval that ends at the time. Null if the time is the beginning of an interval. */
  endOf: string | null;
  decimalComma: boolean;
  seriesPlaces: readonly number[];
  /** The known series. Lines of unknown series are rejected, and lines of `leftOut` are skipped. */
  series: ReadonlySet<string>;
  leftOut: ReadonlySet<string>;
  days: DayColumns | null;
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

export interface ReadCell<T> {
  target: T;
  column: string;
  ts: number;
  /** The text that a device would send. Null for an empty cell. */
  text: string | null;
  raw: string;
}

interface ReadLine<T> {
  /** Null if the whole line is rejected or skipped. */
  ts: number | null;
  series: string;
  cells: ReadCell<T>[];
  rejections: CellRejection[];
}

interface ConvertedRow<T> extends Pick<ReadLine<T>, 'ts' | 'series' | 'rejections'> {
  values: { target: T; column: string; ts: number; value: number | string }[];
  /** Number of empty cells. */
  empty: number;
}

const dayText = (wall: number | undefined): string =>
  wall === undefined ? '' : new Date(wall).toISOString().slice(0, 10);

/** Throws `import.timeUnclear` and `import.numberUnclear` if the same cells have two possible meanings. */
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

/** Replaces a column without a series by one column for each series. */
export function expandSeries(columns: readonly MappedColumn[], { seriesLabels }: Survey): MappedColumn[] {
  if (seriesLabels.length === 0) return [...columns];
  const isOnly = columns.length === 1;
  return columns.flatMap((column) => {
    if (column.series !== undefined) return [column];
    return seriesLabels.map(({ label, unit }, index) => {
      const own = isOnly ? label : `${label} ${labelText(column.name, 'en')}`;
      const { code, name } = readHeading(own, `${column.code.slice(0, 70)}_${index + 1}`);
      const known = findUnit(unit) ?? '';
      return { ...column, series: label, code, name, ...(known && !column.unit && { unit: known }) };
    });
  });
}

/** Returns the mapped file with a column for each of its series. */
export const expandFile = (file: MappedFile, survey: Survey): MappedFile =>
  file.seriesColumns?.length ? { ...file, columns: expandSeries(file.columns, survey) } : file;

/** The part of a mapping that defines how lines are read. */
type FileOptions = Pick<MappedFile, 'zone' | 'seriesColumns' | 'seriesLeftOut' | 'dayPerRow' | 'emptyMarks'>;

/** Plans how a file is read. Null if no column contains times, or their format is ambiguous. */
export function planReading<T>(
  options: FileOptions,
  survey: Survey,
  zone: string,
  cells: PlannedCell<T>[],
): FilePlan<T> | null {
  const { timeIndex, clockIndex, timeFormat, headings, columns, decimalComma, stamp, interval, layout } =
    survey;
  if (timeIndex === null || timeFormat === null) return null;
  const days = options.dayPerRow ? survey.dayColumns : null;
  return {
    columns: Math.max(headings?.length ?? columns.length, ...cells.map(({ index }) => index + 1)),
    dataLine: layout.dataLine,
    ...{ timeIndex, clockIndex, timeFormat, decimalComma, cells, days },
    zone: options.zone ?? survey.zone ?? zone,
    endOf: stamp === 'end' && !days ? interval : null,
    seriesPlaces: options.seriesColumns?.length ? survey.seriesPlaces : [],
    series: new Set(cells.flatMap(({ series }) => series ?? [])),
    leftOut: new Set(options.seriesLeftOut),
    timeColumn: headings?.[timeIndex] || `#${timeIndex + 1}`,
    isEmpty: makeEmptyCheck(options.emptyMarks),
    isEmptyText: makeEmptyCheck(options.emptyMarks ?? []),
  };
}

/**
 * Returns the plan for reading the file. Throws if `surveyCsv` found a problem: `import.noTimeColumn`,
 * `import.missingColumn`, `import.noDayColumns`, `import.intervalUnclear`, or an ambiguous cell.
 */
export function planFile<T>(
  file: MappedFile,
  survey: Survey,
  zone: string,
  targetOf: (column: MappedColumn) => T,
): FilePlan<T> {
  const { headings, columns, stamp, interval, dayColumns } = survey;
  const cells = file.columns.map((mapped) => {
    const index = findColumn(mapped.column, headings, columns.length);
    if (index < 0) throw new AppError('import.missingColumn', { column: mapped.column });
    return { index, column: mapped.column, series: mapped.series ?? null, target: targetOf(mapped) };
  });
  checkClear(survey);
  if (file.dayPerRow && !dayColumns) throw new AppError('import.noDayColumns');
  if (stamp === 'end' && interval === null && !file.dayPerRow) throw new AppError('import.intervalUnclear');
  const plan = planReading(file, survey, zone, cells);
  if (!plan) throw new AppError('import.noTimeColumn');
  return plan;
}

/** `after` is the time of the previous line. It selects one of the two instants when the clock is set back. */
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
  // The time is valid in UTC, so in this zone the clock skipped it.
  return readTime(text, plan.timeFormat, 'UTC') === null ? 'timeUnreadable' : 'timeSkipped';
}

/** Returns a cell as a device would send it. Null for an empty cell. */
export function readCell(
  raw: string,
  dataType: TelemetryVariable['dataType'],
  plan: Pick<FilePlan<unknown>, 'isEmpty' | 'isEmptyText' | 'decimalComma'>,
): string | null {
  if (dataType === 'text') return plan.isEmptyText(raw) ? null : raw;
  return plan.isEmpty(raw) ? null : plainNumber(raw, plan.decimalComma);
}

/**
 * Returns whether a line matches the columns. Missing cells at its end count as empty, and extra separators are
 * ignored.
 */
export const fitsColumns = (
  cells: readonly string[],
  { columns }: Pick<FilePlan<unknown>, 'columns'>,
): boolean => cells.length <= columns || cells.slice(columns).every((cell) => cell.trim() === '');

type Read<T> = Pick<PlannedCell<T>, 'column'> & { target: T; index: number; ts: number | null };

/**
 * Returns the cells of a line with their times. All have the same time, or each has the time of its interval of the
 * day.
 */
function listCells<T>(cells: readonly string[], plan: FilePlan<T>, ts: number, series: string): Read<T>[] {
  const own = plan.cells.filter((cell) => cell.series === null || cell.series === series);
  const { days, endOf, zone } = plan;
  if (!days) {
    // A counter reading belongs to the interval too. Otherwise a reading at midnight would count for the next day.
    const begin = endOf === null ? ts : beginInterval(ts, endOf, zone);
    return own.map((cell) => ({ ...cell, ts: begin }));
  }
  const times = timesOfDay(ts, days, zone, (index) => !plan.isEmpty(cells[index] ?? ''));
  return own.flatMap(({ index, column, target }) =>
    index === days.first
      ? times.map((time, place) => ({ index: days.first + place, column, target, ts: time }))
      : [{ index, column, target, ts }],
  );
}

/** Reads a line and returns its cells as a device would send them. */
export function readLine<T extends Pick<CellTarget, 'dataType'>>(
  { line, cells }: CsvRow,
  plan: FilePlan<T>,
  now: number,
  afterOf: (series: string) => number | undefined,
): ReadLine<T> {
  const series = labelOf(cells, plan.seriesPlaces);
  const read: ReadLine<T> = { ts: null, series, cells: [], rejections: [] };
  const refuse = (column: string, reason: Reason, raw: string): ReadLine<T> => {
    return { ...read, rejections: [{ line, column, reason, raw }] };
  };
  if (!fitsColumns(cells, plan)) return refuse('', 'columns', cells.join(','));
  if (plan.leftOut.has(series)) return read;
  if (plan.seriesPlaces.length > 0 && !plan.series.has(series)) return refuse('', 'unknownSeries', series);
  const time = readRowTime(cells, plan, now, afterOf(series));
  if (typeof time === 'string') return refuse(plan.timeColumn, time, timeText(cells, plan));
  read.ts = time;
  for (const { index, column, target, ts } of listCells(cells, plan, time, series)) {
    const raw = cells[index] ?? '';
    const text = readCell(raw, target.dataType, plan);
    if (ts !== null) read.cells.push({ target, column, ts, text, raw });
    else if (text !== null) read.rejections.push({ line, column, reason: 'timeSkipped', raw });
  }
  return read;
}

export function convertRow<T extends CellTarget>(
  row: CsvRow,
  plan: FilePlan<T>,
  now: number,
  afterOf: (series: string) => number | undefined,
): ConvertedRow<T> {
  const { ts, series, cells, rejections } = readLine(row, plan, now, afterOf);
  const converted: ConvertedRow<T> = { ts, series, values: [], empty: 0, rejections };
  for (const { target, column, ts: at, text, raw } of cells) {
    const refuse = (reason: Reason) => rejections.push({ line: row.line, column, reason, raw });
    if (text === null) {
      converted.empty += 1;
      continue;
    }
    const value = convertValue(text, target);
    if (target.formula !== null) refuse('calculated');
    else if (!target.enabled) refuse('variableDisabled');
    else if (value.ok) converted.values.push({ target, column, ts: at, value: value.value });
    else refuse(value.reason);
  }
  return converted;
}
