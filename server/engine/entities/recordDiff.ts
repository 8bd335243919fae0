import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Row } from '../../platform/db/anyTable.ts';
import { fieldsOf } from './columns.ts';
import { same } from './storedEqual.ts';

/** The changes of a record by field: the value before and the value after. */
export type Diff = Record<string, [before: unknown, after: unknown]>;

/** Stands in a difference in place of a value that the log does not keep. */
export const HIDDEN = '***';

/** Returns what a write changed, field by field; the contents of protected fields are not written down. */
export function diffRecord(entity: EntityDefinition, before: Row, after: Row): Diff {
  const diff: Diff = {};
  for (const [name, field] of Object.entries(fieldsOf(entity))) {
    if (same(before[name], after[name])) continue;
    const secret = field.writeOnly || field['x-permission'] !== undefined;
    const shown = (value: unknown) => (secret && value != null ? HIDDEN : (value ?? null));
    diff[name] = [shown(before[name]), shown(after[name])];
  }
  return diff;
}
