import type { Data } from '../../../../generated/calls.ts';
import { isLang, type Lang, nearLang } from '../../../../runtime/core/text/lang.ts';
import type { Trx } from '../../../platform/db/index.ts';
import type { Session } from '../../context.ts';
import { rolesOf } from '../people/permissions.ts';

export type Principal = Data<'getPrincipal'>;

/**
 * Returns the signed-in user for the browser (C482). `lang` is the browser's language, for users without a chosen
 * language.
 */
export async function loadPrincipal(trx: Trx, session: Session, lang: Lang): Promise<Principal> {
  const account = await trx
    .selectFrom('userAccount')
    .selectAll()
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow();
  const tenants = await trx
    .selectFrom('user as u')
    .innerJoin('tenant as t', 't.id', 'u.tenantId')
    .where('u.id', '=', session.userId)
    .where('u.status', '=', 'active')
    .orderBy('t.id')
    .select(['t.id', 't.name', 't.nameEn'])
    .execute();
  const here = await trx
    .selectFrom('user')
    .select(['name', 'phone', 'email', 'homePage', 'quietFrom', 'quietUntil'])
    .where('tenantId', '=', session.tenantId)
    .where('id', '=', session.userId)
    .executeTakeFirst();
  const chosen = isLang(account.lang) ? account.lang : null;
  const english = nearLang(chosen ?? lang) === 'en';
  return {
    userId: account.id,
    username: account.username,
    name: here?.name ?? account.name,
    phone: here?.phone ?? '',
    email: here?.email ?? '',
    lang: chosen,
    theme: account.theme,
    admin: session.admin,
    tenantId: session.tenantId,
    deptId: session.deptId ?? null,
    firstTenantId: account.defaultTenantId ?? session.tenantId,
    homePage: here?.homePage ?? '',
    quietFrom: here?.quietFrom ?? '',
    quietUntil: here?.quietUntil ?? '',
    tenants: tenants.map(({ id, name, nameEn }) => ({ id, name: english && nameEn ? nameEn : name })),
    roles: await rolesOf(trx, session.tenantId, session.userId),
    permissions: [...session.permissions].sort(),
    fieldRules: Object.fromEntries(session.fieldRules),
    routes: session.routes ? [...session.routes] : null,
  };
}
