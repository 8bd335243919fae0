/** The common edits of the fields of a record, or of its lines, as changes of their definition. */
import type { EntityDefinition, Field, Text } from '../../../../../generated/definition.ts';
import { sameValue } from '../../../../../runtime/core/document/same.ts';
import { fieldsOf, someOf } from '../entityDoc.ts';
import {
  type Product,
  readProduct,
  readTotal,
  type Total,
  writeProduct,
  writeTotal,
} from '../rules/expressions.ts';
import { withoutRulesOf } from '../rules/rules.ts';
import {
  choicesText,
  FIELD_TYPES,
  type FieldType,
  fieldType,
  KEYWORDS_OF_TYPES,
  NUMBERS,
  readChoices,
  refShape,
} from './fieldKinds.ts';
import { readStart, type Start, writeStart } from './starts.ts';

export interface FieldValues {
  name: string;
  titleZh: string;
  titleEn: string;
  helpZh?: string;
  helpEn?: string;
  type: FieldType;
  dictionary?: string;
  ref?: string;
  choices?: string;
  left?: string;
  operator?: Product['operator'];
  right?: string;
  lines?: string;
  figure?: Total['figure'];
  added?: string;
  /** The initial value in a new record. */
  start?: Start;
  unit?: string;
  /** The largest size of a file in megabytes. */
  megabytes?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  required?: boolean;
  unique?: boolean;
  inList?: boolean;
  inFilter?: boolean;
  inSearch?: boolean;
}

/** Settings beside the type, as the field contains them. */
const LIMITS = {
  maxLength: ['text', 'longText'],
  minimum: NUMBERS,
  maximum: NUMBERS,
} satisfies Partial<Record<keyof FieldValues, FieldType[]>>;

export function readField(entity: EntityDefinition, name: string): FieldValues {
  const { schema, list, unique } = entity;
  const field = fieldsOf(entity)[name] ?? {};
  const product = readProduct(field['x-computed']);
  const total = product ? null : readTotal(field['x-computed']);
  return {
    name,
    titleZh: field.title?.zh ?? '',
    titleEn: field.title?.en ?? '',
    helpZh: field.description?.zh,
    helpEn: field.description?.en,
    type: fieldType(field),
    dictionary: field['x-dictionary'],
    ref: field['x-ref'],
    choices: field['x-options'] && choicesText(field['x-options']),
    ...product,
    ...(total && { lines: total.lines, figure: total.figure, added: total.field }),
    start: readStart(field, fieldType(field)),
    unit: field['x-unit'],
    megabytes: field['x-megabytes'],
    maxLength: field.maxLength,
    minimum: field.minimum,
    maximum: field.maximum,
    unique: unique?.some((group) => group.length === 1 && group[0] === name) ?? false,
    required: schema.required?.includes(name) ?? false,
    inList: list?.columns?.includes(name) ?? false,
    inFilter: list?.filters?.includes(name) ?? false,
    inSearch: list?.search?.includes(name) ?? false,
  };
}

/** Returns a text in both languages. A single one is used for both. */
const both = (zh: string | undefined, en: string | undefined) => ({ zh: zh || en || '', en: en || zh || '' });

/** Adds the keywords that the kind of the field needs. */
function shapeOf(field: Field, values: FieldValues, entity: EntityDefinition): Field {
  const { type } = values;
  if (type === 'choice' && values.dictionary) return { ...field, 'x-dictionary': values.dictionary };
  if (type === 'ref' && values.ref) return { ...field, ...refShape(values.ref) };
  if (type === 'options') {
    const options = readChoices(values.choices ?? choicesText(field['x-options']), field['x-options']);
    return { ...field, 'x-options': options };
  }
  if (type === 'formula') {
    const { left = '', operator = '*', right = '' } = values;
    return writeProduct(field, { left, operator, right }, fieldsOf(entity));
  }
  if (type === 'total') {
    const { lines = 'lines', figure = 'length', added = '' } = values;
    return writeTotal(field, { lines, figure, field: added }, undefined);
  }
  return field;
}

function makeField(before: Field | undefined, values: FieldValues, entity: EntityDefinition): Field {
  const same = before && (values.type === 'other' || values.type === fieldType(before));
  const unchanged = Object.fromEntries(
    Object.entries(before ?? {}).filter(
      ([keyword]) =>
        values.type === 'other' || (!(keyword in LIMITS) && (same || !KEYWORDS_OF_TYPES.includes(keyword))),
    ),
  ) as Field;
  const shape = same ? {} : (FIELD_TYPES[values.type] ?? {});
  const title = both(values.titleZh, values.titleEn);
  // A list of files is edited as code.
  const megabytes = values.type === 'other' ? before?.['x-megabytes'] : values.megabytes;
  const {
    'x-unit': _,
    'x-megabytes': _size,
    description: _help,
    ...rest
  } = { ...unchanged, ...shape, title };
  const made = shapeOf(
    {
      ...rest,
      ...(values.helpZh || values.helpEn ? { description: both(values.helpZh, values.helpEn) } : {}),
      ...(values.unit ? { 'x-unit': values.unit } : {}),
      ...(megabytes ? { 'x-megabytes': megabytes } : {}),
      ...limitsOf(values),
    },
    values,
    entity,
  );
  // The first state is the initial one.
  return entity.states?.field === values.name
    ? made
    : writeStart(made, values.type, same ? values.start : undefined);
}

