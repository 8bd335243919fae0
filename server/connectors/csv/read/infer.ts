/** Infers a mapping from a file alone: every column with values becomes a variable of one device. Pure. */
import { findUnit } from '../../../../runtime/core/numbers/unit.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { decimalsOf } from '../../../sites/telemetry/intake/unitOfName.ts';
import type { DataType, VariableKind } from '../../../sites/telemetry/types.ts';
import { labelText, type MappedColumn, type MappedFile } from '../mapping.ts';
import { isNumber, plainNumber } from './cells.ts';
import { findType } from './columnSigns.ts';
import { expandSeries } from './convert.ts';
import { isEndName } from './headings.ts';
import { findKind } from './kinds.ts';
import { makeDeviceSn, nameColumn, readHeading } from './names.ts';
import { labelOf } from './series.ts';
import { isTimeLike } from './timeColumn.ts';
import type { Survey } from './understand.ts';

/** Row numbers in front of a table are not values. */
const isRowNumber = ({ examples }: Survey['columns'][number], column: number): boolean =>
  column === 0 &&
  examples.length > 1 &&
  examples.every((text, index) => text === String(Number(examples[0]) + index));

type ColumnRole = 'time' | 'clock' | 'series' | 'unit' | 'value' | 'none';

export function roleOf(survey: Survey, index: number): ColumnRole {
  const { columns, headings, timeIndex, clockIndex, seriesPlaces, unitPlace, fixed, dayPerRow, dayColumns } =
    survey;
  const signs = columns[index]!;
  const heading = headings?.[index] ?? '';
  if (index === timeIndex) return 'time';
  if (index === clockIndex) return 'clock';
  if (seriesPlaces.includes(index)) return 'series';
  if (index === unitPlace) return 'unit';
  const isUnnamed = headings !== null && heading === '';
  const isEmpty = signs.filled === 0 && (isUnnamed || survey.rows.length > 1);
  if (isEmpty || (isUnnamed && isRowNumber(signs, index))) return 'none';
  if (
    fixed.has(index) ||
    isTimeLike(signs) ||
    (timeIndex !== null && isEndName(heading) && signs.numbers === 0)
  )
    return 'none';
  // Only the first column of a day's intervals is listed, in place of all of them.
  const isLater = dayPerRow && dayColumns && index > dayColumns.first && index <= dayColumns.last;
  return isLater ? 'none' : 'value';
}

/** A column with its inferred meaning. `kind` is null if the user must decide. */
export type InferredColumn = Omit<MappedColumn, 'name' | 'kind'> & {
  index: number;
  name: string;
  dataType: DataType;
  kind: VariableKind | null;
  unit: string;
};

function valuesOf(
  { rows, seriesPlaces, decimalComma }: Survey,
  index: number,
  series: string | undefined,
): number[] {
  return rows.flatMap((row) => {
    if ('broken' in row || (series !== undefined && labelOf(row.cells, seriesPlaces) !== series)) return [];
    const cell = row.cells[index] ?? '';
    return isNumber(cell) ? [Number(plainNumber(cell, decimalComma))] : [];
  });
}

/** Returns the unit from a column of units if the heading has none. */
function unitOfLines({ unitPlace, rows }: Survey): string {
  if (unitPlace === null) return '';
  const units = new Set(rows.flatMap((row) => ('cells' in row ? [(row.cells[unitPlace] ?? '').trim()] : [])));
  return units.size === 1 ? (findUnit([...units][0]!) ?? '') : '';
}

const DAY_NAME = 'value';

function nameValue(survey: Survey, index: number) {
  const { headings, dayPerRow, dayColumns } = survey;
  const isDay = dayPerRow && dayColumns?.first === index;
  return readHeading(isDay ? DAY_NAME : (headings?.[index] ?? ''), `column${index + 1}`);
}

/** Returns the columns with values, one for each series. */
export function inferColumns(survey: Survey): InferredColumn[] {
  const { columns, headings, seriesLabels } = survey;
  const codes = new Set<string>();
  const places = [...columns.keys()].filter((index) => roleOf(survey, index) === 'value');
  const mapped = places.map((index): MappedColumn & { index: number } => {
    const { code, name, unit } = nameValue(survey, index);
    const own = unit || (seriesLabels.length === 0 ? unitOfLines(survey) : '');
    return { index, column: nameColumn(index, headings), code, name, ...(own && { unit: own }) };
  });
  return (expandSeries(mapped, survey) as typeof mapped).map(({ index, ...column }) => {
    const { code, unit = '', series } = column;
    const ownCode = codes.has(code) ? `${code.slice(0, 70)}_${index + 1}` : code;
    codes.add(ownCode);
    const dataType = findType(columns[index]!, headings?.[index]);
    const name = labelText(column.name, 'en');
    const heading = `${headings?.[index] ?? ''} ${series ?? ''}`;
    const kind = dataType === 'number' ? findKind(heading, unit, valuesOf(survey, index, series)) : 'gauge';
    return { ...column, index, code: ownCode, name, dataType, kind, unit, decimals: decimalsOf(unit) };
  });
}

/** Throws `import.daysUnclear` and `import.kindUnclear`: questions that only the user can answer. */
function checkDecided(survey: Survey, columns: readonly InferredColumn[]): void {
  const { dayPerRow, dayColumns, headings } = survey;
  if (dayPerRow === null && dayColumns) {
    const { first, last, minutes } = dayColumns;
    const nameOf = (index: number): string => headings?.[index] ?? '';
    throw new AppError('import.daysUnclear', { first: nameOf(first), last: nameOf(last), minutes });
  }
  const unclear = columns.filter(({ kind }) => kind === null);
  if (unclear.length === 0) return;
  const names = [...new Set(unclear.map(({ column, series }) => series ?? column))];
  throw new AppError('import.kindUnclear', { columns: names.slice(0, 5).join(', '), unit: unclear[0]!.unit });
}

/**
 * Returns null if the file has no column of times or no column of values. `kind` is the kind of its energy columns.
 * Throws `import.daysUnclear`, `import.kindUnclear`.
 */
export function inferFile(fileName: string, survey: Survey, kind?: VariableKind): MappedFile | null {
  const { timeIndex, clockIndex, headings, seriesPlaces, dayPerRow } = survey;
  if (timeIndex === null) return null;
  const found = inferColumns(survey);
  if (found.length === 0) return null;
  const columns = found.map((column) => ({ ...column, kind: column.kind ?? kind ?? null }));
  checkDecided(survey, columns);
  const name = fileName.replace(/\.(?:csv|tsv|txt)$/i, '').slice(0, 100) || 'recording';
  return {
    match: fileName,
    timeColumn: nameColumn(timeIndex, headings),
    ...(clockIndex !== null && { clockColumn: nameColumn(clockIndex, headings) }),
    ...(seriesPlaces.length > 0 && {
      seriesColumns: seriesPlaces.map((place) => nameColumn(place, headings)),
    }),
    ...(dayPerRow && { dayPerRow }),
    device: { sn: makeDeviceSn(fileName), name, type: 'other' },
    columns: columns.map(({ index: _index, kind: own, unit, decimals, dataType, ...column }) =>
      dataType === 'number'
        ? { ...column, unit, kind: own ?? 'gauge', ...(decimals !== undefined && { decimals }) }
        : { ...column, dataType },
    ),
  };
}
