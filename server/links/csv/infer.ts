/** A mapping from nothing but a file: every column that holds values becomes a variable of one device. Pure. */
import { findType } from './columnSigns.ts';
import type { MappedColumn, MappedFile } from './mapping.ts';
import { makeDeviceSn, nameColumn, readHeading } from './names.ts';
import type { Survey } from './survey.ts';

/** Numbers one a row that programs write in front of their tables are no values. */
const isRowNumber = ({ examples }: Survey['columns'][number], at: number): boolean =>
  at === 0 &&
  examples.length > 1 &&
  examples.every((text, index) => text === String(Number(examples[0]) + index));

/** The columns that hold values: neither times nor row numbers, and with a heading where the others have one. */
export function inferColumns(survey: Survey): MappedColumn[] {
  const { columns, headings, timeIndex, clockIndex } = survey;
  const codes = new Set<string>();
  return columns.flatMap((signs, at) => {
    const heading = headings?.[at] ?? '';
    const isUnnamed = headings !== null && heading === '';
    const isTime = at === timeIndex || at === clockIndex || /^interval_end$/i.test(heading);
    if (isTime || (isUnnamed && (signs.filled === 0 || isRowNumber(signs, at)))) return [];
    const { code, name, unit, kind, decimals } = readHeading(heading, `column${at + 1}`);
    const own = codes.has(code) ? `${code.slice(0, 70)}_${at + 1}` : code;
    codes.add(own);
    const dataType = findType(signs);
    const known = { column: nameColumn(at, headings), code: own, name };
    return [dataType === 'number' ? { ...known, unit, kind, decimals } : { ...known, dataType }];
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
