/** The only place that writes the audit log: every room says here what was done, by whom and to what. */
import { type HeldClient, runHeld } from './held.ts';
import type { ScopedTrx } from './index.ts';
import { addStatement } from './tenant.ts';

export interface AuditEntry {
  tenantId: number;
  /** Null: the platform itself, or a device. */
  userId: number | null;
  /** An entity, or another thing that is changed: storage, studio … */
  entity: string;
  /** The record's id, or the name of what has none. */
  id: number | string;
  /** create, update, delete, restore, purge, revert, import, bulkUpdate, transition:<name>, login … */
  action: string;
  /** By field; what changed a value holds a pair of the value before and the value after. */
  diff: Readonly<Record<string, unknown>>;
}

const entryRow = ({ id, diff, ...rest }: AuditEntry) => ({
  ...rest,
  recordId: String(id),
  diff: JSON.stringify(diff),
});

/** Adds a line to the transaction; it goes to the database together with the next statement. */
export async function writeAudit(trx: ScopedTrx, entry: AuditEntry): Promise<void> {
  await addStatement(trx, trx.insertInto('auditLog').values(entryRow(entry)));
}

export async function writeAudits(trx: ScopedTrx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await trx.insertInto('auditLog').values(entries.map(entryRow)).execute();
}

/** Adds a line to a transaction that a room leads by itself over a connection of its own. */
export async function writeAuditBy(client: HeldClient, entry: AuditEntry): Promise<void> {
  await runHeld(client, (trx) => trx.insertInto('auditLog').values(entryRow(entry)));
}
