/** Roll-ups (x-rollup): figures of a record over those that refer to it, which the server keeps. */
import type { EntityDefinition, Field, Rollup } from '../../../generated/definition.ts';
import { isAmount } from '../numbers/money.ts';
import { listReadNames } from './namesRead.ts';
import type { Values } from './rule.ts';

/** A roll-up as its entity has it. */
export interface OwnRollup {
  /** The field that holds the figure. */
  name: string;
  field: Field;
  rollup: Rollup;
  /** The entity of the records that are rolled up, and their field that refers to this record. */
  child: string;
  ref: string;
}

/** In place of records: what their readers mark them with. The mark replaces the field that refers. */
export const MARKS = '_marks';

/** Over no records at all, these are zero and not empty. */
export const isCounted = (field: { 'x-rollup'?: { do: string } }): boolean =>
  ['sum', 'count'].includes(field['x-rollup']?.do ?? '');

const KEPT = ['x-rollup', 'x-sequence', 'x-copyFrom'] as const;

/** Returns whether only the server writes a field. Forms show it, too. */
export const isKept = (field: Field): boolean =>
  field.readOnly === true && KEPT.some((keyword) => field[keyword] !== undefined);

/** The fields that follow from the figures over the records below: the roll-ups, and what is computed from them. */
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
 * A record with the rules that are asked `before` it is written, and with those that are asked `after` it, for they read
 * figures over the records below, which the same transaction may still change.
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

/** Returns the roll-ups of an entity; worked out once, for a definition is replaced as a whole. */
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

/** The fields of the records below that a roll-up looks at: while they stay, so does the figure. */
export const listRolledFields = ({ ref, rollup }: OwnRollup): string[] => [
  ref,
  ...[rollup.field, rollup.by].filter((name) => name !== undefined),
  ...Object.keys(rollup.where?.properties ?? {}),
];

/** The figures that computed fields and rules of a record read; those of a new one are zero or empty. */
export const figuresOf = (entity: Pick<EntityDefinition, 'schema'>, record: Values): Values =>
  Object.fromEntries(
    rollupsOf(entity).map(({ name, field }) => [
      name,
      record[name] ?? (isCounted(field) ? noneOf(field) : null),
    ]),
  );

const noneOf = (field: Field): unknown => (isAmount(field) ? '0.00' : 0);

/** Takes out of a record the fields that the server keeps, for a form that shows it and computes with it. */
export const keptOf = (entity: Pick<EntityDefinition, 'schema'>, record: Values): Values => ({
  ...Object.fromEntries(
    Object.entries(entity.schema.properties ?? {}).flatMap(([name, field]) =>
      isKept(field) && record[name] != null ? [[name, record[name]]] : [],
    ),
  ),
  ...Object.fromEntries(Object.entries(figuresOf(entity, record)).filter(([, value]) => value !== null)),
});
