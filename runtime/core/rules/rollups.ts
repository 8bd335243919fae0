/** Roll-ups (x-rollup): statistics over the records that refer to a record. The server updates them. */
import type { EntityDefinition, Field, Rollup } from '../../../generated/definition.ts';
import { isAmount } from '../numbers/money.ts';
import { listReadNames } from './namesRead.ts';
import type { Values } from './rule.ts';

/** A roll-up with its field name. */
export interface OwnRollup {
  /** The field for the result. */
  name: string;
  field: Field;
  rollup: Rollup;
  /** The entity of the aggregated records, and their reference to this record. */
  child: string;
  ref: string;
}

/**
 * Name that a roll-up uses in place of a reference field. It counts the marks of users instead of records.
 */
export const MARKS = '_marks';

/** Returns whether the result over no records is zero instead of empty. */
export const isCounted = (field: { 'x-rollup'?: { do: string } }): boolean =>
  ['sum', 'count'].includes(field['x-rollup']?.do ?? '');

const SERVER_KEYWORDS = ['x-rollup', 'x-sequence', 'x-copyFrom'] as const;

/** Returns whether only the server writes a field that forms show. */
export const isKept = (field: Field): boolean =>
  field.readOnly === true && SERVER_KEYWORDS.some((keyword) => field[keyword] !== undefined);

/** Returns the fields that depend on referring records: roll-ups, and fields computed from them. */
export function fieldsFollowing(schema: {
  properties?: Readonly<Record<string, { 'x-rollup'?: unknown; 'x-computed'?: object }>>;
}): ReadonlySet<string> {
  const fields = Object.entries(schema.properties ?? {});
  const following = new Set(fields.flatMap(([name, field]) => (field['x-rollup'] ? [name] : [])));
  const follows = ([name, field]: (typeof fields)[number]) =>
    !following.has(name) && listReadNames(field['x-computed']).some((read) => following.has(read));
  for (let next = fields.find(follows); next; next = fields.find(follows)) following.add(next[0]);
  return following;
}

const split = new WeakMap<Field, { before: Field; after: Field }>();

/**
 * Splits the rules of a record into those checked `before` writing and those checked `after`. The latter read roll-ups,
 * which the same transaction may change.
 */
export function splitRules(schema: Field): { before: Field; after: Field } {
  const known = split.get(schema);
  if (known) return known;
  const following = fieldsFollowing(schema);
  const [after = [], before = []] = [true, false].map((late) =>
    (schema['x-rules'] ?? []).filter(
      ({ check }) => listReadNames(check).some((read) => following.has(read)) === late,
    ),
  );
  const made = { before: { ...schema, 'x-rules': before }, after: { ...schema, 'x-rules': after } };
  split.set(schema, made);
  return made;
}

const rollupsOfSchema = new WeakMap<object, readonly OwnRollup[]>();

/** Returns the roll-ups of an entity. Cached, because definitions are immutable. */
export function rollupsOf({ schema }: Pick<EntityDefinition, 'schema'>): readonly OwnRollup[] {
  const rollups =
    rollupsOfSchema.get(schema) ??
    Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      const rollup = field['x-rollup'];
      if (!rollup) return [];
      const [child = '', ref = ''] = rollup.of.split('.');
      return [{ name, field, rollup, child, ref }];
    });
  rollupsOfSchema.set(schema, rollups);
  return rollups;
}

/** Returns the fields of referring records that a roll-up reads. While they are unchanged, the result is too. */
export const listRolledFields = ({ ref, rollup }: OwnRollup): string[] => [
  ref,
  ...[rollup.field, rollup.by].filter((name) => name !== undefined),
  ...Object.keys(rollup.where?.properties ?? {}),
];

/**
 * Returns the roll-up values that a record's computed fields and rules read. For a new record they are zero or empty.
 */
export const figuresOf = (entity: Pick<EntityDefinition, 'schema'>, record: Values): Values =>
  Object.fromEntries(
    rollupsOf(entity).map(({ name, field }) => [
      name,
      record[name] ?? (isCounted(field) ? noneOf(field) : null),
    ]),
  );

const noneOf = (field: Field): unknown => (isAmount(field) ? '0.00' : 0);

/** Returns the values of server-maintained fields, for a form that shows them and computes with them. */
export const storedOf = (entity: Pick<EntityDefinition, 'schema'>, record: Values): Values => ({
  ...Object.fromEntries(
    Object.entries(entity.schema.properties ?? {}).flatMap(([name, field]) =>
      isKept(field) && record[name] != null ? [[name, record[name]]] : [],
    ),
  ),
  ...Object.fromEntries(Object.entries(figuresOf(entity, record)).filter(([, value]) => value !== null)),
});
