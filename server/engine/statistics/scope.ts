/** The records that a statistic counts, limited to those that the reader may see. */
import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { RecordCondition } from '../../platform/db/tables/anyTable.ts';
import type { Caller } from '../access/asker.ts';
import { columnsOf } from '../entities/columns.ts';

export interface StatisticScope {
  entity: Entity;
  asker: Caller;
  /** The time zone that determines the day of an instant. */
  zone: string;
  /** The condition for the counted records, without the period. */
  where: RecordCondition;
}

export const isInstant = ({ entity, asker }: StatisticScope, field: string): boolean =>
  columnsOf(entity, asker).get(field) === 'date-time';

/** Returns whether a field has exact decimals. This applies only to amounts. */
export const isExact = ({ entity, asker }: StatisticScope, field: string): boolean =>
  columnsOf(entity, asker).get(field) === 'decimal';

export const todaySql = (zone: string) => sql`(now() at time zone ${zone})::date`;

/** Returns SQL for the day of a date or an instant in a time zone. */
export const daySql = (column: RawBuilder<unknown>, type: string | undefined, zone: string) =>
  type === 'date-time' ? sql`(${column} at time zone ${zone})::date` : sql`${column}::date`;
