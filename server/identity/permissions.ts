import type { Data } from '../../generated/calls.ts';
import { canGrant } from '../../runtime/core/permission.ts';
import type { Session } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { AppError } from '../http/errors.ts';
import { audit } from './audit.ts';

export type UserPermission = Data<'userPermission'>;

/** What a user of the transaction's tenant may do, by role and by themselves (C466). */
export async function readUserPermission(trx: Trx, userId: number): Promise<UserPermission> {
  const row = await trx
    .selectFrom('membership as m')
    .innerJoin('userAccount as u', 'u.id', 'm.userId')
    .leftJoin('role as r', (join) =>
      join.onRef('r.tenantId', '=', 'm.tenantId').onRef('r.id', '=', 'm.roleId'),
    )
    .where('m.userId', '=', userId)
    .select(['u.name', 'm.permissions', 'r.key', 'r.title', 'r.permissions as ofRole'])
    .executeTakeFirst();
  if (!row) throw new AppError('http.notFound');
  return {
    userId,
    name: row.name,
    roles: row.key && row.title ? [{ code: row.key, name: row.title }] : [],
    rolePermissions: row.ofRole ?? [],
    permissions: row.permissions,
  };
}

/** Replaces a user's own permissions (C467). Nobody adds one that they don't hold themselves. */
export async function saveUserPermission(
  trx: Trx,
  session: Session,
  userId: number,
  permissions: readonly string[],
): Promise<UserPermission> {
  const before = await readUserPermission(trx, userId);
  const known = new Set(before.permissions);
  const beyond = permissions.find((key) => !known.has(key) && !canGrant(session.permissions, key));
  if (beyond !== undefined)
    throw new AppError('user.grantBeyond', { permission: beyond }, { field: '/permissions' });
  await trx
    .updateTable('membership')
    .set({ permissions: [...permissions] })
    .where('tenantId', '=', session.tenantId)
    .where('userId', '=', userId)
    .execute();
  const diff = { permissions: [before.permissions, permissions] };
  const { tenantId, userId: actor } = session;
  await audit(trx, { tenantId, userId: actor, about: userId, action: 'permissionsChanged', diff });
  return readUserPermission(trx, userId);
}
