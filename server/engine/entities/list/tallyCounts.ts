/**
 * Counts from tallies. `entity_tally` contains the number of records for every combination of the values by which a
 * list is filtered. A filter over these fields adds up some rows instead of reading all records. Most rows are bases,
 * which change only when rows are combined. The server caches the bases, and the database adds up the other rows.
 */
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/db/index.ts';
import { snake } from '../../../platform/db/tables/names.ts';
import { type Counting, type CountQuestion, countRecords, type Reading } from './countQuestion.ts';
import { type Bases, countBases, isFilterLocal, makeBases, sumsBases } from './tallyBases.ts';

/** The columns of a tally with their types, in the order of a combination's values. */
interface Tally {
  columns: readonly string[];
  types: readonly string[];
}

type Sum = NonNullable<Reading['sum']>;
/** The uncombined rows of a tally. */
type Lines = [
  version: number | null,
  lines: number,
  sums: [n: number, combination: (string | null)[]][] | null,
];

/** From this number on, the rows of each combination are merged, because every list reads all of them. */
const MAX_LINES = 30;
/** From this number of combinations on, rows are merged into their bases, because every list reads all of them. */
const MAX_SUMS = 50;
/**
 * After combining this many rows, the database's statistics are updated. Outdated statistics would cause a full scan.
 */
const MANY_LINES = 1000;
/** Maximum number of pairs of tenant and entity whose bases are cached. */
const MAX_REMEMBERED = 200;

interface Memory {
  tallies: Map<string, Tally>;
  bases: LRUCache<string, Bases & { version: number }>;
}

const memories = new WeakMap<Database, Memory>();
const tidying = new Set<string>();

function memoryOf(db: Database): Memory {
  const known = memories.get(db) ?? { tallies: new Map(), bases: new LRUCache({ max: MAX_REMEMBERED }) };
  memories.set(db, known);
  return known;
}

async function tallyOf(db: Database, tenantId: number, table: string): Promise<Tally | undefined> {
  const { tallies } = memoryOf(db);
  const found = tallies.get(table);
  if (found) return found;
  const [tally] = await db.ask(
    tenantId,
    () => sql<Tally>`select columns, types from entity_tally_of where entity = ${table}`,
  );
  if (tally) tallies.set(table, tally);
  return tally;
}

const nameOf = (table: string, { columns }: Tally): string => `${table}:${columns.join()}`;

/**
 * Returns the rows of a tally as records with only the tallied columns. The filter of a list can then be applied to
 * them.
 */
function linesSql(tenantId: number, name: string, tally: Tally): RawBuilder<unknown> {
  const columns = tally.columns.map(
    (column, at) =>
      sql`combination[${sql.lit(at + 1)}]::${sql.raw(tally.types[at] ?? 'text')} as ${sql.id(column)}`,
  );
  return sql`(select ${sql.join([sql`n`, sql`base`, ...columns])} from entity_tally
    where tenant_id = ${tenantId} and entity = ${name}) as lines`;
}

/** Combines the rows in the background. The sum does not change, and only the sum counts. */
function tidyLines(db: Database, tenantId: number, name: string, lines: number, sums: number): void {
  const key = `${tenantId} ${name}`;
  if (lines <= sums + MAX_LINES && sums <= MAX_SUMS) return;
  if (tidying.has(key)) return;
  tidying.add(key);
  const tidy = sql.raw(sums > MAX_SUMS ? 'tally_fold' : 'tally_merge');
  void db
    .ask(tenantId, () => sql`select ${tidy}(${tenantId}::int, ${name}::text)`)
    .then(() => (lines > MANY_LINES ? db.system((trx) => sql`analyze entity_tally`.execute(trx)) : undefined))
    // After an error, the rows are combined at the next opportunity. Until then counting is only slower.
    .catch(() => undefined)
    .finally(() => tidying.delete(key));
}

/** The entity and the database in which a tally counts. */
interface Place {
  db: Database;
  tenantId: number;
  table: string;
  tally: Tally;
}

