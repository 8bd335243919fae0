/** The answers of calls as tables: what their description gives a title, in the reader's words and with units. Pure. */
import { type AnswerField, answers } from '../../../generated/answers.ts';
import type { Text } from '../../../generated/definition.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { moment_format } from '../../core/format.ts';
import type { NeedResult, NeedSpec } from '../../core/scheduler/types.ts';
import type { TableCell, TableColumn, TableWords } from './tables.ts';

type Fields = Record<string, AnswerField>;
type Thing = Record<string, unknown>;
type Words = Pick<TableWords, 'time' | 'field' | 'value' | 'yes' | 'no' | 'lang' | 'zone'>;
export interface Block {
  /** Of the list in the answer; absent for what stands in the answer itself. */
  title?: string;
  columns: TableColumn[];
  rows: TableCell[][];
}

const is_object = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objects_of = (value: unknown): Thing[] => (Array.isArray(value) ? value.filter(is_object) : []);
const is_plain = ({ fields }: AnswerField): boolean => fields === undefined;

const DATE_TIME = 'date-time';
/** Starts of the buckets of a course that stands in the answer. */
const TIME_KEYS = 'time_keys';

/** A unit as written, or as a field of the answer says it: `{currency}`, `{energyType.unit}`. */
function unit_in(unit: string | undefined, answer: unknown): string {
  const [, path] = /^\{(.+)\}$/.exec(unit ?? '') ?? [];
  if (path === undefined) return unit ?? '';
  const found = path
    .split('.')
    .reduce<unknown>((value, name) => (is_object(value) ? value[name] : undefined), answer);
  return typeof found === 'string' ? found : '';
}

function title_of(field: AnswerField, name: string, answer: unknown, { lang }: Words): string {
  const unit = unit_in(field.unit, answer);
  const title = field.title?.[lang] ?? name;
  return unit === '' ? title : `${title} (${unit})`;
}

/** The word of a code, a moment in milliseconds, a figure; decimals that came as texts are figures where they have a unit. */
function cell_in(value: unknown, field: AnswerField, { yes, no, lang }: Words): TableCell {
  if (value === null || value === undefined) return null;
  const entries: readonly { value: unknown; title: Text }[] = [
    ...(field.options ?? []),
    ...((field.dictionary && Object.hasOwn(dictionaries, field.dictionary)
      ? dictionaries[field.dictionary as keyof typeof dictionaries].entries
      : undefined) ?? []),
  ];
  const entry = entries.find((one) => one.value === value);
  if (entry) return entry.title[lang];
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  if (field.format === DATE_TIME) return Date.parse(value);
  return field.unit !== undefined && Number.isFinite(Number(value)) ? Number(value) : value;
}

function column_of(title: string, { format }: AnswerField, cells: readonly TableCell[]): TableColumn {
  if (format === DATE_TIME) return { title, kind: 'time' };
  const isNumber = cells.some((cell) => cell !== null) && cells.every((cell) => typeof cell !== 'string');
  return { title, kind: isNumber ? 'number' : 'text' };
}

const named = (fields: Fields, keep: (field: AnswerField) => boolean) =>
  Object.entries(fields).filter(([, field]) => keep(field));

/** What one thing says of itself, a line each. */
function facts_block(fields: Fields, record: Thing, answer: unknown, words: Words): Block[] {
  const rows = named(fields, is_plain)
    .filter(([name]) => name in record && !Array.isArray(record[name]))
    .map(([name, field]): TableCell[] => {
      const cell = cell_in(record[name], field, words);
      const isMoment = field.format === DATE_TIME && typeof cell === 'number';
      return [
        title_of(field, name, answer, words),
        isMoment ? moment_format(cell, 'second', words.zone) : cell,
      ];
    });
  if (rows.length === 0) return [];
  const columns: TableColumn[] = [words.field, words.value].map((title) => ({ title, kind: 'text' }));
  return [{ columns, rows }];
}

/** A list as a table; what lists hang on its records stand below one another in one of their own. */
function list_blocks(field: AnswerField, records: readonly Thing[], answer: unknown, words: Words): Block[] {
  const fields = field.fields ?? {};
  const plain = named(fields, is_plain).filter(([name]) =>
    records.some((record) => name in record && !Array.isArray(record[name])),
  );
  const rows = records.map((record) => plain.map(([name, one]) => cell_in(record[name], one, words)));
  const columns = plain.map(([name, one], at) =>
    column_of(
      title_of(one, name, answer, words),
      one,
      rows.map((row) => row[at] ?? null),
    ),
  );
  const own = rows.length > 0 && plain.length > 0 ? [{ columns, rows }] : [];
  const nested = named(fields, (one) => !is_plain(one)).flatMap(([name, one]) =>
    list_blocks(
      one,
      records.flatMap((record) => objects_of(record[name])),
      answer,
      words,
    ),
  );
  return [...own.map((block) => ({ ...title_given(field, words), ...block })), ...nested];
}

const title_given = ({ title }: AnswerField, { lang }: Words) => (title ? { title: title[lang] } : {});

interface Course {
  title: string;
  values: unknown[];
  field: AnswerField;
}

/** Every list of values beside the starts of their buckets: of the answer itself, and of each record of its lists. */
function courses_of(fields: Fields, answer: Thing, words: Words): Course[] {
  const of = (own: Fields, record: Thing, label: string): Course[] =>
    named(own, is_plain).flatMap(([name, field]) => {
      const values = record[name];
      if (!Array.isArray(values)) return [];
      const title = title_of(field, name, answer, words);
      return [{ title: label === '' ? title : `${label} · ${title}`, values, field }];
    });
  const listed = named(fields, (field) => !is_plain(field)).flatMap(([name, { fields: own = {} }]) =>
    objects_of(answer[name]).flatMap((record) => {
      const [label] = named(own, is_plain);
      const said = label ? cell_in(record[label[0]], label[1], words) : null;
      return of(own, record, said === null ? '' : String(said));
    }),
  );
  return [...of(fields, answer, ''), ...listed];
}

function course_block(keys: readonly unknown[], courses: readonly Course[], words: Words): Block {
  return {
    columns: [
      { title: words.time, kind: 'time' },
      ...courses.map(({ title }): TableColumn => ({ title, kind: 'number' })),
    ],
    rows: keys.map((key, at) => [
      Date.parse(String(key)),
      ...courses.map(({ values, field }) => cell_in(values[at], field, words)),
    ]),
  };
}

/** Everything that an answer says: its course over time, each of its lists, and what stands in it singly. */
export function answer_blocks(spec: NeedSpec, { data }: NeedResult, words: Words): Block[] {
  const told = answers[spec.kind === 'call' ? spec.operation : spec.kind];
  if (!told?.fields) return [];
  if (Array.isArray(data)) return list_blocks(told, objects_of(data), data, words);
  if (!is_object(data)) return [];
  const { fields } = told;
  const keys = data[TIME_KEYS];
  const courses = Array.isArray(keys) ? courses_of(fields, data, words) : [];
  const inner = named(fields, (field) => !is_plain(field)).flatMap(([name, field]) => {
    const value = data[name];
    if (!is_object(value)) return list_blocks(field, objects_of(value), data, words);
    return facts_block(field.fields ?? {}, value, data, words).map((block) => ({
      ...title_given(field, words),
      ...block,
    }));
  });
  return [
    ...(Array.isArray(keys) && courses.length > 0 ? [course_block(keys, courses, words)] : []),
    ...inner,
    ...facts_block(fields, data, data, words),
  ];
}
