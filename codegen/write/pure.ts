import { asksForStation } from '../../runtime/core/rules/namesRead.ts';
import type { Dictionary, Field } from '../definition/definition.ts';
import { completeField, fieldTypeOf } from '../fieldTypes.ts';

/** A JSON Schema without texts and x- keywords. */
export type PureSchema = Record<string, unknown>;
export type Dictionaries = ReadonlyMap<string, Dictionary>;

const DROPPED = new Set([
  'title',
  'description',
  'examples',
  'properties',
  'items',
  'prefixItems',
  'default',
]);
const DEFAULT_MAX_LENGTH = 200;

/** Returns the values that the field's dictionary or options allow. Undefined if it has neither. */
export function optionValues(field: Field, dictionaries: Dictionaries): unknown[] | undefined {
  const dictionary = dictionaries.get(field['x-dictionary'] ?? '');
  // Tenants add entries, so the server compares with theirs.
  if (!field['x-options'] && dictionary?.editable) return undefined;
  const options = field['x-options'] ?? dictionary?.entries;
  return options?.map((option) => option.value);
}

/** Several files are generated from the same schema. */
const pureBefore = new WeakMap<Dictionaries, WeakMap<Field, PureSchema>>();

/**
 * Returns a field as pure JSON Schema. Texts and x- keywords are removed, fixed lists become `enum`, and every free
 * string is bounded. Server-owned (readOnly) fields are kept, but never required.
 */
export function pureSchema(field: Field, dictionaries: Dictionaries): PureSchema {
  const known = pureBefore.get(dictionaries) ?? new WeakMap<Field, PureSchema>();
  pureBefore.set(dictionaries, known);
  const pure = known.get(field) ?? makePure(field, dictionaries);
  known.set(field, pure);
  return pure;
}

function makePure(defined: Field, dictionaries: Dictionaries): PureSchema {
  const field = completeField(defined);
  const { pattern, isBounded } = fieldTypeOf(field);
  const pure: PureSchema = {};
  for (const [keyword, value] of Object.entries(field)) {
    if (DROPPED.has(keyword) || keyword.startsWith('x-')) continue;
    // Other formats set how a value is shown, not its spelling.
    if (keyword === 'format' && !pattern) continue;
    pure[keyword] = value;
  }
  const values = optionValues(field, dictionaries);
  if (values) pure.enum = values;
  if (field.type === 'string' && !values && !field.enum && !field.maxLength && !isBounded)
    pure.maxLength = DEFAULT_MAX_LENGTH;
  if (field.type === 'integer' && !values && !field.enum) {
    // JSON allows whole numbers that no column and no program can store exactly.
    if (field.exclusiveMinimum === undefined)
      pure.minimum ??= field['x-ref'] && !field['x-refKey'] ? 1 : Number.MIN_SAFE_INTEGER;
    if (field.exclusiveMaximum === undefined) pure.maximum ??= Number.MAX_SAFE_INTEGER;
  }
  if (field.default !== undefined) pure.default = field.default;
  if (field.items) pure.items = pureSchema(field.items, dictionaries);
  if (field.prefixItems) {
    pure.prefixItems = field.prefixItems.map((item) => pureSchema(item, dictionaries));
    pure.items ??= false;
  }
  if (field.properties) {
    const properties = field.properties;
    pure.properties = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, pureSchema(property, dictionaries)]),
    );
    // Users cannot enter a field that the server sets. A field may be hidden, have a default, or be filled from a
    // chosen record; then its condition requires it.
    const filled = new Set(Object.values(properties).flatMap((one) => Object.keys(one['x-copyInto'] ?? {})));
    const required = (field.required ?? []).filter((name) => {
      const { readOnly, 'x-visible': visible, 'x-default': start } = properties[name] ?? {};
      return !readOnly && !visible && (!start || asksForStation(start)) && !filled.has(name);
    });
    if (required.length) pure.required = required;
    else delete pure.required;
    pure.additionalProperties ??= false;
  }
  return pure;
}

/** Returns the same schema that also accepts null, for an empty column. */
export function nullable(schema: PureSchema): PureSchema {
  const { enum: values, type, ...rest } = schema;
  const nullableType = Array.isArray(type)
    ? [...type, 'null']
    : type === undefined
      ? undefined
      : [type, 'null'];
  return {
    ...rest,
    ...(nullableType ? { type: nullableType } : {}),
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
}

/** Returns a form's schema with the name of its precompiled validator. */
export const formSchema = (id: string, pure: Record<string, unknown>): Record<string, unknown> => ({
  $id: id,
  ...pure,
});
