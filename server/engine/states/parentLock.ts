/** The state of a parent record may lock its child records. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { RecordCondition } from '../../platform/db/tables/anyTable.ts';
import { fieldsOf } from '../entities/columns.ts';

/** Selects the records that their parent record does not lock. Null for all. */
export function parentFreeWhere(entity: EntityDefinition): RecordCondition | null {
  const { of } = entity;
  if (!of || (of.in !== 'form' && of.locked !== 'with')) return null;
  const { 'x-ref': target = '', 'x-refKey': key = 'id' } = fieldsOf(entity)[of.field] ?? {};
  const { states } = entityOf(target);
  const { in: lockedStates = [], open = [] } = states?.locked ?? {};
  if (!states || lockedStates.length === 0 || (of.in === 'form' && open.includes(of.as))) return null;
  return (eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom(`${target} as around`)
          .select('around.id')
          .whereRef(`around.${key}`, '=', `${entity.name}.${of.field}`)
          .whereRef('around.tenantId', '=', `${entity.name}.tenantId`)
          .where(`around.${states.field}`, 'in', lockedStates),
      ),
    );
}
