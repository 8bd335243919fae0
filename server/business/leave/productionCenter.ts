import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';

/** Returns whether the user works in a production center or in a department below one (V103). */
export async function inProductionCenter(trx: Trx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    with recursive above as (
      select d.id, d.parent_id, d.production_center
        from user_department u join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
       where u.user_id = ${userId}
      union
      select d.id, d.parent_id, d.production_center from above a join dept d on d.id = a.parent_id
    )
    select 1 from above where production_center limit 1`.execute(trx);
  return rows.length > 0;
}
