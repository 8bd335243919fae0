/** The records that a statistic counts, as its reader sees them. */
import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { RecordCondition } from '../../platform/db/tables/anyTable.ts';
import type { Asker } from '../access/asker.ts';
import { columnsOf } from '../entities/columns.ts';

export interface StatisticScope {
  entity: Entity;
  asker: Asker;
  /** The days of instants begin as this zone says. */
  zone: string;
  /** The records that are counted, whatever the period. */
  where: RecordCondition;
}

export const isInstant = ({ entity, asker }: StatisticScope, field: string): boolean =>
  columnsOf(entity, asker).get(field) === 'date-time';

/** Amounts are exact; other numbers are not. */
export const isExact = ({ entity, asker }: StatisticScope, field: string): boolean =>
  columnsOf(entity, asker).get(field) === 'decimal';

export const todaySql = (zone: string) => sql`(now() at time zone ${zone})::date`;

/** The day of a date, where the reader is. */
export const daySql = (column: RawBuilder<unknown>, type: string | undefined, zone: string) =>
  type === 'date-time' ? sql`(${column} at time zone ${zone})::date` : sql`${column}::date`;
