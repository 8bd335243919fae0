/** The question for the number of records, and the simplest answer: counting them. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/index.ts';
import { type RecordCondition, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { snake } from '../../../platform/db/tables/names.ts';
import type { FilterNode } from './filter.ts';

export interface CountQuestion {
  tenantId: number;
  entity: string;
  where: RecordCondition;
  /** Identifies the question. Null if its answer depends on other tables too and is not cached. */
  key: string | null;
  filter: FilterNode | null;
  /** The fields of the filter, if only these determine the count. Null otherwise. */
  fields: readonly string[] | null;
}

/** The counters of changes, read together with the records at the same moment. */
export interface Reading {
  /** The number of writes, and the number of lines that contain it. */
  changes?: readonly [changes: number, lines: number];
  /** From the tally: the sum of its lines, how many are not combined yet, and the version of the combined one. */
  sum?: readonly [sum: number | null, lines: number, version: number | null];
  /** From the tally: the lines that are not combined yet. */
  lines?: string;
}

export interface Counting {
  /** Expressions that are read together with the records. */
  read: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Returns the exact count at the moment of the reading. Without a reading, at the moment of the call. */
  total(reading: Reading | undefined): Promise<number>;
}

/** A count, and the number of writes at its moment. */
export interface Counted {
  total: number;
  /** The number of writes up to that moment. */
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
