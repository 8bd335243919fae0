/** Detects the format of a file from its first records and the user's settings. Pure. */
import { AppError } from '../../../platform/errors/errors.ts';
import type { FileFormat } from '../mapping.ts';
import type { ColumnSigns } from './columnSigns.ts';
import { type DayColumns, findDayColumns } from './dayColumns.ts';
import type { Encoding } from './encoding.ts';
import { isEndName, isStartName, readZone, readZoneLine } from './headings.ts';
import type { Layout } from './layout.ts';
import { findColumn } from './names.ts';
import type { CsvBroken, CsvRow } from './rows.ts';
import { findFixedTexts, findSeriesColumns, type SameTimes } from './series.ts';
import { findInterval, type Stamp } from './stamps.ts';
import { findClockColumn, findTimeColumn, findTimeFormat } from './timeColumn.ts';
import { readWall, type TimeFormat } from './times.ts';

/** The source of a detected setting: the user, a mark in the file, a heading, or the cells. `usual` is the default. */
type Why = 'said' | 'mark' | 'heading' | 'cells' | 'usual';

/** A cell with two possible meanings that nothing in the file decides. */
export interface Unclear {
  /** Index of the column. */
  column: number;
  example: string;
}

/** The first records of a file. */
export interface Sample {
  encoding: Encoding;
  delimiter: string;
  /** True if the file itself states its encoding or separator. */
  marks: { encoding: boolean; delimiter: boolean };
  layout: Layout;
  /** The formats of the data cells by column. Headings are not counted. */
  columns: readonly ColumnSigns[];
  rows: readonly (CsvRow | CsvBroken)[];
  sameTimes: SameTimes;
}

type Understood = 'encoding' | 'delimiter' | 'headingLines' | 'timeColumn' | 'timeFormat' | 'zone' | 'stamp';
type Whys = Record<Understood | 'interval' | 'decimalComma' | 'seriesColumns' | 'dayPerRow', Why>;

export interface Survey {
  encoding: Encoding;
  delimiter: string;
  layout: Layout;
  /** Null if the file has none. */
  headings: string[] | null;
  columns: readonly ColumnSigns[];
  /** Indexes of columns. Null if none was found. */
  timeIndex: number | null;
  clockIndex: number | null;
  /** Null if no time was found, or its format is ambiguous. */
  timeFormat: TimeFormat | null;
  timeUnclear: Unclear | null;
  /** Null for the time zone of the device. */
  zone: string | null;
  stamp: Stamp;
  /** Null if the interval cannot be determined. */
  interval: string | null;
  decimalComma: boolean;
  numberUnclear: Unclear | null;
  /** Indexes of the columns that separate series, and their content. */
  seriesPlaces: readonly number[];
  seriesLabels: readonly SeriesLabel[];
  /** Index of the column that contains the unit of each line. */
  unitPlace: number | null;
  /** Columns with the same text in all lines. */
  fixed: ReadonlySet<number>;
  /** Columns that look like the intervals of a day. `dayPerRow` is null if the user must decide. */
  dayColumns: DayColumns | null;
  dayPerRow: boolean | null;
  why: Whys;
  /** The first data records. */
  rows: readonly (CsvRow | CsvBroken)[];
}

export interface SeriesLabel {
  label: string;
  /** Empty if no column contains the unit. */
  unit: string;
}

interface Times extends Pick<Survey, 'timeIndex' | 'clockIndex'> {
  format: TimeFormat | 'unclear' | null;
}

function placeColumn(column: string, headings: readonly string[] | null, count: number): number {
  const index = findColumn(column, headings, count);
  if (index < 0) throw new AppError('import.missingColumn', { column });
  return index;
}

export function findTimes(
  { layout: { headings }, columns }: Pick<Sample, 'layout' | 'columns'>,
  format: FileFormat,
): Times {
  const place = (column: string | undefined) =>
    column === undefined ? null : placeColumn(column, headings, columns.length);
  const timeIndex = place(format.timeColumn) ?? findTimeColumn(columns, headings ?? []);
  if (timeIndex === null) return { timeIndex: null, clockIndex: null, format: null };
  const signs = columns[timeIndex];
  const clockIndex =
    place(format.clockColumn) ??
    (format.timeColumn === undefined ? findClockColumn(columns, timeIndex) : null);
  return { timeIndex, clockIndex, format: format.timeFormat ?? (signs ? findTimeFormat(signs) : null) };
}

export function findDecimals(columns: readonly ColumnSigns[], timeIndex: number | null): boolean | Unclear {
  const values = columns.filter((_, index) => index !== timeIndex);
  const commas = values.reduce((sum, signs) => sum + signs.commas, 0);
  const dots = values.reduce((sum, signs) => sum + signs.dots, 0);
  if (commas + dots > 0) return commas > dots;
  const column = columns.findIndex(({ twoNumbers }, index) => index !== timeIndex && twoNumbers !== null);
  return column < 0 ? false : { column, example: columns[column]!.twoNumbers! };
}

/**
 * Returns the time zone in a heading of the times, or in a line above the headings. Null if there is none.
 */
function findZone({ headings, skipped }: Layout, { timeIndex, clockIndex }: Times): string | null {
  for (const index of [timeIndex, clockIndex]) {
    const zone = index === null ? null : readZone(headings?.[index] ?? '');
    if (zone !== null) return zone;
  }
  return skipped.map(readZoneLine).find((zone) => zone !== null) ?? null;
}

