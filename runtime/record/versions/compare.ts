/** The differences between two versions of a record, by field and by line. Pure. */
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { isObject } from '../../core/object.ts';
import type { Values } from '../../core/rules/rule.ts';
import { same } from '../../form/values/structuralSharing.ts';

export interface ComparedField {
  name: string;
  field: Field;
  before: unknown;
  after: unknown;
  isChanged: boolean;
}

/** A line of either version, or of both. */
export interface ComparedLine {
  key: string;
  label: string;
  fields: ComparedField[];
  change: 'added' | 'removed' | 'changed' | null;
}

function compareAll(fields: Readonly<Record<string, Field>>, before: Values, after: Values): ComparedField[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field['x-control'] === 'hidden' || field['x-lines']) return [];
    // Versions do not contain fields that the user may not see.
    if (!(name in before) && !(name in after)) return [];
    const values = { before: before[name] ?? null, after: after[name] ?? null };
    return [{ name, field, ...values, isChanged: !same(values.before, values.after) }];
  });
}

/** Compares the fields of two versions, except the fields that identify a version. */
export function compareFields(
  { schema, states }: Pick<EntityDefinition, 'schema' | 'states'>,
  before: Values,
  after: Values,
): ComparedField[] {
  return compareAll(schema.properties ?? {}, before, after).filter(
    ({ name }) => name !== 'edition' && name !== states?.field,
  );
}

const rowsOf = (value: unknown): Values[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Pairs each later line with the first unpaired earlier line of the same name. */
function pairLines(label: string, before: readonly Values[], after: readonly Values[]) {
  const free = new Set(before);
  const pairs = after.map((row) => {
    const former = [...free].find((one) => same(one[label] ?? null, row[label] ?? null));
    if (former) free.delete(former);
    return { before: former ?? null, after: row as Values | null };
  });
  for (const row of free) {
    // A removed line is shown after its former predecessor.
    const former = before[before.indexOf(row) - 1];
    const place = former ? pairs.findIndex((pair) => pair.before === former) + 1 : 0;
    pairs.splice(place, 0, { before: row, after: null });
  }
  return pairs;
}

/** Compares the lines of two versions, in the later version's order. `label`: the field by which lines are paired. */
export function compareLines(field: Field, label: string, before: unknown, after: unknown): ComparedLine[] {
  const { id: _id, ...properties } = field.items?.properties ?? {};
  return pairLines(label, rowsOf(before), rowsOf(after)).map((pair, at) => {
    const fields = compareAll(properties, pair.before ?? {}, pair.after ?? {});
    const isChanged = fields.some((one) => one.isChanged);
    const change = !pair.before ? 'added' : !pair.after ? 'removed' : isChanged ? 'changed' : null;
    const named = (pair.after ?? pair.before)?.[label];
    const isText = typeof named === 'string' || typeof named === 'number';
    return { key: String(at), label: isText ? String(named) : String(at + 1), fields, change };
  });
}