/** Returns the changed field. An unchanged field is not rewritten, with the common field that it refers to. */
function changeField(before: Field | undefined, values: FieldValues, entity: EntityDefinition): Field {
  const made = makeField(before, values, entity);
  return before && sameValue(made, before) ? before : made;
}

/** Returns the limits that the type can have. Limits of a field that is edited as code remain. */
function limitsOf(values: FieldValues): Field {
  const entries = Object.entries(LIMITS) as [keyof typeof LIMITS, readonly string[]][];
  return Object.fromEntries(
    entries.flatMap(([name, types]) =>
      types.includes(values.type) && values[name] !== undefined ? [[name, values[name]]] : [],
    ),
  );
}

function named<T extends string[] | undefined>(names: T, name: string, isIncluded: boolean | undefined): T {
  const has = names?.includes(name) ?? false;
  if (has === (isIncluded ?? false)) return names;
  return (isIncluded ? [...(names ?? []), name] : names?.filter((one) => one !== name)) as T;
}

/** Returns the key with its names. Empty if there are no names. */
const some = (key: string, names: readonly string[] | undefined) => (names?.length ? { [key]: names } : {});

/** Sets or removes the key over this field alone. Keys over several fields do not change. */
function writeUnique(entity: EntityDefinition, before: string | null, { name, unique }: FieldValues): object {
  const groups = entity.unique ?? [];
  const has = groups.some((group) => group.length === 1 && group[0] === (before ?? name));
  if (has === (unique ?? false)) return {};
  const others = groups.filter((group) => group.length > 1 || group[0] !== (before ?? name));
  return { unique: someOf(unique ? [...others, [name]] : others) };
}

/** Returns the definition with a field added (`before` is null) or changed. */
export function writeField<E extends EntityDefinition>(
  entity: E,
  before: string | null,
  values: FieldValues,
): E {
  const { required, ...shape } = entity.schema;
  const properties = {
    ...shape.properties,
    [values.name]: changeField(shape.properties?.[before ?? ''], values, entity),
  };
  const { columns, filters, search, ...others } = entity.list;
  return {
    ...entity,
    ...writeUnique(entity, before, values),
    schema: { ...shape, properties, ...some('required', named(required, values.name, values.required)) },
    list: {
      columns: named(columns, values.name, values.inList),
      ...some('filters', named(filters, values.name, values.inFilter)),
      ...some('search', named(search, values.name, values.inSearch)),
      ...others,
    },
  };
}

const isReadIn = (rule: object, name: string): boolean =>
  new RegExp(`\\b${name}\\b`).test(JSON.stringify(rule));

/** Returns whether a rule about other records names a field, in its conditions or in braces in its sentence. */
function isNamedIn({ text, ...rule }: { text: Text }, name: string): boolean {
  return isReadIn(rule, name) || JSON.stringify(text).includes(`{${name}}`);
}

/** Removes a field from the fields that can still be changed in a locked record. */
const openWithout = <Locking extends { open?: string[] }>(locking: Locking, name: string): Locking => ({
  ...locking,
  ...(locking.open && { open: someOf(locking.open.filter((one) => one !== name)) }),
});

/** Returns the book without a field. A counter-entry without its field would undo nothing. */
function bookWithout({ counter, ...book }: NonNullable<EntityDefinition['book']>, name: string) {
  return counter && !isReadIn(counter, name) ? { ...book, counter } : book;
}

/** Returns the definition without a field, wherever it was named. */
export function removeField<E extends EntityDefinition>(entity: E, name: string): E {
  const gone = writeField(withoutRulesOf(entity, name), name, {
    ...readField(entity, name),
    required: false,
    unique: false,
    inList: false,
    inFilter: false,
    inSearch: false,
  });
  const { schema, ui, unique, uniqueWhere, indexes, list, apart, across, period, book } = gone;
  const { [name]: _, ...properties } = schema.properties ?? {};
  const sections = ui?.sections
    ?.map((section) => ({ ...section, fields: section.fields.filter((one) => one !== name) }))
    .filter(({ fields }) => fields.length > 0);
  const sort = list.sort?.filter(({ field }) => field !== name);
  const totals = list.totals?.filter((one) => one !== name);
  const keysLeft = uniqueWhere?.filter(({ fields, where }) => !fields.includes(name) && !(name in where));
  const without = (groups: string[][] | undefined) => groups?.filter((group) => !group.includes(name));
  return {
    ...gone,
    schema: { ...schema, properties },
    list: { ...list, ...(list.sort && { sort }), ...(list.totals && { totals: someOf(totals ?? []) }) },
    ...(ui && {
      ui: {
        ...ui,
        ...(sections && { sections: someOf(sections) }),
        ...(ui.order && { order: ui.order.filter((one) => one !== name) }),
      },
    }),
    ...(unique && { unique: without(unique) }),
    ...(uniqueWhere && { uniqueWhere: keysLeft?.length ? keysLeft : undefined }),
    ...(indexes && { indexes: without(indexes) }),
    ...(apart && { apart: someOf(apart.filter((one) => !isNamedIn(one, name))) }),
    ...(across && { across: someOf(across.filter((one) => !isNamedIn(one, name))) }),
    ...(period && { period: period.day === name ? undefined : openWithout(period, name) }),
    ...(book && { book: openWithout(bookWithout(book, name), name) }),
  };
}
