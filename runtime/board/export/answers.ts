/** Turns the answers of calls into tables: the fields with a title, in the reader's language and with units. Pure. */

import { type AnswerField, answers } from '../../../generated/answers.ts';
import type { Text } from '../../../generated/definition.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { formatMoment } from '../../core/numbers/format.ts';
import { isObject } from '../../core/object.ts';
import type { NeedResult, NeedSpec } from '../../core/scheduler/types.ts';
import { pickText } from '../../core/text/pickText.ts';
import type { TableCell, TableColumn, TableWords } from './table.ts';

type Fields = Record<string, AnswerField>;
type Thing = Record<string, unknown>;
type Words = Pick<TableWords, 'time' | 'field' | 'value' | 'yes' | 'no' | 'lang' | 'zone'>;
export interface Block {
  /** Title of the list in the answer. Absent for values of the answer itself. */
  title?: string;
  columns: TableColumn[];
  rows: TableCell[][];
  more?: boolean;
}

const objectsOf = (value: unknown): Thing[] => (Array.isArray(value) ? value.filter(isObject) : []);
const isPlain = ({ fields }: AnswerField): boolean => fields === undefined;

const DATE_TIME = 'date-time';
/** Field of an answer that contains the bucket starts. */
const TIME_KEYS = 'time_keys';

/** Returns a fixed unit, or the unit in a field of the answer: `{currency}`, `{energyType.unit}`. */
function unitIn(unit: string | undefined, answer: unknown): string {
  const [, path] = /^\{(.+)\}$/.exec(unit ?? '') ?? [];
  if (path === undefined) return unit ?? '';
  const step = path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), answer);
  return typeof step === 'string' ? step : '';
}

function titleOf(field: AnswerField, name: string, answer: unknown, { lang }: Words): string {
  const unit = unitIn(field.unit, answer);
  const title = pickText(field.title, lang) ?? name;
  return unit === '' ? title : `${title} (${unit})`;
}

/**
 * Returns a cell: the label of a code, a time from milliseconds, or a number. A decimal in a string counts as a number
 * if the field has a unit.
 */
function cellIn(value: unknown, field: AnswerField, { yes, no, lang }: Words): TableCell {
  if (value === null || value === undefined) return null;
  const entries: readonly { value: unknown; title: Text }[] = [
    ...(field.options ?? []),
    ...((field.dictionary && Object.hasOwn(dictionaries, field.dictionary)
      ? dictionaries[field.dictionary as keyof typeof dictionaries].entries
      : undefined) ?? []),
  ];
  const entry = entries.find((entry) => entry.value === value);
  if (entry) return pickText(entry.title, lang);
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  if (field.format === DATE_TIME) return Date.parse(value);
  return field.unit !== undefined && Number.isFinite(Number(value)) ? Number(value) : value;
}

function columnOf(title: string, { format }: AnswerField, cells: readonly TableCell[]): TableColumn {
  if (format === DATE_TIME) return { title, kind: 'time' };
  const isNumber = cells.some((cell) => cell !== null) && cells.every((cell) => typeof cell !== 'string');
  return { title, kind: isNumber ? 'number' : 'text' };
}

const named = (fields: Fields, keep: (field: AnswerField) => boolean) =>
  Object.entries(fields).filter(([, field]) => keep(field));

/** Returns the single values of a record, one per line. */
function factsBlock(fields: Fields, record: Thing, answer: unknown, words: Words): Block[] {
  const rows = named(fields, isPlain)
    .filter(([name]) => name in record && !Array.isArray(record[name]))
    .map(([name, field]): TableCell[] => {
      const cell = cellIn(record[name], field, words);
      const isMoment = field.format === DATE_TIME && typeof cell === 'number';
      return [
        titleOf(field, name, answer, words),
        isMoment ? formatMoment(cell, 'second', words.zone) : cell,
      ];
    });
  if (rows.length === 0) return [];
  const columns: TableColumn[] = [words.field, words.value].map((title) => ({ title, kind: 'text' }));
  return [{ columns, rows }];
}

