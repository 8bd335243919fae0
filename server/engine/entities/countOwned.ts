/** Counts the records that would be left without an owner if a user left. */
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';

export interface Owned {
  entity: Entity;
  count: number;
}

/**
 * Counts a user's records of each entity with handover, regardless of the caller's scope. Entities without such
 * records are left out.
 */
export async function countOwned(trx: ScopedTrx, userId: number): Promise<Owned[]> {
  const owned: Owned[] = [];
  for (const entity of entityRegistry.all().filter(({ handover }) => handover)) {
    const { count } = await trxAny(trx)
      .selectFrom(entity.name)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(entity.owner ?? '', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) > 0) owned.push({ entity, count: Number(count) });
  }
  return owned;
}