/** Returns whether the tally has no rows, because there are no records yet or other columns are tallied now. */
function linesMissing({ db, table }: Place, lines: number, version: number | null): boolean {
  if (lines > 0 || version !== null) return false;
  memoryOf(db).tallies.delete(table);
  return true;
}

/** Counts in the database over all rows, for filters with an order or a pattern. */
function makeQueriedCounting(place: Place, question: CountQuestion): Counting {
  const { db, tenantId, table, tally } = place;
  const name = nameOf(table, tally);
  const condition = question.where(expressionBuilder<Record<string, Record<string, unknown>>, string>());
  const sum = sql<Sum>`(select array[sum(n) filter (where ${condition}), count(*) filter (where not base),
      (select version from entity_tally_version where tenant_id = ${tenantId} and entity = ${name})]::int8[]
    from ${linesSql(tenantId, name, tally)})`;
  const query = async (): Promise<Sum | undefined> => {
    const [read] = await db.ask(tenantId, () => sql<{ sum: Sum }>`select ${sum} as sum`);
    return read?.sum;
  };
  return {
    read: { sum },
    async total(reading) {
      const read = reading?.sum ?? (await query());
      if (!read) return countRecords(db, question);
      const [found, lines, version] = read;
      if (linesMissing(place, lines, version)) return countRecords(db, question);
      // The number of combinations in these rows is unknown here, so it is estimated.
      tidyLines(db, tenantId, name, lines, lines - MAX_LINES);
      return found ?? 0;
    },
  };
}

interface Found {
  lines: Lines;
  known: Bases | null;
}

/** Counts with the cached bases. Uncombined rows are read together with the records. */
function makeKnownCounting(place: Place, question: CountQuestion): Counting {
  const { db, tenantId, table, tally } = place;
  const { filter } = question;
  const name = nameOf(table, tally);
  const key = `${tenantId} ${name}`;
  const { bases } = memoryOf(db);
  const lines = sql<string>`(select tally_lines(${tenantId}::int, ${name}::text))`;

  const load = async (): Promise<Found | undefined> => {
    const columns = tally.columns.map((_, at) => sql`json_agg(combination[${sql.lit(at + 1)}])`);
    const [read] = await db.ask(
      tenantId,
      () => sql<{ lines: string; bases: [n: number[] | null, ...columns: (string | null)[][]] }>`
        select ${lines} as lines, json_build_array(${sql.join([sql`json_agg(n)`, ...columns])}) as bases
          from entity_tally where tenant_id = ${tenantId} and entity = ${name} and base`,
    );
    if (!read) return;
    const found = JSON.parse(read.lines) as Lines;
    const [version] = found;
    const [counts, ...values] = read.bases;
    const known = makeBases(tally.columns, counts ?? [], values);
    if (version !== null) {
      bases.set(key, { ...known, version });
    }
    return { lines: found, known };
  };

  const remembered = (text: string): Found | undefined => {
    const read = JSON.parse(text) as Lines;
    const [version] = read;
    if (version === null) return { lines: read, known: null };
    const known = bases.get(key);
    return known?.version === version ? { lines: read, known } : undefined;
  };

  return {
    read: { lines },
    async total(reading) {
      const found = (reading?.lines && remembered(reading.lines)) || (await load());
      if (!found) return countRecords(db, question);
      const [version, count, sums] = found.lines;
      if (linesMissing(place, count, version)) return countRecords(db, question);
      tidyLines(db, tenantId, name, count, sums?.length ?? 0);
      const added = sums ? countBases(sumsBases(tally.columns, sums), filter, snake) : 0;
      return added + (found.known ? countBases(found.known, filter, snake) : 0);
    },
  };
}

/** Returns a way to count from a tally. Null if the filter needs a column that is not tallied. */
export async function findTally(db: Database, question: CountQuestion): Promise<Counting | null> {
  const { tenantId, entity, fields, filter } = question;
  if (fields === null) return null;
  const table = snake(entity);
  const tally = await tallyOf(db, tenantId, table);
  if (!tally || !fields.every((field) => tally.columns.includes(snake(field)))) return null;
  const place = { db, tenantId, table, tally };
  return isFilterLocal(filter) ? makeKnownCounting(place, question) : makeQueriedCounting(place, question);
}
