/** Reads departments as trees. */
import type { Data } from '../../../../generated/calls.ts';
import { buildTree } from '../../../../runtime/core/tree.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { inWordOrder } from '../../../platform/db/tables/wordOrder.ts';
import { named, seen } from '../../access/scopedRecords.ts';
import type { Session } from '../../context.ts';

type DeptNode = Data<'deptTreeStation'>[number];
type DeptStation = Data<'deptListStation'>[number];

/** Returns the departments that the caller may list, in their order. */
const readDepts = (trx: Trx, session: Session) =>
  trx
    .selectFrom(seen(trx, session, 'dept').as('d'))
    .select(['id', 'name', 'parentId', 'managerId', 'endTime', 'stations'])
    .orderBy('sort')
    .orderBy(inWordOrder('name'))
    .execute();

/** Returns the names of the stations that the caller may see. */
async function readStationNames(trx: Trx, session: Session): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom(seen(trx, session, 'station').as('s'))
    .select(['sn', 'name'])
    .orderBy(inWordOrder('name'))
    .execute();
  return new Map(rows.map(({ sn, name }) => [sn, name ?? sn]));
}

/** Returns the tree. If the parent of a department is hidden, the department is at the top level. */
export async function deptTree(trx: Trx, session: Session): Promise<DeptNode[]> {
  const depts = await readDepts(trx, session);
  const names = await readStationNames(trx, session);
  const people = await trx
    .selectFrom(named(trx, session, 'user').as('u'))
    .select(['id', 'name'])
    .execute();
  const called = new Map(people.map(({ id, name }) => [id, name]));
  const { roots, below } = buildTree(depts, ({ parentId }) => parentId);
  const build = (level: readonly (typeof depts)[number][]): DeptNode[] =>
    level.map(({ id, name, managerId, endTime, stations }) => ({
      id,
      name: name ?? '',
      manager: called.has(managerId) ? { id: managerId, name: called.get(managerId) ?? '' } : null,
      expired: endTime !== null && Date.parse(endTime) < Date.now(),
      stations: ((stations ?? []) as string[]).flatMap((sn) =>
        names.has(sn) ? [{ sn, name: names.get(sn) ?? sn }] : [],
      ),
      children: build(below.get(id) ?? []),
    }));
  return build(roots);
}

const nodesIn = (nodes: readonly DeptNode[]): DeptNode[] =>
  nodes.flatMap((node) => [node, ...nodesIn(node.children)]);

/**
 * Returns the stations of a department and of all departments below it. Each station has the departments responsible
 * for it.
 */
export async function deptStations(trx: Trx, session: Session, deptId?: number): Promise<DeptStation[]> {
  const all = nodesIn(await deptTree(trx, session));
  const root = all.find(({ id }) => id === deptId);
  const nodes = deptId === undefined ? all : root ? nodesIn([root]) : [];
  const stationBySn = new Map<string, DeptStation>();
  for (const { id, stations } of nodes)
    for (const { sn, name } of stations)
      stationBySn.set(sn, { sn, name, deptIds: [...(stationBySn.get(sn)?.deptIds ?? []), id] });
  return [...stationBySn.values()];
}
