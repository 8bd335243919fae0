/** Opens a session with the current rights of an automation's owner. */
import { readLang } from '../../../runtime/core/text/lang.ts';
import type { Trx } from '../../platform/db/index.ts';
import { DEPT_OF, readRights } from '../access/rights.ts';
import type { Session } from '../context.ts';

/** Returns the session in which an automation acts. Null if its owner can no longer sign in to the tenant. */
export async function openOwner(
  trx: Trx,
  tenantId: number,
  { id, ownerId }: { id: number; ownerId: number | null },
): Promise<Session | null> {
  if (ownerId === null) return null;
  const person = await trx
    .selectFrom('user as p')
    .innerJoin('userAccount as u', 'u.id', 'p.id')
    .where('p.tenantId', '=', tenantId)
    .where('p.id', '=', ownerId)
    .where('p.status', '=', 'active')
    .where('u.active', '=', true)
    .select(['u.lang', DEPT_OF.as('deptId')])
    .executeTakeFirst();
  const rights = person && (await readRights(trx, tenantId, ownerId));
  if (!person || !rights) return null;
  const { lang, deptId } = person;
  return {
    ...rights,
    ...{ tenantId, sessionId: `automation.${id}`, apiKey: true, lang: readLang(lang) },
    ...(deptId === null ? {} : { deptId }),
  };
}
