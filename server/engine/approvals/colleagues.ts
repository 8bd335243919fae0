/** The people of a tenant by name, for those who hand something to one of them. */

import type { Trx } from '../../platform/db/index.ts';
import { inWordOrder } from '../../platform/db/tables/wordOrder.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Session } from '../context.ts';
import { likePattern } from '../entities/list/filterSql.ts';
import { countTasks } from './tasks.ts';

const MOST = 20;
/** Actions that change nothing: a person with no other right has nothing to hand on. */
const READS = ['list', 'get', 'export'];

const changes = (permission: string): boolean => {
  const [, action = '*'] = permission.split('@')[0]!.split(':');
  return !READS.includes(action);
};

/** A person who changes records may hand them on or apply for them; one who is asked to decide may pass that on. */
async function mayChoose(trx: Trx, { admin, permissions, readOnly, userId }: Session): Promise<boolean> {
  if (admin) return true;
  if (readOnly) return false;
  return [...permissions].some(changes) || (await countTasks(trx, 'pending', userId)) > 0;
}

/** The active colleagues whose names fit; throws for a person who may only read. */
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
