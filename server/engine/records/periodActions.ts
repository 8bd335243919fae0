/** Removes actions that are not possible for records of closed months. */
import { sql } from 'kysely';
import type { ClosedPeriod, EntityDefinition } from '../../../generated/definition.ts';
import type { RecordCondition } from '../../platform/db/tables/anyTable.ts';
import { CLOSED, PERIOD } from '../derived/periods.ts';
import type { RowAction } from '../entities/list/rowActions.ts';

/** Returns the condition for records of open months. */
const openWhere =
  ({ name }: EntityDefinition, { kind, day }: ClosedPeriod): RecordCondition =>
  (eb) =>
    sql<boolean>`not exists (select from ${sql.table(PERIOD)} m
      where m.tenant_id = ${eb.ref(`${name}.tenantId`)} and m.kind = ${kind} and m.state = ${CLOSED}
        and m.month = to_char(${eb.ref(`${name}.${day}`)}::timestamp, 'YYYY-MM'))`;

/**
 * Returns the actions that a closed month prevents. Its records can neither be deleted nor make transitions.
 * Only their open fields can be changed.
 */
export function periodActions(entity: EntityDefinition): RowAction[] {
  const { period, states } = entity;
  if (!period) return [];
  const where = openWhere(entity, period);
  const moves =
    states && !period.open?.includes(states.field) ? states.transitions.map(({ name }) => name) : [];
  const locked = ['delete', ...(period.open ? [] : ['update']), ...moves];
  return locked.map((name) => ({ name, where, narrows: true }));
}
