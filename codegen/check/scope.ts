/** Finds the names that expressions and conditions may use: the fields of the object that they look at. */
import type { Field } from '../definition/definition.ts';
import { SERVER_FIELDS } from '../definition/entitySchemas.ts';
import type { problemOf } from '../problem.ts';

export type Add = (
  pointer: string,
  key: Parameters<typeof problemOf>[2],
  params?: Parameters<typeof problemOf>[3],
) => void;

/** The values that a field may have, where they are fixed. */
export type ValuesOf = (field: Field) => unknown[];

export interface Scope {
  /** The object or value that is read. Undefined if its fields are unknown. */
  field: Field | undefined;
  /** The scope around it: for an iterator's item, the object beside the list. */
  above?: Scope;
}

const SERVER: Record<string, Field> = Object.fromEntries(
  Object.entries(SERVER_FIELDS).map(([name, { type, format }]) => [
    name,
    { type: [type].flat()[0] as Field['type'], ...(format ? { format: String(format) } : {}) },
  ]),
);

const context = (names: Record<string, Field['type'] | 'date' | 'date-time'>): Field => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(names).map(([name, type]) => [
      name,
      type === 'date' || type === 'date-time' ? { type: 'string', format: type } : { type },
    ]),
  ),
});

/** A rule may read who fills in the record, and when. */
const PERSON = {
  userId: 'integer',
  userName: 'string',
  today: 'date',
  now: 'date-time',
  lang: 'string',
  deptId: 'integer',
  stationSn: 'string',
} as const;

/** The names in `$context`, by the place of the rule. */
export const CONTEXTS = {
  /** The form knows whether the record is already saved. The server computes without this value. */
  form: context({ saved: 'boolean' }),
  computed: context({}),
  /** Rules and defaults are evaluated while the record is filled in. */
  person: context(PERSON),
  widget: context({ historical: 'boolean' }),
  move: context({ userId: 'integer', now: 'date-time' }),
  effect: context({ userId: 'integer', userName: 'string', now: 'date-time', entered: 'date-time' }),
  approval: context({}),
  schedule: context({ day: 'date', ruleDay: 'date', at: 'date-time', now: 'date-time' }),
} as const;

/** Returns the scope of an object with the values beside its own fields. */
export const scopeOf = (field: Field, given: Field, more: Record<string, Field> = {}): Scope => ({
  field: { type: 'object', properties: { ...more, ...field.properties, $context: given } },
});

/** Returns the scope of a whole record, with the fields that the server writes on each. */
export const recordScope = (schema: Field, given: Field, form?: Field): Scope =>
  scopeOf({ properties: { ...schema.properties, ...form?.properties } }, given, SERVER);

/** The field at a dotted path. `missing` is the part that does not exist, and `known` lists the names at that level. */
export type Found = { field: Field | undefined } | { missing: string; known: string[] };

export function findField(field: Field | undefined, path: string): Found {
  let place = field;
  for (const part of path.split('.')) {
    if (!place) return { field: undefined };
    const { items, properties } = place;
    if (items && /^\d+$/.test(part)) place = items;
    else if (properties && part in properties) place = properties[part];
    else if (properties || items || (place.type && place.type !== 'object'))
      return { missing: part, known: Object.keys(properties ?? {}) };
    else place = undefined;
  }
  return { field: place };
}
