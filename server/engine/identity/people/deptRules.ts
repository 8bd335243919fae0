/**
 * The tree of departments determines the scope of `@department` and the approvers of users. A user without all
 * permissions must not gain a wider scope or another approver by changing it.
 */
import { sql } from 'kysely';
import { scopeOf } from '../../../../runtime/core/access/permission.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Trx } from '../../../platform/db/index.ts';
import type { Row } from '../../../platform/db/tables/anyTable.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Session } from '../../context.ts';
import type { HookStep } from '../../hooks.ts';

type Granter = Pick<Session, 'permissions' | 'departments' | 'userId'>;

const NARROW = '@department';

const hasAll = ({ permissions }: Granter): boolean => permissions.has('*');

/** Returns whether one of the user's permissions is limited to departments. */
export function isNarrowed({ permissions }: Pick<Granter, 'permissions'>): boolean {
  return [...permissions].some(
    (key) => key.endsWith(NARROW) && scopeOf(permissions, key.slice(0, -NARROW.length)) === 'department',
  );
}

/**
 * Returns whether the department is one of the user's, or is above one of them. Its manager decides on the user's
 * requests.
 */
async function standsAbove(trx: Trx, userId: number, deptId: number): Promise<boolean> {
  const { rows } = await sql`
    with recursive above as (
      select dept_id as id from user_department where user_id = ${userId}
      union
      select d.parent_id from dept d join above a on a.id = d.id where d.parent_id is not null)
    select from above where id = ${deptId}`.execute(trx);
  return rows.length > 0;
}

const changed = (values: Values, before: Row, name: string): boolean =>
  (values[name] ?? null) !== (before[name] ?? null);

/** Throws if a change of a department changes the caller's own scope, or the approvers of the caller. */
export async function checkDeptChange(
  values: Values,
  before: Row,
  { trx, session }: HookStep,
): Promise<void> {
  const moved = changed(values, before, 'parentId');
  const handed = changed(values, before, 'managerId');
  if (hasAll(session) || !(moved || handed)) return;
  const field = moved ? '/parentId' : '/managerId';
  const id = Number(before.id);
  if (await standsAbove(trx, session.userId, id)) throw new AppError('dept.own', {}, { field });
  if (handed && values.managerId === session.userId)
    throw new AppError('dept.own', {}, { field: '/managerId' });
  const inside = (dept: unknown) => session.departments.includes(Number(dept));
  if (moved && isNarrowed(session) && inside(id) !== inside(values.parentId))
    throw new AppError('dept.reach', {}, { field: '/parentId' });
}

/** Throws if a user from outside would be moved into departments of the caller's scope. */
export function checkPlacing(session: Granter, now: readonly number[], then: readonly number[]): void {
  if (hasAll(session) || !isNarrowed(session)) return;
  const inside = (dept: number) => session.departments.includes(dept);
  if (now.some(inside) && !then.some(inside)) throw new AppError('dept.reach', {}, { field: '/departments' });
}
