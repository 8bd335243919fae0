import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../context.ts';
import { dept_stations, dept_tree } from '../identity/depts.ts';

const tree = (_input: unknown, { db, session }: CallContext) =>
  db.tenant(session.tenantId, (trx) => dept_tree(trx, session));

export const deptCalls = {
  deptTreeManager: tree,
  deptTreeStation: tree,
  deptListStation: ({ query }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => dept_stations(trx, session, query.deptId)),
} satisfies Partial<Calls<CallContext>>;
