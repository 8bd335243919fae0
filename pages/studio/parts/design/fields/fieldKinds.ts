/** The kinds of fields that authors choose. Each stands for a few keywords. */
import '../../../../../runtime/core/definitions/allEntities.ts';
import type { Field, Option } from '../../../../../generated/definition.ts';
import { fieldTypes } from '../../../../../generated/fieldTypes/index.ts';
import { entityRegistry } from '../../../../../runtime/core/definitions/entities.ts';
import { freeKey, keyOf } from '../keys.ts';
import { readProduct, readTotal } from '../rules/expressions.ts';

const START: readonly Option[] = [
  { value: 'first', title: { zh: '选项一', en: 'First' } },
  { value: 'second', title: { zh: '选项二', en: 'Second' } },
];

/** Kinds that are not field types of their own, but are chosen like them. */
const SPECIAL = {
  text: { type: 'string', maxLength: 200 },
  longText: { type: 'string', maxLength: 2000, 'x-control': 'textarea' },
  options: { type: 'string', 'x-options': [...START] },
  choice: { type: 'string' },
  ref: { type: 'integer' },
  user: { type: 'integer', 'x-ref': 'user' },
  sequence: {
    type: 'string',
    maxLength: 40,
    readOnly: true,
    'x-sequence': { pattern: 'N-{yyyy}-{n:4}', by: ['year'] },
  },
  formula: { type: 'number', readOnly: true, 'x-computed': { '*': [{ var: '' }, { var: '' }] } },
  total: { type: 'integer', readOnly: true, 'x-computed': { length: [{ var: 'lines' }] } },
} as const satisfies Record<string, unknown>;

const PLAIN = ['integer', 'number', 'boolean'] as const;
/** Types that are edited as code, because a list and an object need a description of their content. */
const BY_HAND = new Set(['string', 'array', 'object', ...PLAIN]);

/** Field types that a user can choose. */
export const FIELD_TYPES: Readonly<Record<string, Field>> = {
  ...(SPECIAL as unknown as Record<string, Field>),
  ...Object.fromEntries(PLAIN.map((type) => [type, { type }])),
  ...Object.fromEntries(
    Object.entries(fieldTypes)
      .filter(([name]) => !BY_HAND.has(name))
      .map(([format, { json }]) => [format, { type: json[0], format } as Field]),
  ),
};
/** A key of `FIELD_TYPES`, or `other` for a field that is edited as code and not changed here. */
export type FieldType = string;

/** Kinds in the palette, the most frequent first. All others are chosen in the card of a field. */
export const PALETTE = [
  ...['text', 'longText', 'number', 'money', 'date', 'options', 'choice', 'boolean', 'image', 'file'],
  ...['user', 'ref', 'formula', 'total', 'sequence'],
];
/** Kinds that a line cannot have: it has no lines and no number. */
export const NOT_IN_LINES = new Set(['total', 'sequence']);

/** The types whose values are numbers that users enter. */
export const NUMBERS = Object.keys(FIELD_TYPES).filter(
  (name) => !(name in SPECIAL) && ['number', 'integer'].includes(FIELD_TYPES[name]?.type ?? ''),
);

/** These keywords belong to the type of a field. */
export const KEYWORDS_OF_TYPES = [
  ...['type', 'format', 'readOnly', 'x-control', 'x-dictionary', 'x-ref', 'x-refKey', 'x-refWhere'],
  ...['x-options', 'x-sequence', 'x-computed', 'x-decimals', 'default', 'x-default'],
];

/** Returns a reference to an entity with the key that most other fields use, or the id if none does. */
export function refShape(target: string): Field {
  const keys = entityRegistry
    .all()
    .flatMap(({ schema }) => Object.values(schema.properties ?? {}))
    .filter((field) => field['x-ref'] === target);
  const byKey = Map.groupBy(keys, (field) => field['x-refKey']);
  const [[first] = []] = [...byKey.values()].toSorted((a, b) => b.length - a.length);
  return first?.['x-refKey']
    ? { type: first.type, 'x-ref': target, 'x-refKey': first['x-refKey'] }
    : { type: 'integer', 'x-ref': target };
}

/** Returns the kind if the keywords alone determine it. */
function readKind(field: Field): FieldType | null {
  if (field['x-sequence']) return 'sequence';
  if (field['x-computed']) {
    if (readProduct(field['x-computed'])) return 'formula';
    return readTotal(field['x-computed']) ? 'total' : 'other';
  }
  if (field['x-dictionary']) return 'choice';
  if (field['x-ref'] === 'user' && !field['x-refKey']) return 'user';
  if (field['x-ref']) return field['x-refKey'] === refShape(field['x-ref'])['x-refKey'] ? 'ref' : 'other';
  if (field['x-options']) return field.type === 'string' ? 'options' : 'other';
  return field.enum || field['x-rollup'] || field['x-copyFrom'] ? 'other' : null;
}

export function fieldType(field: Field): FieldType {
  const declared = readKind(field);
  if (declared) return declared;
  const found = Object.entries(FIELD_TYPES).find(
    ([name, shape]) =>
      (!(name in SPECIAL) || name === 'longText') &&
      (shape.format !== undefined || shape.type === field.type) &&
      shape.format === field.format &&
      shape['x-control'] === field['x-control'],
  );
  if (found) return found[0];
  return field.type === 'string' && !field.format && !field['x-control'] ? 'text' : 'other';
}

const BETWEEN = ' | ';

/** Writes one choice per line: its name, or the Chinese and the English name. */
export const choicesText = (options: readonly Option[] = []): string =>
  options.map(({ title: { zh, en } }) => (zh === en ? zh : zh + BETWEEN + en)).join('\n');

/** Reads a choice from each line. Existing ones keep their value, colour and icon. */
export function readChoices(text: string, before: readonly Option[] = []): Option[] {
  const lines = text
    .split('\n')
    .map((line) => line.split(/\s*[|｜]\s*/).map((part) => part.trim()))
    .filter(([zh = '']) => zh !== '');
  const options: Option[] = [];
  for (const [index, [zh = '', en = zh]] of lines.entries()) {
    const named = before.find(({ title }) => title.zh === zh || (title.en === en && en !== zh));
    const here = before.length === lines.length ? before[index] : undefined;
    const known = named ?? here;
    const used = options.map(({ value }) => String(value));
    const value =
      known && !used.includes(String(known.value))
        ? known.value
        : freeKey(keyOf(en) || `option${index + 1}`, used);
    options.push({ ...known, value, title: { zh, en } });
  }
  return options;
}
