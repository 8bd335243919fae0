/** The table `studio_change` keeps what was applied, so that it survives a restart and can be undone. */
import type pg from 'pg';
import { snake } from '../../../codegen/tables.ts';
import type { KeptColumns } from '../../platform/db/tables.ts';
import type { Change, Document, Subject } from './types.ts';

export type Client = Pick<pg.ClientBase, 'query'>;

const COLUMNS = `id, kind, name, document, previous, base, applied_by as "appliedBy",
  applied_by_name as "appliedByName", applied_at as "appliedAt", undone_by_name as "undoneByName",
  undone_at as "undoneAt"`;

/** The change that holds, of every definition that has one. */
export async function changesHolding(client: Client): Promise<Change[]> {
  const { rows } = await client.query<Change>(
    `select distinct on (kind, name) ${COLUMNS} from studio_change
      where undone_at is null order by kind, name, id desc`,
  );
  return rows.sort((a, b) => a.id - b.id);
}

/** Every version of a definition, the newest first. */
export async function changesOf(client: Client, { kind, name }: Subject): Promise<Change[]> {
  const { rows } = await client.query<Change>(
    `select ${COLUMNS} from studio_change where kind = $1 and name = $2 order by id desc limit 100`,
    [kind, name],
  );
  return rows;
}

export async function findChange(client: Client, id: number): Promise<Change | null> {
  const { rows } = await client.query<Change>(`select ${COLUMNS} from studio_change where id = $1`, [id]);
  return rows[0] ?? null;
}

/** Differs whenever something was applied or undone. */
export async function readRevision(client: Client): Promise<string> {
  const { rows } = await client.query<{ revision: string }>(
    `select coalesce(max(id), 0) || '-' || count(undone_at) as revision from studio_change`,
  );
  return rows[0]?.revision ?? '0-0';
}

/** Columns that changes added, by table: undone or not, they are there. */
export async function readKept(client: Client): Promise<KeptColumns> {
  const { rows } = await client.query<{ name: string; added: string[] }>(
    `select name, added from studio_change where kind = 'entity' and added <> '{}'`,
  );
  const kept = new Map<string, Set<string>>();
  for (const { name, added } of rows) {
    const table = snake(name);
    kept.set(table, new Set([...(kept.get(table) ?? []), ...added]));
  }
  return kept;
}

export interface NewChange extends Subject {
  document: Document;
  previous: Document | null;
  base: string | null;
  added: readonly string[];
  by: { userId: number; name: string };
}

export async function insertChange(client: Client, change: NewChange): Promise<number> {
  const { kind, name, document, previous, base, added, by } = change;
  const { rows } = await client.query<{ id: number }>(
    `insert into studio_change (kind, name, document, previous, base, added, applied_by, applied_by_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      kind,
      name,
      JSON.stringify(document),
      previous && JSON.stringify(previous),
      base,
      added,
      by.userId,
      by.name,
    ],
  );
  return Number(rows[0]?.id);
}

export async function undoChange(client: Client, id: number, by: NewChange['by']): Promise<void> {
  await client.query(
    'update studio_change set undone_by = $2, undone_by_name = $3, undone_at = now() where id = $1',
    [id, by.userId, by.name],
  );
}
