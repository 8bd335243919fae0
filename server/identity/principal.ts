import type { Data } from '../../generated/calls.ts';
import type { Session } from '../context.ts';
import type { Trx } from '../db/index.ts';

export type Principal = Data<'getPrincipal'>;

/** Who is signed in, as the browser shows it (C482). */
export async function loadPrincipal(trx: Trx, session: Session): Promise<Principal> {
  const account = await trx
    .selectFrom('userAccount')
    .selectAll()
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow();
  const memberships = await trx
    .selectFrom('membership as m')
    .innerJoin('tenant as t', 't.id', 'm.tenantId')
    .leftJoin('role as r', (join) =>
      join.onRef('r.tenantId', '=', 'm.tenantId').onRef('r.id', '=', 'm.roleId'),
    )
    .where('m.userId', '=', session.userId)
    .orderBy('t.id')
    .select(['t.id', 't.name', 't.nameEn', 'r.key', 'r.title'])
    .execute();
  const here = memberships.find(({ id }) => id === session.tenantId);
  const english = account.lang === 'en';
  return {
    userId: account.id,
    username: account.username,
    name: account.name,
    phone: account.phone ?? '',
    email: account.email ?? '',
    avatar: account.avatar ?? '',
    lang: account.lang,
    theme: account.theme,
    admin: session.admin,
    tenantId: session.tenantId,
    firstTenantId: account.defaultTenantId ?? session.tenantId,
    tenants: memberships.map(({ id, name, nameEn }) => ({ id, name: english && nameEn ? nameEn : name })),
    roles: here?.key && here.title ? [{ code: here.key, name: here.title }] : [],
    permissions: [...session.permissions].sort(),
  };
}
