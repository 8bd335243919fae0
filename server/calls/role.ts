import type { Calls } from '../../generated/calls.ts';
import { seen } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { inWordOrder } from '../platform/db/tables/wordOrder.ts';

export const roleCalls = {
  roleList: (_input, { db, session }) =>
    db.tenant(session.tenantId, async (trx) => {
      const rows = await trx
        .selectFrom(seen(trx, session, 'role').as('role'))
        .leftJoin('userRole', 'userRole.roleId', 'role.id')
        .groupBy(['role.id', 'role.key', 'role.name', 'role.nameEn', 'role.description'])
        .select(({ fn }) => [
          'role.id',
          'role.key',
          'role.name',
          'role.nameEn',
          'role.description',
          fn.count<number>('userRole.userId').as('members'),
        ])
        .orderBy(inWordOrder('role.name'))
        .execute();
      return rows.map(({ id, key, name, nameEn, description, members }) => ({
        id,
        code: key,
        name: { zh: name, en: nameEn ?? name },
        description: description ?? '',
        members: Number(members),
      }));
    }),
} satisfies Partial<Calls<HandlerContext>>;
