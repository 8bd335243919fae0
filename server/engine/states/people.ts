/** Whom a definition means: by role, by a field of the record, by id, as owner or as manager. */
import type { EntityDefinition, People } from '../../../generated/definition.ts';
import type { Row } from '../../platform/db/anyTable.ts';
import type { Trx } from '../../platform/db/index.ts';

interface Dept {
  id: number;
  parentId: number | null;
  managerId: number | null;
}

/** The depth limit guards against circles in the tree of departments. */
const MAX_DEPTH = 30;

/** The manager of a department; where that is somebody in question (or nobody), the one above. */
export function managerAbove(
  depts: ReadonlyMap<number, Dept>,
  deptId: number,
  without: readonly number[],
): number | null {
  let dept = depts.get(deptId);
  for (let depth = 0; dept && depth < MAX_DEPTH; depth++) {
    if (dept.managerId !== null && !without.includes(dept.managerId)) return dept.managerId;
    dept = dept.parentId === null ? undefined : depts.get(dept.parentId);
  }
  return null;
}

/** Returns who runs the departments of a person, or stands above those `without`. */
export async function managerOf(
  trx: Trx,
  userId: number,
  without: readonly number[] = [],
): Promise<number[]> {
  const departments = await trx
    .selectFrom('userDepartment')
    .select('deptId')
    .where('userId', '=', userId)
    .orderBy('deptId')
    .execute();
  if (departments.length === 0) return [];
  const rows = await trx.selectFrom('dept').select(['id', 'parentId', 'managerId']).execute();
  const depts = new Map(rows.map((dept) => [dept.id, dept]));
  return departments
    .map(({ deptId }) => managerAbove(depts, deptId, [userId, ...without]))
    .filter((manager): manager is number => manager !== null);
}

async function findHolders(trx: Trx, roles: readonly string[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select('userRole.userId')
    .where('role.key', 'in', roles)
    .execute();
  return rows.map(({ userId }) => userId);
}

const idsIn = (value: unknown): number[] =>
  [value].flat().filter((id): id is number => Number.isSafeInteger(id));

/** Returns who of these works in the tenant now. */
export async function keepMembers(trx: Trx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('user')
    .select('id')
    .where('status', '=', 'active')
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists the owners of a record by their ids. */
export const listOwners = ({ owner = 'createdBy' }: EntityDefinition, record: Row): number[] =>
  idsIn(record[owner]);

/**
 * The ids of everybody meant, each once; only who may sign in to this tenant counts. Managers are those of the person
 * `userId`, or of who stands above those `without`, who are left out.
 */
export async function findPeople(
  trx: Trx,
  { roles = [], fields = [], users = [], manager, owner }: People,
  on: { entity: EntityDefinition; record: Row; userId: number; without?: readonly number[] },
): Promise<number[]> {
  const { without = [] } = on;
  const people = [
    ...users,
    ...fields.flatMap((name) => idsIn(on.record[name])),
    ...(owner ? listOwners(on.entity, on.record) : []),
    ...(roles.length > 0 ? await findHolders(trx, roles) : []),
    ...(manager ? await managerOf(trx, on.userId, without) : []),
  ];
  return keepMembers(
    trx,
    [...new Set(people)].filter((id) => !without.includes(id)),
  );
}
