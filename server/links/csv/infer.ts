/** A mapping from nothing but a file: every column that holds values becomes a variable of one device. Pure. */
import { findType } from './columnSigns.ts';
import type { Survey } from './detectFormat.ts';
import type { MappedColumn, MappedFile } from './mapping.ts';
import { makeDeviceSn, nameColumn, readHeading } from './names.ts';

/** Numbers one a row that programs write in front of their tables are no values. */
const isRowNumber = ({ examples }: Survey['columns'][number], column: number): boolean =>
  column === 0 &&
  examples.length > 1 &&
  examples.every((text, index) => text === String(Number(examples[0]) + index));

/** The columns that hold values: neither times nor row numbers, and with a heading where the others have one. */
export function inferColumns(survey: Survey): MappedColumn[] {
  const { columns, headings, timeIndex, clockIndex } = survey;
  const codes = new Set<string>();
  return columns.flatMap((signs, index) => {
    const heading = headings?.[index] ?? '';
    const isUnnamed = headings !== null && heading === '';
    const isTime = index === timeIndex || index === clockIndex || /^interval_end$/i.test(heading);
    if (isTime || (isUnnamed && (signs.filled === 0 || isRowNumber(signs, index)))) return [];
    const { code, name, unit, kind, decimals } = readHeading(heading, `column${index + 1}`);
    const ownCode = codes.has(code) ? `${code.slice(0, 70)}_${index + 1}` : code;
    codes.add(ownCode);
    const dataType = findType(signs);
    const column = { column: nameColumn(index, headings), code: ownCode, name };
    return [dataType === 'number' ? { ...column, unit, kind, decimals } : { ...column, dataType }];
  });
}

/** Null: the file has no column of times, or none of values. */
export function inferFile(fileName: string, survey: Survey): MappedFile | null {
  if (survey.timeIndex === null) return null;
  const columns = inferColumns(survey);
  if (columns.length === 0) return null;
  const name = fileName.replace(/\.(?:csv|tsv|txt)$/i, '').slice(0, 100) || 'recording';
  return {
    match: fileName,
    timeColumn: nameColumn(survey.timeIndex, survey.headings),
    ...(survey.clockIndex !== null && { clockColumn: nameColumn(survey.clockIndex, survey.headings) }),
    device: { sn: makeDeviceSn(fileName), name, type: 'other' },
    columns,
  };
}
