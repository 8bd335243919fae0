/** Computes the permissions of each user. Users can neither grant nor take over permissions that they do not have. */
import { sql } from 'kysely';
import type { Data } from '../../../../generated/calls.ts';
import { canGrant } from '../../../../runtime/core/access/permission.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { type RoleRights, rulesBeyond } from '../../access/fieldRules.ts';
import type { Session } from '../../context.ts';
import { audit } from '../signIn/signInAudit.ts';
import { requirePerson } from './reach.ts';

export type UserPermission = Data<'userPermission'>;

/** Returns the roles of a user in a tenant, for display. */
export async function rolesOf(trx: Trx, tenantId: number, userId: number): Promise<UserPermission['roles']> {
  const rows = await trx
    .selectFrom('userRole as l')
    .innerJoin('role as r', (join) =>
      join.onRef('r.tenantId', '=', 'l.tenantId').onRef('r.id', '=', 'l.roleId'),
    )
    .where('l.tenantId', '=', tenantId)
    .where('l.userId', '=', userId)
    .orderBy('r.id')
    .select(['r.key', 'r.name', 'r.nameEn'])
    .execute();
  return rows.map(({ key, name, nameEn }) => ({ code: key, name: { zh: name, en: nameEn ?? name } }));
}

/** Returns all permissions of a user in the transaction's tenant, and whether the user administers the platform. */
async function grantedTo(
  trx: Trx,
  tenantId: number,
  userId: number,
): Promise<{ permissions: string[]; admin: boolean }> {
  const { rows } = await sql<{ held: string[]; admin: boolean | null }>`
    select user_permissions(${tenantId}, ${userId}) as held,
           (select is_admin from user_account where id = ${userId}) as admin`.execute(trx);
  const [row] = rows;
  return { permissions: row?.held ?? [], admin: row?.admin ?? false };
}

/** Throws if one of the permissions exceeds those of the session. */
export function checkGrant(
  session: Pick<Session, 'permissions'>,
  keys: readonly string[],
  field: string,
): void {
  const beyond = keys.find((key) => !canGrant(session.permissions, key));
  if (beyond !== undefined) throw new AppError('user.grantBeyond', { permission: beyond }, { field });
}

/** Throws if the rights exceed those of the session, including their field rules. */
export function checkRole(
  session: Pick<Session, 'permissions' | 'fieldRules'>,
  rights: RoleRights,
  field: string,
): void {
  checkGrant(session, rights.permissions, field);
  const beyond = rulesBeyond(session.fieldRules, rights);
  if (beyond !== undefined) throw new AppError('user.grantBeyond', { permission: beyond }, { field });
}

/**
 * Throws unless the session has all permissions of this user. Otherwise a caller could take over an account with more
 * permissions.
 */
export async function checkAbove(trx: Trx, session: Session, userId: number, field?: string): Promise<void> {
  const { permissions, admin } = await grantedTo(trx, session.tenantId, userId);
  const above = permissions.some((key) => !canGrant(session.permissions, key));
  if (above || (admin && !session.admin)) throw new AppError('user.above', {}, field ? { field } : {});
}

/** Throws unless the session may change how this user signs in. This affects all tenants of the user. */
export async function checkAccount(trx: Trx, session: Session, userId: number): Promise<void> {
  await checkAbove(trx, session, userId);
  const { elsewhere } = await trx
    .selectNoFrom((eb) => eb.fn<boolean>('user_elsewhere', [eb.val(userId)]).as('elsewhere'))
    .executeTakeFirstOrThrow();
  if (elsewhere && !session.admin) throw new AppError('user.severalTenants');
}

/** Throws if no user with all permissions would be left in the tenant without these users and this role. */
export async function checkLastAdmin(
  trx: Trx,
  { tenantId }: Pick<Session, 'tenantId'>,
  without: { userId?: number; roleId?: number },
): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from "user" u
       where u.tenant_id = ${tenantId} and u.status = 'active' and u.id <> ${without.userId ?? 0}
         and (coalesce(u.permissions, '[]') @> '["*"]' or exists (
           select from user_role l join role r on r.tenant_id = l.tenant_id and r.id = l.role_id
            where l.tenant_id = u.tenant_id and l.user_id = u.id and l.role_id <> ${without.roleId ?? 0}
              and coalesce(r.permissions, '[]') @> '["*"]'))) as found`.execute(trx);
  if (!rows[0]?.found) throw new AppError('user.lastAdmin');
}

/** Returns the permissions of a user in the transaction's tenant, from roles and directly assigned (C466). */
export async function readUserPermission(
  trx: Trx,
  tenantId: number,
  userId: number,
): Promise<UserPermission> {
  const row = await trx
    .selectFrom('user')
    .select(['name', 'permissions'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new AppError('http.notFound');
  const roles = await trx
    .selectFrom('userRole as l')
    .innerJoin('role as r', 'r.id', 'l.roleId')
    .where('l.userId', '=', userId)
    .select('r.permissions')
    .execute();
  const ofRoles = roles.flatMap(({ permissions }) => (permissions as string[] | null) ?? []);
  return {
    userId,
    name: row.name,
    roles: await rolesOf(trx, tenantId, userId),
    rolePermissions: [...new Set(ofRoles)].sort(),
    permissions: (row.permissions as string[] | null) ?? [],
  };
}

/** Replaces the directly assigned permissions of a user (C467). Users cannot add a permission that they do not have. */
export async function saveUserPermission(
  trx: Trx,
  session: Session,
  userId: number,
  permissions: readonly string[],
): Promise<UserPermission> {
  const { tenantId, userId: actor } = session;
  await requirePerson(trx, session, userId, 'userPermission:update');
  const before = await readUserPermission(trx, tenantId, userId);
  await checkOwn(trx, session, userId, before.permissions, permissions);
  await trx
    .updateTable('user')
    .set({ permissions: JSON.stringify(permissions), version: sql`version + 1` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', userId)
    .execute();
  const diff = { permissions: [before.permissions, permissions] };
  await audit(trx, { tenantId, userId: actor, about: userId, action: 'permissionsChanged', diff });
  return readUserPermission(trx, tenantId, userId);
}

/** Throws unless the session may make this change of directly assigned permissions. */
export async function checkOwn(
  trx: Trx,
  session: Session,
  userId: number,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const keysBefore = new Set(before);
  const keysAfter = new Set(after);
  const added = after.filter((key) => !keysBefore.has(key));
  checkGrant(session, added, '/permissions');
  // Directly assigned permissions have no field rules. A user with such a rule therefore cannot grant the permissions
  // that it limits.
  const beyond = rulesBeyond(session.fieldRules, { permissions: added, fieldRules: [] });
  if (beyond !== undefined)
    throw new AppError('user.grantBeyond', { permission: beyond }, { field: '/permissions' });
  if (before.some((key) => !keysAfter.has(key))) await checkAbove(trx, session, userId);
  if (before.includes('*') && !keysAfter.has('*')) await checkLastAdmin(trx, session, { userId });
}
