/** The question how many records there are, and the plain answer: to count them. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/index.ts';
import { type RecordCondition, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { snake } from '../../../platform/db/tables/names.ts';
import type { FilterNode } from './filter.ts';

export interface CountQuestion {
  tenantId: number;
  entity: string;
  where: RecordCondition;
  /** Says the question; null: its answer depends on other tables too and is not remembered. */
  key: string | null;
  filter: FilterNode | null;
  /** The fields of the filter, where it alone decides what counts; null: something else does, too. */
  fields: readonly string[] | null;
}

/** The counters of changes, read beside the records at the same moment. */
export interface Reading {
  /** The amount that was written, and the number of lines that say it. */
  changes?: readonly [changes: number, lines: number];
  /** From the tally: a sum of lines, how many are not folded yet, the version of what they are folded into. */
  sum?: readonly [sum: number | null, lines: number, version: number | null];
  /** From the tally: the lines that are not folded yet. */
  lines?: string;
}

export interface Counting {
  /** To be read beside the records. */
  read: Readonly<Record<string, RawBuilder<unknown>>>;
  /** The exact count at the moment of the reading; of asking, where there were no records to read it beside. */
  total(reading: Reading | undefined): Promise<number>;
}

/** A count, and how much had been written by then. */
export interface Counted {
  total: number;
  /** The amount that was written up to that moment. */
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
