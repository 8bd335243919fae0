/** A leave application needs more than its definition can say: the rules are added here. */
import { sql } from 'kysely';
import type { Values } from '../../../runtime/core/rule.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { EntityHooks, HookStep } from '../hooks.ts';

const COMPENSATORY = 'compensatory';

/** Tells whether the person works in a production center or in a department below one. */
async function inProductionCenter(trx: Trx, userId: number): Promise<boolean> {
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

/** V103: compensatory leave is for the production center only. */
async function checkLeave(values: Values, { trx }: HookStep, userId: number): Promise<Values> {
  if (values.type === COMPENSATORY && !(await inProductionCenter(trx, userId)))
    throw new AppError('leave.compensatory', {}, { field: '/type' });
  return values;
}

export const leaveHooks: EntityHooks = {
  beforeCreate: (values, step) => checkLeave(values, step, step.session.userId),
  beforeUpdate: (values, before, step) => checkLeave(values, step, Number(before.createdBy)),
};
