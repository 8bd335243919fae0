/**
 * Counts the records that a filter selects. Without a tally the records are counted one by one, which is slow for a
 * million records. The count is cached as long as it is exact: every write adds a row to `entity_change`. If the rows
 * are the same, the records are the same.
 */

import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/db/index.ts';
import { snake } from '../../../platform/db/tables/names.ts';
import { type Counted, type Counting, type CountQuestion, changesSql, countRows } from './countQuestion.ts';
import { findTally } from './tallyCounts.ts';

const MAX_REMEMBERED = 5_000;
/** From this number on, the rows of changes are combined into one. */
const MAX_LINES = 200;

const memories = new WeakMap<Database, LRUCache<string, Counted>>();
const folding = new Set<string>();

function memoryOf(db: Database): LRUCache<string, Counted> {
  const known = memories.get(db) ?? new LRUCache<string, Counted>({ max: MAX_REMEMBERED });
  memories.set(db, known);
  return known;
}

/** Combines the rows in the background. The sum does not change, and only the sum counts. */
function foldLines(db: Database, tenantId: number, entity: string): void {
  const key = `${tenantId} ${entity}`;
  if (folding.has(key)) return;
  folding.add(key);
  void db
    .ask(
      tenantId,
      () => sql`with gone as (delete from entity_change where tenant_id = ${tenantId} and entity = ${snake(entity)}
            returning n)
          insert into entity_change (tenant_id, entity, n)
          select ${tenantId}, ${snake(entity)}, sum(n) from gone having count(*) > 0`,
    )
    // After an error, the rows are combined at the next opportunity. Until then counting is only slower.
    .catch(() => undefined)
    .finally(() => folding.delete(key));
}

function rememberCounting(db: Database, question: CountQuestion): Counting {
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

/** Chooses the fastest exact way to count: a tally, the cache, or counting the records. */
export const chooseCounting = async (db: Database, question: CountQuestion): Promise<Counting> =>
  (await findTally(db, question)) ?? rememberCounting(db, question);
