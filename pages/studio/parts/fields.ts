/** The common edits of an entity's fields, as changes of its document. */
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { fieldTypes } from '../../../generated/fieldTypes/index.ts';
import type { Document } from './document.ts';

/** These are no field types of their own, but are chosen as such. */
const SPECIAL = {
  text: { type: 'string', maxLength: 200 },
  longText: { type: 'string', maxLength: 2000, 'x-control': 'textarea' },
  choice: { type: 'string' },
  ref: { type: 'integer' },
} as const satisfies Record<string, Field>;

const PLAIN = ['integer', 'number', 'boolean'] as const;
/** These are made by hand: a list and an object need to say of what. */
const BY_HAND = new Set(['string', 'array', 'object', ...PLAIN]);

/** A person chooses one of these; each is a few keywords. */
export const FIELD_TYPES: Readonly<Record<string, Field>> = {
  ...SPECIAL,
  ...Object.fromEntries(PLAIN.map((type) => [type, { type }])),
  ...Object.fromEntries(
    Object.entries(fieldTypes)
      .filter(([name]) => !BY_HAND.has(name))
      .map(([format, { json }]) => [format, { type: json[0], format } as Field]),
  ),
};
/** A key of `FIELD_TYPES`; `other` is made by hand, and left as it is. */
export type FieldType = string;

/** The types whose values are numbers. */
export const NUMBERS = Object.keys(FIELD_TYPES).filter(
  (name) => name !== 'ref' && ['number', 'integer'].includes(FIELD_TYPES[name]?.type ?? ''),
);

const KEYWORDS_OF_TYPES = [
  'type',
  'format',
  'x-control',
  'x-dictionary',
  'x-ref',
  'x-refKey',
  'x-refWhere',
  'x-options',
];

export interface FieldValues {
  name: string;
  titleZh: string;
  titleEn: string;
  type: FieldType;
  dictionary?: string;
  ref?: string;
  unit?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  required?: boolean;
  unique?: boolean;
  inList?: boolean;
  inFilter?: boolean;
  inSearch?: boolean;
}

/** A person writes these beside the type, as they stand in the field. */
const LIMITS = {
  maxLength: ['text', 'longText'],
  minimum: NUMBERS,
  maximum: NUMBERS,
} satisfies Partial<Record<keyof FieldValues, FieldType[]>>;

export function fieldType(field: Field): FieldType {
  if (field['x-dictionary']) return 'choice';
  if (field['x-ref']) return field['x-refKey'] ? 'other' : 'ref';
  if (field['x-options'] || field.enum) return 'other';
  const found = Object.entries(FIELD_TYPES).find(
    ([name, shape]) =>
      name !== 'text' &&
      name !== 'choice' &&
      name !== 'ref' &&
      (shape.format !== undefined || shape.type === field.type) &&
      shape.format === field.format &&
      shape['x-control'] === field['x-control'],
  );
  if (found) return found[0];
  return field.type === 'string' && !field.format && !field['x-control'] ? 'text' : 'other';
}

const entityOf = (document: Document) => document as unknown as EntityDefinition;

export function fieldsOf(document: Document): [string, Field][] {
  return Object.entries(entityOf(document).schema?.properties ?? {});
}

export function readField(document: Document, name: string): FieldValues {
  const { schema, list } = entityOf(document);
  const field = schema.properties?.[name] ?? {};
  return {
    name,
    titleZh: field.title?.zh ?? '',
    titleEn: field.title?.en ?? '',
    type: fieldType(field),
    dictionary: field['x-dictionary'],
    ref: field['x-ref'],
    unit: field['x-unit'],
    maxLength: field.maxLength,
    minimum: field.minimum,
    maximum: field.maximum,
    unique: entityOf(document).unique?.some((group) => group.length === 1 && group[0] === name) ?? false,
    required: schema.required?.includes(name) ?? false,
    inList: list?.columns?.includes(name) ?? false,
    inFilter: list?.filters?.includes(name) ?? false,
    inSearch: list?.search?.includes(name) ?? false,
  };
}

function makeField(before: Field | undefined, values: FieldValues): Field {
  const title = { zh: values.titleZh, en: values.titleEn };
  const same = before && (values.type === 'other' || values.type === fieldType(before));
  const kept = Object.fromEntries(
    Object.entries(before ?? {}).filter(
      ([keyword]) =>
        values.type === 'other' || (!(keyword in LIMITS) && (same || !KEYWORDS_OF_TYPES.includes(keyword))),
    ),
  ) as Field;
  const shape = same ? {} : (FIELD_TYPES[values.type] ?? {});
  const { 'x-unit': _, ...rest } = { ...kept, ...shape, title };
  return {
    ...rest,
    ...(values.type === 'choice' && values.dictionary ? { 'x-dictionary': values.dictionary } : {}),
    ...(values.type === 'ref' && values.ref ? { 'x-ref': values.ref } : {}),
    ...(values.unit ? { 'x-unit': values.unit } : {}),
    ...limitsOf(values),
  };
}

