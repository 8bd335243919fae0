/** The only module that writes the audit log: which user did what to which record. */
import { sql } from 'kysely';
import type { ScopedTrx } from './index.ts';
import { runInSession, type SessionClient } from './lease/heldConnection.ts';
import { addStatement } from './tenant.ts';

export interface AuditEntry {
  tenantId: number;
  /** Null for the platform or a device. */
  userId: number | null;
  /** An entity, or another object of the change: storage, studio … */
  entity: string;
  /** The record's id, or a name if the object has no id. */
  id: number | string;
  /** create, update, delete, restore, purge, revert, import, bulkUpdate, transition:<name>, login … */
  action: string;
  /** By field. A change contains the values before and after. */
  diff: Readonly<Record<string, unknown>>;
}

const entryRow = ({ id, diff, ...rest }: AuditEntry) => ({
  ...rest,
  recordId: String(id),
  diff: JSON.stringify(diff),
});

const first = new WeakMap<object, AuditEntry>();

/** Returns the first audited change in a transaction. Undefined before the first change. */
export const findFirstAudited = (trx: object): AuditEntry | undefined => first.get(trx);

/** Adds a line to the transaction. The line is sent to the database together with the next statement. */
export async function writeAudit(trx: ScopedTrx, entry: AuditEntry): Promise<void> {
  if (!first.has(trx)) first.set(trx, entry);
  await addStatement(trx, trx.insertInto('auditLog').values(entryRow(entry)));
}

/** Passes any number of lines as one parameter. */
const linesSql = (entries: readonly AuditEntry[]) => {
  const lines = entries.map(({ tenantId, userId, entity, id, action, diff }) => ({
    ...{ tenant_id: tenantId, user_id: userId, entity, record_id: String(id), action, diff },
  }));
  return sql<never>`
    insert into audit_log (tenant_id, user_id, entity, record_id, action, diff)
    select tenant_id, user_id, entity, record_id, action, diff
      from jsonb_populate_recordset(null::audit_log, ${JSON.stringify(lines)}::jsonb)`;
};

/** Adds several lines to the transaction, sent together with the next statement. */
export async function writeAudits(trx: ScopedTrx, entries: readonly AuditEntry[]): Promise<void> {
  const [entry] = entries;
  if (!entry) return;
  if (!first.has(trx)) first.set(trx, entry);
  const insert = linesSql(entries);
  await addStatement(trx, { compile: () => insert.compile(trx) });
}

/** Adds a line to a transaction on a connection that the caller manages. */
export async function writeAuditBy(client: SessionClient, entry: AuditEntry): Promise<void> {
  await runInSession(client, (trx) => trx.insertInto('auditLog').values(entryRow(entry)));
}

/** Adds lines, possibly for several tenants, to a transaction on a connection that the caller manages. */
export async function writeAuditsBy(client: SessionClient, entries: readonly AuditEntry[]): Promise<void> {
  await runInSession(client, () => linesSql(entries));
}
