/**
 * Finds the users that a definition names: by role, field or id, as record owner, or as manager of a user or
 * department.
 */
import type { EntityDefinition, People } from '../../../generated/definition.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';

interface Dept {
  id: number;
  parentId: number | null;
  managerId: number | null;
}

/** The maximum depth protects against cycles in the tree of departments. */
const MAX_DEPTH = 30;

/**
 * Returns the managers of a department and of all departments above it, the nearest first. Excludes duplicates and the
 * users in `without`.
 */
export function managersAbove(
  depts: ReadonlyMap<number, Dept>,
  deptId: number,
  without: readonly number[],
): number[] {
  const managers: number[] = [];
  let dept = depts.get(deptId);
  for (let depth = 0; dept && depth < MAX_DEPTH; depth++) {
    const { managerId, parentId } = dept;
    if (managerId !== null && !without.includes(managerId) && !managers.includes(managerId))
      managers.push(managerId);
    dept = parentId === null ? undefined : depts.get(parentId);
  }
  return managers;
}

/** The level of a manager, where 1 is the nearest. `upTo` includes all lower levels. */
export type Climb = Pick<People, 'level' | 'upTo'>;

/**
 * Returns the manager at a level above a user, or the topmost one if there are fewer levels. With `upTo`,
 * returns all managers up to that level.
 */
export const managersAt = (above: readonly number[], { level = 1, upTo = false }: Climb): number[] =>
  above.slice(0, level).slice(upTo ? 0 : -1);

/**
 * Returns the ids of the managers of a user's departments, at the level that `climb` defines. Users in `without` are
 * omitted. A manager among them is replaced by the manager above.
 */
export async function managerOf(
  trx: Trx,
  userId: number,
  without: readonly number[] = [],
  climb: Climb = {},
): Promise<number[]> {
  const departments = await trx
    .selectFrom('userDepartment')
    .select('deptId')
    .where('userId', '=', userId)
    .orderBy('deptId')
    .execute();
  if (departments.length === 0) return [];
  const depts = await readDepts(trx);
  return departments.flatMap(({ deptId }) =>
    managersAt(managersAbove(depts, deptId, [userId, ...without]), climb),
  );
}

/** Returns the departments of the tenant, by id. */
export async function readDepts(trx: Trx): Promise<ReadonlyMap<number, Dept>> {
  const rows = await trx.selectFrom('dept').select(['id', 'parentId', 'managerId']).execute();
  return new Map(rows.map((dept) => [dept.id, dept]));
}

/** Returns the managers of these departments. */
async function findHeads(trx: Trx, deptIds: readonly number[]): Promise<number[]> {
  const depts = await readDepts(trx);
  return deptIds.flatMap((id) => depts.get(id)?.managerId ?? []);
}

async function findHolders(trx: Trx, roles: readonly string[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select('userRole.userId')
    .where('role.key', 'in', roles)
    .orderBy('userRole.userId')
    .execute();
  return rows.map(({ userId }) => userId);
}

const idsIn = (value: unknown): number[] =>
  [value].flat().filter((id): id is number => Number.isSafeInteger(id));

/** Returns the given users who are active in the tenant, in the given order. */
export async function filterMembers(trx: Trx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('user')
    .select('id')
    .where('status', '=', 'active')
    .where('id', 'in', ids)
    .execute();
  const members = new Set(rows.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => members.has(id));
}

/** Returns the ids of the owners of a record. */
export const listOwners = ({ owner = 'createdBy' }: EntityDefinition, record: Row): number[] =>
  idsIn(record[owner]);

/**
 * Returns the ids of all matching users who may sign in to this tenant, without duplicates. Managers are those of
 * `userId`. Users in `without` are omitted. A manager among them is replaced by the manager above.
 */
export async function findPeople(
  trx: Trx,
  { roles = [], fields = [], users = [], heads = [], manager, owner, ...climb }: People,
  on: { entity: EntityDefinition; record: Row; userId: number; without?: readonly number[] },
): Promise<number[]> {
  const { without = [] } = on;
  const people = [
    ...users,
    ...fields.flatMap((name) => idsIn(on.record[name])),
    ...(owner ? listOwners(on.entity, on.record) : []),
    ...(roles.length > 0 ? await findHolders(trx, roles) : []),
    ...(heads.length > 0 ? await findHeads(trx, heads) : []),
    ...(manager ? await managerOf(trx, on.userId, without, climb) : []),
  ];
  return filterMembers(
    trx,
    [...new Set(people)].filter((id) => !without.includes(id)),
  );
}
