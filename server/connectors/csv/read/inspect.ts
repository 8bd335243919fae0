/** Describes how a file is read, for a user who checks it before the import. */
import { type Reason, reasonText } from '../../../sites/telemetry/intake/reasons.ts';
import type { FileFormat } from '../mapping.ts';
import type { ImportContext } from '../store/jobs.ts';
import { findType } from './columnSigns.ts';
import { type FilePlan, planReading, readLine } from './convert.ts';
import { surveyCsv } from './detectFormat.ts';
import { type InferredColumn, inferColumns, roleOf } from './infer.ts';
import { nameColumn } from './names.ts';
import { readWall } from './times.ts';
import type { Survey } from './understand.ts';

const SHOWN_ROWS = 10;
const SHOWN_COLUMNS = 200;
const SHOWN_CELL = 100;
const SHOWN_SKIPPED = 5;

export interface LookedAt {
  path: string;
  format: FileFormat;
  /** The zone of the station. */
  zone: string;
}

type Place = Pick<InferredColumn, 'dataType'> & { place: number };
type Preview = FilePlan<Place>;

/** Returns null if the times of the file are not clear yet. */
function planPreview(
  survey: Survey,
  columns: readonly InferredColumn[],
  { format, zone }: LookedAt,
): Preview | null {
  const { seriesPlaces, headings, dayPerRow } = survey;
  const seriesColumns = seriesPlaces.map((place) => nameColumn(place, headings));
  const cells = columns.map(({ index, column, series = null, dataType }, place) => {
    return { index, column, series, target: { dataType, place } };
  });
  return planReading({ ...format, seriesColumns, dayPerRow: dayPerRow ?? false }, survey, zone, cells);
}

type Row = Survey['rows'][number];

/** Returns a line as it would be read. Each value has the index of its column in the list of columns. */
function previewRow(row: Row, plan: Preview, lang: ImportContext['lang']) {
  const textOf = (reason: Reason) => reasonText(reason, lang);
  if ('broken' in row) return { line: row.line, time: null, problem: textOf('columns'), values: [] };
  const { ts, cells, rejections } = readLine(row, plan, Date.now(), () => undefined);
  if (ts === null)
    return {
      line: row.line,
      time: null,
      problem: rejections[0] ? textOf(rejections[0].reason) : null,
      values: [],
    };
  const shown = cells.slice(0, SHOWN_COLUMNS).map(({ target, ts: at, text }) => {
    return {
      column: target.place,
      time: new Date(at).toISOString(),
      text: (text ?? '').slice(0, SHOWN_CELL),
    };
  });
  return { line: row.line, time: new Date(ts).toISOString(), problem: null, values: shown };
}

/** Returns lines of a file unchanged if their times are not understood yet. */
const plainRow = (row: Row) => ({
  ...{ line: row.line, time: null, problem: null },
  values: ('cells' in row ? row.cells : [row.broken]).slice(0, SHOWN_COLUMNS).map((text) => {
    return { column: -1, time: null, text: text.slice(0, SHOWN_CELL) };
  }),
});

const DECIMALS = 2;

/** Lists the columns with values, one for each series, then the others. */
function describeColumns(survey: Survey, inferred: readonly InferredColumn[]) {
  const { columns, headings, dayColumns, dayPerRow } = survey;
  const values = inferred.map(
    ({ index, column, series = null, code, name, unit, kind, decimals, dataType }) => {
      const through = dayPerRow && dayColumns?.first === index ? nameColumn(dayColumns.last, headings) : null;
      return {
        ...{
          column,
          series,
          through,
          heading: headings?.[index] ?? '',
          role: 'value' as const,
          code,
          name,
          unit,
          kind,
        },
        ...{ decimals: decimals ?? DECIMALS, dataType, examples: columns[index]!.examples },
      };
    },
  );
  const others = [...columns.keys()].flatMap((index) => {
    const role = roleOf(survey, index);
    if (role === 'value') return [];
    const column = nameColumn(index, headings);
    return {
      ...{ column, series: null, through: null, heading: headings?.[index] ?? '', role },
      ...{ code: `column${index + 1}`, name: column, unit: '', kind: 'gauge' as const, decimals: DECIMALS },
      ...{ dataType: findType(columns[index]!, headings?.[index]), examples: columns[index]!.examples },
    };
  });
  return [...values, ...others];
}

const dayText = (wall: number | undefined): string => new Date(wall ?? 0).toISOString().slice(0, 10);

/** Lists the open questions of the file: which of two meanings is correct. */
function listQuestions({ timeUnclear, numberUnclear, headings, dayColumns, dayPerRow }: Survey) {
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
  const intervals = dayPerRow === null &&
    dayColumns && {
      first: nameColumn(dayColumns.first, headings),
      last: nameColumn(dayColumns.last, headings),
      count: dayColumns.last - dayColumns.first + 1,
      minutes: dayColumns.minutes,
    };
  return { timeUnclear: days, numberUnclear: numbers, daysUnclear: intervals || null };
}

export async function inspectCsv({ lang }: Pick<ImportContext, 'lang'>, looked: LookedAt) {
  const survey = await surveyCsv(looked.path, looked.format);
  const { encoding, delimiter, headings, timeIndex, clockIndex, timeFormat, decimalComma, layout } = survey;
  const inferred = inferColumns(survey);
  const plan = planPreview(survey, inferred, looked);
  const nameOf = (index: number | null) => (index === null ? null : nameColumn(index, headings));
  const columns = describeColumns(survey, inferred);
  const skipped = layout.skipped
    .slice(0, SHOWN_SKIPPED)
    .map((cells) => cells.join(' · ').slice(0, SHOWN_CELL));
  return {
    ...{ encoding, delimiter, timeFormat, decimalComma, zone: survey.zone ?? looked.zone },
    ...{ skipLines: layout.skipLines, headingLines: layout.headingLines, skipped },
    ...{ stamp: survey.stamp, interval: survey.interval, dayPerRow: survey.dayPerRow },
    timeColumn: nameOf(timeIndex),
    clockColumn: nameOf(clockIndex),
    seriesColumns: survey.seriesPlaces.map((place) => nameColumn(place, headings)),
    ...listQuestions(survey),
    why: survey.why,
    columns: columns.slice(0, SHOWN_COLUMNS),
    columnsTotal: columns.length,
    rows: survey.rows.slice(0, SHOWN_ROWS).map((row) => (plan ? previewRow(row, plan, lang) : plainRow(row))),
  };
}
