/** Lists the users of a tenant by name, for tasks that a user passes on. */

import type { Data } from '../../../generated/calls.ts';
import type { Trx } from '../../platform/db/index.ts';
import { inWordOrder } from '../../platform/db/tables/wordOrder.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Session } from '../context.ts';
import { likePattern } from '../entities/list/filterSql.ts';
import { countTasks } from './tasks.ts';

const MOST = 20;
const TEAM_SIZE = 200;
/** Actions that change nothing. Users with only these permissions have nothing to pass on. */
const READS = ['list', 'get', 'export'];

const changes = (permission: string): boolean => {
  const [, action = '*'] = permission.split('@')[0]!.split(':');
  return !READS.includes(action);
};

/**
 * Returns whether a user may choose colleagues. Users who change records may hand them over or submit them,
 * and approvers may pass a decision on.
 */
async function mayChoose(trx: Trx, { admin, permissions, readOnly, userId }: Session): Promise<boolean> {
  if (admin) return true;
  if (readOnly) return false;
  return [...permissions].some(changes) || (await countTasks(trx, 'pending', userId)) > 0;
}

/** Lists the active colleagues whose names match. Throws for a user who may only read. */
export async function listColleagues(
  trx: Trx,
  session: Session,
  search: string,
): Promise<{ id: number; name: string }[]> {
  if (!(await mayChoose(trx, session))) throw new AppError('http.forbidden');
  return trx
    .selectFrom('user')
    .select(['id', 'name'])
    .where('status', '=', 'active')
    .where('id', '<>', session.userId)
    .where('name', 'ilike', likePattern(search.trim()))
    .orderBy(inWordOrder('name'))
    .limit(MOST)
    .execute();
}

type TeamPage = Data<'userTeam'>;

/**
 * Lists the active users of the caller's departments by page, including the caller. Throws for a user who may only
 * read.
 */
export async function listTeam(
  trx: Trx,
  session: Session,
  { current = 1, size = TEAM_SIZE }: { current?: number | undefined; size?: number | undefined },
): Promise<TeamPage> {
  if (!(await mayChoose(trx, session))) throw new AppError('http.forbidden');
  const { departments } = session;
  if (departments.length === 0) return { records: [], total: 0, current, size };
  const team = trx
    .selectFrom('user')
    .where('status', '=', 'active')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('userDepartment')
        .select('userId')
        .where('deptId', 'in', [...departments]),
    );
  const { total } = await team
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const records = await team
    .select(['id', 'name'])
    .orderBy(inWordOrder('name'))
    .orderBy('id')
    .limit(size)
    .offset((current - 1) * size)
    .execute();
  return { records, total: Number(total), current, size };
}
