/** Finds the recipients of a policy's step, for its channels. */
import { sql } from 'kysely';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { PolicyStep } from '../../platform/db/tables/jsonShapes.ts';

export interface Person {
  id: number;
  name: string;
  email: string | null;
  lang: Lang;
}

/**
 * Reads the active people of a step. A step without people and channel means everyone who may confirm alarms. `lang` is
 * the default language.
 */
export async function readPeople(
  trx: Trx,
  { tenantId, lang }: { tenantId: number; lang: Lang },
  { users, roles, channelId }: PolicyStep,
): Promise<Person[]> {
  const ids = [...(users ?? [])];
  const roleIds = [...(roles ?? [])];
  const everybody = ids.length === 0 && roleIds.length === 0 && !channelId;
  const { rows } = await sql<Person>`
    select u.id, u.name, u.email, coalesce(a.lang, ${lang}) as lang
      from "user" u join user_account a on a.id = u.id
     where u.tenant_id = ${tenantId} and u.status = 'active' and a.active
       and (u.id = any(${ids}::int8[])
         or exists (select from user_role r
                     where r.tenant_id = u.tenant_id and r.user_id = u.id and r.role_id = any(${roleIds}::int8[]))
         or (${everybody} and user_permissions(u.tenant_id, u.id) && array['*', 'alarm:*', 'alarm:confirm']))
     order by u.id`.execute(trx);
  return rows;
}

/** Splits addresses at commas, semicolons and line breaks. */
export const parseAddresses = (text: string | null): string[] => [
  ...new Set(
    (text ?? '')
      .split(/[\s,;，；]+/)
      .map((address) => address.trim())
      .filter((address) => /^[^\s@<>",]+@[^\s@<>",]+$/.test(address)),
  ),
];
