import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../engine/context.ts';
import { deptStations, deptTree } from '../engine/identity/people/depts.ts';

const tree = (_input: unknown, { db, session }: CallContext) =>
  db.tenant(session.tenantId, (trx) => deptTree(trx, session));

export const deptCalls = {
  deptTreeManager: tree,
  deptTreeStation: tree,
  deptListStation: ({ query }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => deptStations(trx, session, query.deptId)),
} satisfies Partial<Calls<CallContext>>;