/** Returns a list as a table. Nested lists follow in separate tables. */
function listBlocks(field: AnswerField, records: readonly Thing[], answer: unknown, words: Words): Block[] {
  const fields = field.fields ?? {};
  const plain = named(fields, isPlain).filter(([name]) =>
    records.some((record) => name in record && !Array.isArray(record[name])),
  );
  const rows = records.map((record) => plain.map(([name, field]) => cellIn(record[name], field, words)));
  const columns = plain.map(([name, field], index) =>
    columnOf(
      titleOf(field, name, answer, words),
      field,
      rows.map((row) => row[index] ?? null),
    ),
  );
  const plainTable = rows.length > 0 && plain.length > 0 ? [{ columns, rows }] : [];
  const nested = named(fields, (field) => !isPlain(field)).flatMap(([name, field]) =>
    listBlocks(
      field,
      records.flatMap((record) => objectsOf(record[name])),
      answer,
      words,
    ),
  );
  return [...plainTable.map((block) => ({ ...readTitle(field, words), ...block })), ...nested];
}

const readTitle = ({ title }: AnswerField, { lang }: Words) =>
  title ? { title: pickText(title, lang) } : {};

interface Course {
  title: string;
  values: unknown[];
  field: AnswerField;
}

/** Returns every list of values with its bucket starts, both of the answer itself and of each record in its lists. */
function coursesOf(fields: Fields, answer: Thing, words: Words): Course[] {
  const of = (fields: Fields, record: Thing, label: string): Course[] =>
    named(fields, isPlain).flatMap(([name, field]) => {
      const values = record[name];
      if (!Array.isArray(values)) return [];
      const title = titleOf(field, name, answer, words);
      return [{ title: label === '' ? title : `${label} · ${title}`, values, field }];
    });
  const listed = named(fields, (field) => !isPlain(field)).flatMap(([name, { fields: own = {} }]) =>
    objectsOf(answer[name]).flatMap((record) => {
      const [label] = named(own, isPlain);
      const labelText = label ? cellIn(record[label[0]], label[1], words) : null;
      return of(own, record, labelText === null ? '' : String(labelText));
    }),
  );
  return [...of(fields, answer, ''), ...listed];
}

function courseBlock(keys: readonly unknown[], courses: readonly Course[], words: Words): Block {
  return {
    columns: [
      { title: words.time, kind: 'time' },
      ...courses.map(({ title }): TableColumn => ({ title, kind: 'number' })),
    ],
    rows: keys.map((key, index) => [
      Date.parse(String(key)),
      ...courses.map(({ values, field }) => cellIn(values[index], field, words)),
    ]),
  };
}

/** Returns all tables of an answer: its values over time, its lists, and its single values. */
export function answerBlocks(spec: NeedSpec, { data }: NeedResult, words: Words): Block[] {
  const answer = answers[spec.kind === 'call' ? spec.operation : spec.kind];
  if (!answer?.fields) return [];
  if (Array.isArray(data)) return listBlocks(answer, objectsOf(data), data, words);
  if (!isObject(data)) return [];
  const { fields } = answer;
  const keys = data[TIME_KEYS];
  const courses = Array.isArray(keys) ? coursesOf(fields, data, words) : [];
  const inner = named(fields, (field) => !isPlain(field)).flatMap(([name, field]) => {
    const value = data[name];
    if (!isObject(value)) return listBlocks(field, objectsOf(value), data, words);
    return factsBlock(field.fields ?? {}, value, data, words).map((block) => ({
      ...readTitle(field, words),
      ...block,
    }));
  });
  return [
    ...(Array.isArray(keys) && courses.length > 0 ? [courseBlock(keys, courses, words)] : []),
    ...inner,
    ...factsBlock(fields, data, data, words),
  ];
}
