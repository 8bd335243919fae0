import { sql } from 'kysely';
import type { Trx } from '../db/index.ts';
import { AppError } from '../http/errors.ts';

/** Throws when the record would stand below itself. */
export async function tree_check(
  trx: Trx,
  table: 'dept' | 'sys_tree_dic',
  id: number,
  parentId: unknown,
): Promise<void> {
  if (parentId === null || parentId === undefined) return;
  const { rows } = await sql<{ id: number }>`
    with recursive above as (
      select id, parent_id from ${sql.table(table)} where id = ${Number(parentId)}
      union
      select t.id, t.parent_id from ${sql.table(table)} t join above a on a.parent_id = t.id)
    select id from above where id = ${id}`.execute(trx);
  if (rows.length > 0) throw new AppError('tree.circle', {}, { field: '/parentId' });
}
