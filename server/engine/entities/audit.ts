import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Row } from '../../platform/db/anyTable.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { addStatement } from '../../platform/db/tenant.ts';
import { fieldsOf } from './columns.ts';

/** What changed, field by field: the value before and the value after. */
export type Diff = Record<string, [before: unknown, after: unknown]>;

/** What stands in a difference for a value that is not written down. */
export const HIDDEN = '***';

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What a write changed, field by field; the contents of protected fields are not written down. */
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

interface AuditEntry {
  tenantId: number;
  userId: number | null;
  entity: string;
  id: number;
  /** create, update, delete, restore, purge, revert, import, bulkUpdate, transition:<name> … */
  action: string;
  diff: Diff;
}

const entryRow = ({ id, diff, ...rest }: AuditEntry) => ({
  ...rest,
  recordId: String(id),
  diff: JSON.stringify(diff),
});

export async function writeAudit(trx: ScopedTrx, entry: AuditEntry): Promise<void> {
  await addStatement(trx, trx.insertInto('auditLog').values(entryRow(entry)));
}

export async function writeAudits(trx: ScopedTrx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await trx.insertInto('auditLog').values(entries.map(entryRow)).execute();
}