/** The limits that the type can have; those of a field made by hand stay as they are. */
function limitsOf(values: FieldValues): Field {
  const entries = Object.entries(LIMITS) as [keyof typeof LIMITS, readonly string[]][];
  return Object.fromEntries(
    entries.flatMap(([name, types]) =>
      types.includes(values.type) && values[name] !== undefined ? [[name, values[name]]] : [],
    ),
  );
}

function named<T extends string[] | undefined>(names: T, name: string, wanted: boolean | undefined): T {
  const has = names?.includes(name) ?? false;
  if (has === (wanted ?? false)) return names;
  return (wanted ? [...(names ?? []), name] : names?.filter((one) => one !== name)) as T;
}

/** An empty list of names is left out. */
const some = (key: string, names: readonly string[] | undefined) => (names?.length ? { [key]: names } : {});

/** A key over the field alone comes and goes with its mark; keys over several fields stay. */
function writeUnique(document: Document, before: string | null, { name, unique }: FieldValues): object {
  const groups = entityOf(document).unique ?? [];
  const has = groups.some((group) => group.length === 1 && group[0] === (before ?? name));
  if (has === (unique ?? false)) return {};
  const others = groups.filter((group) => group.length > 1 || group[0] !== (before ?? name));
  const kept = unique ? [...others, [name]] : others;
  return { unique: kept.length > 0 ? kept : undefined };
}

/** The document with a field added (`before` is null) or changed. */
export function writeField(document: Document, before: string | null, values: FieldValues): Document {
  const { schema, list } = entityOf(document);
  const { required, ...shape } = schema;
  const properties = {
    ...shape.properties,
    [values.name]: makeField(shape.properties?.[before ?? ''], values),
  };
  const { columns, filters, search, ...others } = list;
  const groups = writeUnique(document, before, values);
  return {
    ...document,
    ...groups,
    schema: { ...shape, properties, ...some('required', named(required, values.name, values.required)) },
    list: {
      columns: named(columns, values.name, values.inList),
      ...some('filters', named(filters, values.name, values.inFilter)),
      ...some('search', named(search, values.name, values.inSearch)),
      ...others,
    },
  };
}

/** The document without a field, wherever it was named. */
export function removeField(document: Document, name: string): Document {
  const gone = writeField(document, name, {
    ...readField(document, name),
    required: false,
    unique: false,
    inList: false,
    inFilter: false,
    inSearch: false,
  });
  const { schema, ui, unique, uniqueWhere, indexes, list } = entityOf(gone);
  const { [name]: _, ...properties } = schema.properties ?? {};
  const sections = ui?.sections
    ?.map((section) => ({ ...section, fields: section.fields.filter((one) => one !== name) }))
    .filter(({ fields }) => fields.length > 0);
  const sort = list.sort?.filter(({ field }) => field !== name);
  const keysLeft = uniqueWhere?.filter(({ fields, where }) => !fields.includes(name) && !(name in where));
  const without = (groups: string[][] | undefined) => groups?.filter((group) => !group.includes(name));
  return {
    ...gone,
    schema: { ...schema, properties },
    list: { ...list, ...(list.sort && { sort }) },
    ...(ui && {
      ui: {
        ...ui,
        ...(sections && { sections }),
        ...(ui.order && { order: ui.order.filter((one) => one !== name) }),
      },
    }),
    ...(unique && { unique: without(unique) }),
    ...(uniqueWhere && { uniqueWhere: keysLeft?.length ? keysLeft : undefined }),
    ...(indexes && { indexes: without(indexes) }),
  };
}

/** The document with a field one place up or down. */
export function moveField(document: Document, name: string, by: -1 | 1): Document {
  const { schema } = entityOf(document);
  const entries = Object.entries(schema.properties ?? {});
  const at = entries.findIndex(([one]) => one === name);
  const to = at + by;
  if (at < 0 || to < 0 || to >= entries.length) return document;
  [entries[at], entries[to]] = [entries[to]!, entries[at]!];
  return { ...document, schema: { ...schema, properties: Object.fromEntries(entries) } };
}
