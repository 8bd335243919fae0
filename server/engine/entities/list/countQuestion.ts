/** A request to count records, and the simplest way to answer it: counting. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/index.ts';
import { type RecordCondition, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { snake } from '../../../platform/db/tables/names.ts';
import type { FilterNode } from './filter.ts';

export interface CountQuestion {
  tenantId: number;
  entity: string;
  where: RecordCondition;
  /** The cache key. Null if the count also depends on other tables and is not cached. */
  key: string | null;
  filter: FilterNode | null;
  /** The fields of the filter, if only they determine the count. Otherwise null. */
  fields: readonly string[] | null;
}

/** Counters of changes, read together with the records in one snapshot. */
export interface Reading {
  /** The number of writes, and the number of rows in which it is stored. */
  changes?: readonly [changes: number, lines: number];
  /** From the tally: the sum of its rows, the number of uncombined rows, and the version of the combined row. */
  sum?: readonly [sum: number | null, lines: number, version: number | null];
  /** The uncombined rows of the tally, as text. */
  lines?: string;
}

export interface Counting {
  /** Expressions to read together with the records. */
  read: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Returns the exact count at the time of `reading`. If undefined, counts now. */
  total(reading: Reading | undefined): Promise<number>;
}

/** A count, and the number of writes before it. */
export interface Counted {
  total: number;
  /** The number of writes before the count. */
  changes: number;
}

export const changesSql = (tenantId: number, entity: string): RawBuilder<NonNullable<Reading['changes']>> =>
  sql`(select array[coalesce(sum(n), 0), count(*)]::int8[]
    from entity_change where tenant_id = ${tenantId} and entity = ${snake(entity)})`;

export async function countRows(db: Database, { tenantId, entity, where }: CountQuestion): Promise<Counted> {
  const [counted] = await db.ask(tenantId, (trx) =>
    trxAny(trx)
      .selectFrom(entity)
      .where(where)
      .select((eb) => [eb.fn.countAll<number>().as('total'), changesSql(tenantId, entity).as('changes')]),
  );
  return { total: Number(counted?.total), changes: (counted?.changes ?? [0])[0] };
}

export const countRecords = async (db: Database, question: CountQuestion): Promise<number> =>
  (await countRows(db, question)).total;
