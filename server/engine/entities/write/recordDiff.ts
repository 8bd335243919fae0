import type { EntityDefinition } from '../../../../generated/definition.ts';
import { writeAudit } from '../../../platform/db/auditLog.ts';
import type { Trx } from '../../../platform/db/index.ts';
import type { Row } from '../../../platform/db/tables/anyTable.ts';
import { personOf } from '../../access/asker.ts';
import { fieldsOf } from '../columns.ts';
import { same } from './storedEqual.ts';
import type { WriteStep } from './writeStep.ts';

/** The changes of a record by field: the value before and the value after. */
export type Diff = Record<string, [before: unknown, after: unknown]>;

/** Replaces values that the log does not store. */
export const HIDDEN = '***';

/** Returns the changes of a write by field, without the contents of protected fields. */
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

/** Writes the audit entry of a written record. Writes nothing if the record did not change. */
export async function auditRecord(
  trx: Trx,
  { session }: Pick<WriteStep, 'session'>,
  entity: EntityDefinition,
  action: string,
  before: Row,
  after: Row,
  extra: Diff = {},
): Promise<void> {
  const { tenantId } = session;
  const userId = personOf(session);
  const id = Number(after.id ?? before.id);
  const diff = { ...diffRecord(entity, before, after), ...extra };
  if (action === 'update' && Object.keys(diff).length === 0) return;
  await writeAudit(trx, { tenantId, userId, entity: entity.name, id, action, diff });
}
