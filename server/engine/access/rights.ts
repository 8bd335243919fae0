/**
 * Reads the rights of a user in a tenant with a single query. Used for sessions, and for administrators who view
 * rights.
 */
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import type { Caller } from './asker.ts';
import { mergeRules, type RoleRights } from './fieldRules.ts';
import { narrowedOf, narrowRights, type Rights } from './narrowing.ts';

/** The roles of the row `p` of "user", with their rights, as a JSON array. */
export const ROLES_OF = sql<RoleRights[]>`coalesce((
  select jsonb_agg(jsonb_build_object(
           'permissions', coalesce(r.permissions, '[]'), 'fieldRules', coalesce(r.field_rules, '[]')))
    from user_role l join role r on r.tenant_id = l.tenant_id and r.id = l.role_id
   where l.tenant_id = p.tenant_id and l.user_id = p.id), '[]')`;

/** The departments of a user and all departments below them. `union` (not `union all`) ends cycles in the data. */
export const DEPARTMENTS_OF = sql<number[]>`coalesce((
  with recursive below as (
    select d.tenant_id, d.dept_id as id from user_department d
     where d.tenant_id = p.tenant_id and d.user_id = p.id
    union
    select c.tenant_id, c.id from dept c join below b on b.tenant_id = c.tenant_id and b.id = c.parent_id)
  select jsonb_agg(id) from below), '[]')`;

/** SQL for the first department of a user. */
export const DEPT_OF = sql<number | null>`(p.departments -> 0 ->> 'deptId')::int8`;

/** The stations that a user is responsible for (`@site`). */
export const STATIONS_OF = sql<string[]>`coalesce(p.stations, '[]')`;

interface Granted {
  isAdmin: boolean;
  own: unknown;
  roles: readonly RoleRights[];
  departments: readonly number[];
  stations: readonly string[];
  narrowed: unknown;
}

export function rightsOf({ isAdmin, own, roles, departments, stations, narrowed }: Granted): Rights {
  const narrow = narrowRights(narrowed);
  if (narrow) return narrow;
  return {
    admin: isAdmin,
    permissions: new Set([
      ...(isAdmin ? ['*'] : []),
      ...roles.flatMap(({ permissions }) => permissions),
      ...((own as string[] | null) ?? []),
    ]),
    departments,
    stations,
    fieldRules: isAdmin ? new Map() : mergeRules(roles),
  };
}

/** Reads the rights of a user in the tenant, whether or not the user is signed in. Null for users of other tenants. */
export async function readRights(
  trx: Trx,
  tenantId: number,
  userId: number,
): Promise<(Caller & { name: string }) | null> {
  const row = await trx
    .selectFrom('user as p')
    .innerJoin('userAccount as u', 'u.id', 'p.id')
    .where('p.tenantId', '=', tenantId)
    .where('p.id', '=', userId)
    .select([
      'p.name',
      'u.isAdmin',
      'p.permissions as own',
      ROLES_OF.as('roles'),
      DEPARTMENTS_OF.as('departments'),
      STATIONS_OF.as('stations'),
      narrowedOf().as('narrowed'),
    ])
    .executeTakeFirst();
  return row ? { ...rightsOf(row), userId, name: row.name } : null;
}
