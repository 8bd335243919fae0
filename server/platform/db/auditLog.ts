/** The only place that writes the audit log. Every folder logs here who did what to which record. */
import { sql } from 'kysely';
import type { ScopedTrx } from './index.ts';
import { type HeldClient, runHeld } from './lease/heldConnection.ts';
import { addStatement } from './tenant.ts';

export interface AuditEntry {
  tenantId: number;
  /** Null for the platform itself, or for a device. */
  userId: number | null;
  /** An entity, or something else that is changed: storage, studio … */
  entity: string;
  /** The record's id, or a name if it has none. */
  id: number | string;
  /** create, update, delete, restore, purge, revert, import, bulkUpdate, transition:<name>, login … */
  action: string;
  /** By field. A change contains a pair of the value before and the value after. */
  diff: Readonly<Record<string, unknown>>;
}

const entryRow = ({ id, diff, ...rest }: AuditEntry) => ({
  ...rest,
  recordId: String(id),
  diff: JSON.stringify(diff),
});

const first = new WeakMap<object, AuditEntry>();

/** Returns the first change in a transaction. Undefined before one. */
export const findFirstAudited = (trx: object): AuditEntry | undefined => first.get(trx);

/** Adds a line to the transaction. It is sent to the database together with the next statement. */
export async function writeAudit(trx: ScopedTrx, entry: AuditEntry): Promise<void> {
  if (!first.has(trx)) first.set(trx, entry);
  await addStatement(trx, trx.insertInto('auditLog').values(entryRow(entry)));
}

/** Returns any number of lines as one parameter. */
const linesSql = (entries: readonly AuditEntry[]) => {
  const lines = entries.map(({ tenantId, userId, entity, id, action, diff }) => ({
    ...{ tenant_id: tenantId, user_id: userId, entity, record_id: String(id), action, diff },
  }));
  return sql<never>`
    insert into audit_log (tenant_id, user_id, entity, record_id, action, diff)
    select tenant_id, user_id, entity, record_id, action, diff
      from jsonb_populate_recordset(null::audit_log, ${JSON.stringify(lines)}::jsonb)`;
};

/** Adds several lines to the transaction, in the same way. */
export async function writeAudits(trx: ScopedTrx, entries: readonly AuditEntry[]): Promise<void> {
  const [entry] = entries;
  if (!entry) return;
  if (!first.has(trx)) first.set(trx, entry);
  const insert = linesSql(entries);
  await addStatement(trx, { compile: () => insert.compile(trx) });
}

/** Adds a line to a transaction on a connection that a module manages itself. */
export async function writeAuditBy(client: HeldClient, entry: AuditEntry): Promise<void> {
  await runHeld(client, (trx) => trx.insertInto('auditLog').values(entryRow(entry)));
}

/** Does the same for many lines, which may belong to several tenants. */
export async function writeAuditsBy(client: HeldClient, entries: readonly AuditEntry[]): Promise<void> {
  await runHeld(client, () => linesSql(entries));
}
