/** Finds the users of the demo who sell, and the users who decide. */
import type { Trx } from '../../server/platform/db/index.ts';

export interface Person {
  id: number;
  name: string;
}

export async function findPeople(trx: Trx, tenantId: number, role: string): Promise<Person[]> {
  return trx
    .selectFrom('user')
    .innerJoin('userRole', (join) =>
      join.onRef('userRole.userId', '=', 'user.id').onRef('userRole.tenantId', '=', 'user.tenantId'),
    )
    .innerJoin('role', (join) =>
      join.onRef('role.id', '=', 'userRole.roleId').onRef('role.tenantId', '=', 'userRole.tenantId'),
    )
    .select(['user.id', 'user.name'])
    .where('user.tenantId', '=', tenantId)
    .where('role.key', '=', role)
    .orderBy('user.id')
    .execute();
}

/** Returns the users with the seller's role, otherwise the administrators. */
export async function findSellers(trx: Trx, tenantId: number): Promise<Person[]> {
  const sellers = await findPeople(trx, tenantId, 'sales');
  return sellers.length > 0 ? sellers : findPeople(trx, tenantId, 'administrator');
}
