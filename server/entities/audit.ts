import type { EntityDefinition } from '../../generated/definition.ts';
import type { ScopedTrx } from '../db/index.ts';
import { statement_add } from '../db/tenant.ts';
import { fields_of } from './columns.ts';
import type { Row } from './query.ts';

/** What changed, field by field: the value before and the value after. */
export type Diff = Record<string, [before: unknown, after: unknown]>;

/** What stands in a difference for a value that is not written down. */
export const HIDDEN = '***';

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What a write changed, field by field; the contents of protected fields are not written down. */
export function record_diff(entity: EntityDefinition, before: Row, after: Row): Diff {
  const diff: Diff = {};
  for (const [name, field] of Object.entries(fields_of(entity))) {
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

const entry_row = ({ id, diff, ...rest }: AuditEntry) => ({
  ...rest,
  recordId: String(id),
  diff: JSON.stringify(diff),
});

export async function audit_write(trx: ScopedTrx, entry: AuditEntry): Promise<void> {
  await statement_add(trx, trx.insertInto('auditLog').values(entry_row(entry)));
}

export async function audits_write(trx: ScopedTrx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await trx.insertInto('auditLog').values(entries.map(entry_row)).execute();
}
