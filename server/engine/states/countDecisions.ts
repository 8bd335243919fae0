/** Counts the records that wait for a user's decision through a transition, besides approval requests. */
import { movesDeciding } from '../../../runtime/core/decisions.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { transitionPermission } from '../../../runtime/core/rules/states.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { type RecordCondition, trxAny } from '../../platform/db/tables/anyTable.ts';
import type { Caller } from '../access/asker.ts';
import { keyWhere, recordWhere } from '../access/recordScope.ts';
import { may } from '../entities/columns.ts';

/** Returns the condition for records on which the caller may decide now. Null if there are none. */
function decidable(caller: Caller, entity: Entity): RecordCondition | null {
  const { states } = entity;
  const moves = movesDeciding(entity, (permission) => may(caller, permission));
  if (!states || moves.length === 0 || !may(caller, `${entity.name}:list`)) return null;
  const listed = recordWhere(caller, entity, 'list');
  return (eb) => {
    const ways = moves.map((move) => {
      const reach = keyWhere(caller, entity, transitionPermission(entity, move));
      const waits = eb(states.field, 'in', [...(move.from ?? [])]);
      return reach ? eb.and([waits, reach(eb)]) : waits;
    });
    return eb.and([eb.or(ways), ...(listed ? [listed(eb)] : [])]);
  };
}

export async function countDecisions(trx: ScopedTrx, caller: Caller): Promise<number> {
  let sum = 0;
  for (const entity of entityRegistry.all()) {
    const where = decidable(caller, entity);
    if (!where) continue;
    const { count } = (await trxAny(trx)
      .selectFrom(entity.name)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(where)
      .executeTakeFirstOrThrow()) as { count: number };
    sum += count;
  }
  return sum;
}
