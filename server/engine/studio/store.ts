/** The table `studio_change` contains the applied changes, so that they survive a restart and can be undone. */
import { sql } from 'kysely';
import { snake } from '../../../codegen/write/tables.ts';
import { runInSession, type SessionClient } from '../../platform/db/lease/heldConnection.ts';
import type { StoredColumns } from '../../platform/db/tables/tables.ts';
import type { Change, Document, Subject } from './types.ts';

const COLUMNS = sql`id, kind, name, document, previous, base, granted, applied_by, applied_by_name, applied_at,
  undone_by_name, undone_at, together`;

/** Returns the current change of every definition that has one. */
export async function changesInForce(client: SessionClient): Promise<Change[]> {
  const rows = await runInSession(
    client,
    () => sql<Change>`select distinct on (kind, name) ${COLUMNS} from studio_change
      where undone_at is null order by kind, name, id desc`,
  );
  return rows.sort((a, b) => a.id - b.id);
}

/** Returns every version of a definition, the newest first. */
export async function changesOf(client: SessionClient, { kind, name }: Subject): Promise<Change[]> {
  return runInSession(
    client,
    () =>
      sql<Change>`select ${COLUMNS} from studio_change where kind = ${kind} and name = ${name} order by id desc limit 100`,
  );
}

export async function findChange(client: SessionClient, id: number): Promise<Change | null> {
  const [stored] = await runInSession(
    client,
    () => sql<Change>`select ${COLUMNS} from studio_change where id = ${id}`,
  );
  return stored ?? null;
}

/** Returns the changes that were applied together with this one, including it. */
export async function changesTogether(client: SessionClient, change: Change): Promise<Change[]> {
  if (change.together === null) return [change];
  return runInSession(
    client,
    () => sql<Change>`select ${COLUMNS} from studio_change where together = ${change.together} order by id`,
  );
}

/** Marks the change as the first of several that were applied together. */
export async function markTogether(client: SessionClient, id: number): Promise<void> {
  await runInSession(client, (trx) =>
    trx.updateTable('studioChange').set({ together: id }).where('id', '=', id),
  );
}

/** Returns a value that differs after each change that was applied or undone. */
export async function readRevision(client: SessionClient): Promise<string> {
  const rows = await runInSession(
    client,
    () => sql<{ revision: string }>`
      select coalesce(max(id), 0) || '-' || count(undone_at) as revision from studio_change`,
  );
  return rows[0]?.revision ?? '0-0';
}

/** Returns the columns that changes added, by table. They exist even if the change was undone. */
export async function readStored(client: SessionClient): Promise<StoredColumns> {
  const rows = await runInSession(client, (trx) =>
    trx
      .selectFrom('studioChange')
      .select(['name', 'added'])
      .where('kind', '=', 'entity')
      .where('added', '<>', sql<string[]>`'{}'`),
  );
  const columnsByTable = new Map<string, Set<string>>();
  for (const { name, added } of rows) {
    const table = snake(name);
    columnsByTable.set(table, new Set([...(columnsByTable.get(table) ?? []), ...added]));
  }
  return columnsByTable;
}

export interface NewChange extends Subject {
  document: Document;
  previous: Document | null;
  base: string | null;
  added: readonly string[];
  granted: Change['granted'];
  /** The first of the changes that were applied together. Null for a single change. */
  together: number | null;
  by: { userId: number; name: string };
}

export async function insertChange(client: SessionClient, change: NewChange): Promise<number> {
  const { document, previous, added, granted, by, ...row } = change;
  const values = {
    ...row,
    document: JSON.stringify(document),
    previous: previous && JSON.stringify(previous),
    added: [...added],
    granted: JSON.stringify(granted),
    appliedBy: by.userId,
    appliedByName: by.name,
  };
  const rows = await runInSession(client, (trx) =>
    trx.insertInto('studioChange').values(values).returning('id'),
  );
  return Number(rows[0]?.id);
}

export async function undoChange(client: SessionClient, id: number, by: NewChange['by']): Promise<void> {
  await runInSession(client, (trx) =>
    trx
      .updateTable('studioChange')
      .set({ undoneBy: by.userId, undoneByName: by.name, undoneAt: sql`now()` })
      .where('id', '=', id),
  );
}
