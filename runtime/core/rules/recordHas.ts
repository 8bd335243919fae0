/** A set of fixed values as a condition on a record. */
import type { FieldValues } from '../../../generated/definition.ts';
import type { Values } from './rule.ts';

/** Returns whether a record has these values. Of several values for a field, any is enough. */
export const recordHas = (record: Values, where: FieldValues = {}): boolean =>
  Object.entries(where).every(([name, expected]) => {
    const value = record[name] ?? null;
    return Array.isArray(expected) ? expected.some((one) => one === value) : expected === value;
  });
