/** Finds approvers of a flow that do not exist, by the current roles, departments and users. */
import { sql } from 'kysely';
import type { People } from '../../../generated/definition.ts';
import { type FlowProblem, flowProblem } from '../../../runtime/core/flow/problems.ts';
import { type Flow, type PlacedNode, walkFlow } from '../../../runtime/core/flow/walk.ts';
import type { Trx } from '../../platform/db/index.ts';
import { managersAbove, readDepts } from '../states/people.ts';

/** The current roles, users and departments. */
interface Ground {
  /** The name of each role, with the number of its users. */
  roles: ReadonlyMap<string, { name: string; count: number }>;
  users: ReadonlyMap<number, { name: string; active: boolean }>;
  depts: ReadonlyMap<number, { name: string; managerId: number | null }>;
  /** The number of managers above each user. */
  levels: readonly number[];
}

async function readGround(trx: Trx): Promise<Ground> {
  const roles = await sql<{ key: string; name: string; count: number }>`
    select r.key, r.name, count(u.id)::int4 as count from role r
      left join user_role h on h.tenant_id = r.tenant_id and h.role_id = r.id
      left join "user" u on u.tenant_id = h.tenant_id and u.id = h.user_id and u.status = 'active'
     group by r.key, r.name`.execute(trx);
  const users = await trx.selectFrom('user').select(['id', 'name', 'status']).execute();
  const names = await trx.selectFrom('dept').select(['id', 'name', 'managerId']).execute();
  const members = await trx.selectFrom('userDepartment').select(['userId', 'deptId']).execute();
  const depts = await readDepts(trx);
  const active = new Set(users.filter(({ status }) => status === 'active').map(({ id }) => id));
  return {
    roles: new Map(roles.rows.map((role) => [role.key, role])),
    users: new Map(users.map(({ id, name }) => [id, { name, active: active.has(id) }])),
    depts: new Map(names.map((dept) => [dept.id, dept])),
    levels: members
      .filter(({ userId }) => active.has(userId))
      .map(({ userId, deptId }) => managersAbove(depts, deptId, [userId]).length),
  };
}

function peopleFaults(placed: PlacedNode, people: People, at: string, ground: Ground): FlowProblem[] {
  const found: FlowProblem[] = [];
  const add = (
    ...[fault, place, params]: [Parameters<typeof flowProblem>[1], string, Record<string, string | number>?]
  ) => void found.push(flowProblem(placed, fault, place, params));
  for (const [index, key] of (people.roles ?? []).entries()) {
    const role = ground.roles.get(key);
    if (!role) add('roleGone', `${at}/roles/${index}`, { name: key });
    else if (role.count === 0) add('roleEmpty', `${at}/roles/${index}`, { name: role.name });
  }
  for (const [index, id] of (people.users ?? []).entries()) {
    const user = ground.users.get(id);
    if (!user) add('personUnknown', `${at}/users/${index}`);
    else if (!user.active) add('personGone', `${at}/users/${index}`, { name: user.name });
  }
  for (const [index, id] of (people.heads ?? []).entries()) {
    const dept = ground.depts.get(id);
    if (!dept) add('headGone', `${at}/heads/${index}`);
    else if (dept.managerId === null) add('headMissing', `${at}/heads/${index}`, { name: dept.name });
  }
  const { level } = people;
  const total = ground.levels.length;
  const count = level === undefined ? total : ground.levels.filter((levels) => levels >= level).length;
  if (level !== undefined && count < total) add('levelFew', `${at}/level`, { level, count, total });
  return found;
}

/**
 * Returns whether a rule names a missing user. Users who depend on the record or the applicant are checked only in a
 * trial.
 */
function isNobody(
  { roles = [], users = [], heads = [], fields = [], manager, owner }: People,
  ground: Ground,
): boolean {
  if (manager || owner || fields.length > 0) return false;
  const isThere = (id: number | null | undefined) => ground.users.get(id ?? 0)?.active === true;
  return (
    !roles.some((key) => (ground.roles.get(key)?.count ?? 0) > 0) &&
    !users.some(isThere) &&
    !heads.some((id) => isThere(ground.depts.get(id)?.managerId))
  );
}

export async function peopleProblems(trx: Trx, flow: Flow): Promise<FlowProblem[]> {
  const ground = await readGround(trx);
  return walkFlow(flow).flatMap((placed) => {
    const { node } = placed;
    if (node.do === 'copy') return peopleFaults(placed, node.to, '/to', ground);
    if (node.do !== 'approve') return [];
    const named = [node.by.roles, node.by.users, node.by.heads].some((list) => (list ?? []).length > 0);
    const stuck = named && isNobody(node.by, ground) && (node.noApprover ?? 'refuse') === 'refuse';
    return [
      ...peopleFaults(placed, node.by, '/by', ground),
      ...(node.instead ? peopleFaults(placed, node.instead, '/instead', ground) : []),
      ...(stuck ? [flowProblem(placed, 'nobodyAtAll', '/by')] : []),
    ];
  });
}