function findStamp(headings: readonly string[] | null, { timeIndex, clockIndex }: Times): Stamp | null {
  const time = timeIndex === null ? '' : (headings?.[timeIndex] ?? '');
  const clock = clockIndex === null ? '' : (headings?.[clockIndex] ?? '');
  if (isEndName(time) || (isEndName(clock) && !isStartName(time))) return 'end';
  return isStartName(time) ? 'start' : null;
}

/** Returns the time of a line as text. It combines date and time of day if they are in two columns. */
export function timeText(
  cells: readonly string[],
  { timeIndex, clockIndex }: { timeIndex: number; clockIndex: number | null },
): string {
  const date = cells[timeIndex] ?? '';
  return clockIndex === null ? date : `${date.trim()} ${(cells[clockIndex] ?? '').trim()}`;
}

function listWalls(rows: Sample['rows'], { timeIndex, clockIndex, format }: Times): number[] {
  if (timeIndex === null || format === null || format === 'unclear') return [];
  return rows.flatMap((row) => {
    if ('broken' in row) return [];
    const text = timeText(row.cells, { timeIndex, clockIndex }).trim();
    if (format === 's') return Number(text) * 1000 || [];
    if (format === 'ms') return Number(text) || [];
    return readWall(text, format)?.wall ?? [];
  });
}

const UNIT_HEADING = /^(?:unit|units|unit[_ ]of[_ ]measure(?:ment)?|uom|einheit|eenheid|unité|unidad|单位)$/i;

const dataCells = (rows: Sample['rows']): string[][] =>
  rows.flatMap((row) => ('cells' in row ? [row.cells] : []));

function findSeries(sample: Sample, format: FileFormat, times: Times) {
  const { layout, columns, sameTimes } = sample;
  const { headings } = layout;
  const unitPlace = headings?.findIndex((heading) => UNIT_HEADING.test(heading)) ?? -1;
  const used = new Set([times.timeIndex ?? -1, times.clockIndex ?? -1, unitPlace]);
  const places =
    format.seriesColumns?.map((column) => placeColumn(column, headings, columns.length)) ??
    findSeriesColumns(sameTimes, columns, headings, used);
  return {
    seriesPlaces: places,
    unitPlace: unitPlace < 0 ? null : unitPlace,
    fixed: findFixedTexts(dataCells(sample.rows), columns, headings, places),
  };
}

function explain(sample: Sample, format: FileFormat, found: Pick<Survey, 'zone' | 'seriesPlaces'>): Whys {
  const { marks, layout } = sample;
  const by = (option: unknown, found: Why): Why => (option === undefined ? found : 'said');
  const { timeColumn, timeFormat, zone, stamp, interval, decimalComma, seriesColumns, dayPerRow } = format;
  const isUsual = layout.headings === null || layout.skipLines > 0;
  return {
    encoding: by(format.encoding, marks.encoding ? 'mark' : 'cells'),
    delimiter: by(format.delimiter, marks.delimiter ? 'mark' : 'cells'),
    headingLines: by(format.headingLines ?? format.skipLines, isUsual ? 'cells' : 'usual'),
    timeColumn: by(timeColumn, 'cells'),
    timeFormat: by(timeFormat, 'cells'),
    zone: by(zone, found.zone === null ? 'usual' : 'heading'),
    stamp: by(stamp, 'usual'),
    interval: by(interval, 'cells'),
    decimalComma: by(decimalComma, 'cells'),
    seriesColumns: by(seriesColumns, found.seriesPlaces.length > 0 ? 'cells' : 'usual'),
    dayPerRow: by(dayPerRow, 'usual'),
  };
}

const PREVIEW_ROWS = 20;

export function understand(sample: Sample, format: FileFormat): Survey {
  const { encoding, delimiter, layout, columns, rows } = sample;
  const { headings } = layout;
  const times = findTimes(sample, format);
  const { timeIndex, clockIndex } = times;
  const decimals = format.decimalComma ?? findDecimals(columns, timeIndex);
  const zone = format.zone ?? findZone(layout, times);
  const series = findSeries(sample, format, times);
  const stamp = findStamp(headings, times);
  const days =
    timeIndex === null || clockIndex !== null ? null : findDayColumns(headings, columns, timeIndex);
  const dayPerRow = format.dayPerRow ?? (days ? null : false);
  if (dayPerRow && !days) throw new AppError('import.noDayColumns');
  const why = explain(sample, format, { zone, seriesPlaces: series.seriesPlaces });
  return {
    ...{ encoding, delimiter, layout, headings, columns, timeIndex, clockIndex, zone, dayPerRow },
    ...series,
    seriesLabels: [],
    timeFormat: times.format === 'unclear' ? null : times.format,
    timeUnclear:
      times.format === 'unclear' ? { column: timeIndex!, example: columns[timeIndex!]!.twoDays ?? '' } : null,
    stamp: format.stamp ?? stamp ?? 'start',
    interval: format.interval ?? findInterval(listWalls(rows, times)),
    decimalComma: decimals === true,
    numberUnclear: typeof decimals === 'boolean' ? null : decimals,
    dayColumns: days,
    why: { ...why, stamp: why.stamp === 'said' || stamp === null ? why.stamp : 'heading' },
    rows: rows.slice(0, PREVIEW_ROWS),
  };
}
