/**
 * How many records a filter selects. What tallies don't answer is counted, which takes its time with a million records;
 * so a count is remembered for as long as it is exact: every write leaves a line in `entity_change`, and two moments
 * that see the same lines see the same records.
 */

import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { RecordCondition } from '../../platform/db/anyTable.ts';
import { trxAny } from '../../platform/db/anyTable.ts';
import type { Database } from '../../platform/db/index.ts';
import { snake } from '../../platform/db/names.ts';
import type { FilterNode } from './filter.ts';
import { findTally } from './tally.ts';

/** What is read beside the records, at the same moment. */
export interface Reading {
  /** How much was written, and in how many lines it is said. */
  changes?: readonly [changes: number, lines: number];
  /** From the tally: a sum of lines, how many are not folded yet, the version of what they are folded into. */
  sum?: readonly [sum: number | null, lines: number, version: number | null];
  /** From the tally: the lines that are not folded yet. */
  lines?: string;
}

interface Remembered {
  total: number;
  /** How much was written up to that moment. */
  changes: number;
}

const MAX_REMEMBERED = 5_000;
/** From here on the lines are folded into one. */
const MAX_LINES = 200;

const changesSql = (tenantId: number, entity: string): RawBuilder<NonNullable<Reading['changes']>> =>
  sql`(select array[coalesce(sum(n), 0), count(*)]::int8[]
    from entity_change where tenant_id = ${tenantId} and entity = ${snake(entity)})`;

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

const memories = new WeakMap<Database, LRUCache<string, Remembered>>();
const folding = new Set<string>();

function memoryOf(db: Database): LRUCache<string, Remembered> {
  const known = memories.get(db) ?? new LRUCache<string, Remembered>({ max: MAX_REMEMBERED });
  memories.set(db, known);
  return known;
}

/** Folds the lines in the background; their sum, which is all that counts, stays what it is. */
function foldLines(db: Database, tenantId: number, entity: string): void {
  const key = `${tenantId} ${entity}`;
  if (folding.has(key)) return;
  folding.add(key);
  void db
    .tenant(tenantId, (trx) =>
      sql`with gone as (delete from entity_change where tenant_id = ${tenantId} and entity = ${snake(entity)}
            returning n)
          insert into entity_change (tenant_id, entity, n)
          select ${tenantId}, ${snake(entity)}, sum(n) from gone having count(*) > 0`.execute(trx),
    )
    // Folded at the next chance: until then it is only slower.
    .catch(() => undefined)
    .finally(() => folding.delete(key));
}

async function countRows(db: Database, { tenantId, entity, where }: CountQuestion): Promise<Remembered> {
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

export interface Counting {
  /** To be read beside the records. */
  read: Readonly<Record<string, RawBuilder<unknown>>>;
  /** The exact count at the moment of the reading; of asking, where there were no records to read it beside. */
  total(reading: Reading | undefined): Promise<number>;
}

function countingRemembered(db: Database, question: CountQuestion): Counting {
  const { tenantId, entity } = question;
  const memory = memoryOf(db);
  const key = question.key === null ? null : `${tenantId} ${entity} ${question.key}`;
  const known = key === null ? undefined : memory.get(key);
  return {
    read: { changes: changesSql(tenantId, entity) },
    async total(reading) {
      const changes = reading?.changes;
      if (changes && changes[1] > MAX_LINES) foldLines(db, tenantId, entity);
      if (known && changes && known.changes === changes[0]) return known.total;
      const found = await countRows(db, question);
      if (key !== null) memory.set(key, found);
      return found.total;
    },
  };
}

/** The quickest exact way to count: from tallies, from memory, by counting. */
export const chooseCounting = async (db: Database, question: CountQuestion): Promise<Counting> =>
  (await findTally(db, question)) ?? countingRemembered(db, question);
