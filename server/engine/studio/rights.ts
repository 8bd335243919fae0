/**
 * The rights that a changed definition adds. On request they are added to roles of the caller's tenant, and
 * an undo removes them.
 */
import { sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { canGrant } from '../../../runtime/core/access/permission.ts';
import { SEEDED_ROLE_KEYS, type SeededRole } from '../../../runtime/core/access/seededRoles.ts';
import { writeAuditBy } from '../../platform/db/auditLog.ts';
import { runInSession, type SessionClient } from '../../platform/db/lease/heldConnection.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { RoleRights } from '../access/fieldRules.ts';
import type { Session } from '../context.ts';
import { checkRole } from '../identity/people/permissions.ts';
import type { Document, Granted, Subject } from './types.ts';

export type RoleGrant = Pick<Granted, 'role' | 'permissions'>;

/** A definition with the previous one. */
export interface Replaced extends Subject {
  document: Document;
  previous: Document | null;
}

function permissionsOf(document: Document | null, name: string, role: SeededRole): string[] {
  const { rights = {} } = (document ?? {}) as Pick<EntityDefinition, 'rights'>;
  return (rights[role] ?? []).map((right) => `${name}:${right}`);
}

/** Returns the rights of each role that the previous definitions did not grant. */
export function rightsAdded(parts: readonly Replaced[]): RoleGrant[] {
  const entities = parts.filter(({ kind }) => kind === 'entity');
  return SEEDED_ROLE_KEYS.map((role) => ({
    role,
    permissions: entities.flatMap(({ name, document, previous }) => {
      const before = new Set(permissionsOf(previous, name, role));
      return permissionsOf(document, name, role).filter((key) => !canGrant(before, key));
    }),
  })).filter(({ permissions }) => permissions.length > 0);
}

interface RoleRow {
  id: number;
  key: SeededRole;
  permissions: string[] | null;
  fieldRules: RoleRights['fieldRules'] | null;
}

/** Reads roles of a tenant, and locks them until the change is committed. */
const readRoles = (client: SessionClient, tenantId: number, keys: readonly string[]): Promise<RoleRow[]> =>
  runInSession(
    client,
    () => sql<RoleRow>`select id, key, permissions, field_rules from role
      where tenant_id = ${tenantId} and key = any(${keys}) for update`,
  );

/** Returns the rights that roles of the tenant would gain. Deleted roles are left out. */
export async function rightsOffered(
  client: SessionClient,
  { tenantId }: Pick<Session, 'tenantId'>,
  parts: readonly Replaced[],
): Promise<RoleGrant[]> {
  const added = rightsAdded(parts);
  if (added.length === 0) return [];
  const roles = await runInSession(client, (trx) =>
    trx
      .selectFrom('role')
      .select(['key', 'permissions'])
      .where('tenantId', '=', tenantId)
      .where(
        'key',
        'in',
        added.map(({ role }) => role),
      ),
  );
  const grantedTo = new Map(
    roles.map(({ key, permissions }) => [key, new Set(permissions as string[] | null)]),
  );
  return added.flatMap(({ role, permissions }) => {
    const granted = grantedTo.get(role);
    const lacking = permissions.filter((key) => granted && !canGrant(granted, key));
    return lacking.length > 0 ? [{ role, permissions: lacking }] : [];
  });
}

/** Writes the permissions of a role, with a line in the audit log of its tenant. */
async function writeRole(
  client: SessionClient,
  { userId }: Session,
  tenantId: number,
  { id, permissions }: RoleRow,
  after: readonly string[],
): Promise<void> {
  await runInSession(client, (trx) =>
    trx
      .updateTable('role')
      .set({
        permissions: JSON.stringify(after),
        version: sql`version + 1`,
        updatedBy: userId,
        updatedAt: sql`now()`,
      })
      .where('tenantId', '=', tenantId)
      .where('id', '=', id),
  );
  const diff = { permissions: [permissions, after] };
  await writeAuditBy(client, { tenantId, userId, entity: 'role', id, action: 'update', diff });
}

/**
 * Adds to these roles of the caller's tenant the rights that the definitions add. Returns the added rights.
 */
export async function grantRights(
  client: SessionClient,
  session: Session,
  parts: readonly Replaced[],
  roles: readonly string[],
): Promise<Granted[]> {
  const requested = rightsAdded(parts).filter(({ role }) => roles.includes(role));
  if (requested.length === 0) return [];
  const { tenantId } = session;
  const rows = await readRoles(client, tenantId, roles);
  const granted: Granted[] = [];
  for (const { role, permissions } of requested) {
    const row = rows.find(({ key }) => key === role);
    if (!row) throw new AppError('user.unknownRole', {}, { field: '/roles' });
    const before = row.permissions ?? [];
    const grantedBefore = new Set(before);
    const added = permissions.filter((key) => !canGrant(grantedBefore, key));
    if (added.length === 0) continue;
    const after = [...before, ...added];
    checkRole(session, { permissions: after, fieldRules: row.fieldRules ?? [] }, '/roles');
    await writeRole(client, session, tenantId, row, after);
    granted.push({ tenantId, role, permissions: added });
  }
  return granted;
}

/** Removes the rights that roles received with a change. Rights that they received later are kept. */
export async function revokeRights(
  client: SessionClient,
  session: Session,
  granted: readonly Granted[],
): Promise<void> {
  for (const { tenantId, role, permissions } of granted) {
    const [row] = await readRoles(client, tenantId, [role]);
    const before = row?.permissions ?? [];
    const after = before.filter((key) => !permissions.includes(key));
    if (row && after.length < before.length) await writeRole(client, session, tenantId, row, after);
  }
}
