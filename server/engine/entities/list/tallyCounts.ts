/**
 * Counts from tallies: `entity_tally` holds how many records there are of every combination of the values that a list
 * is filtered by, so a filter over these fields adds up some lines instead of reading the records. Most of them are
 * bases, which change only when lines are folded; the server remembers these, and the database adds up the others.
 */
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/db/index.ts';
import { snake } from '../../../platform/db/tables/names.ts';
import { type Counting, type CountQuestion, countRecords, type Reading } from './countQuestion.ts';
import { type Bases, countBases, isFilterLocal, makeBases, sumsBases } from './tallyBases.ts';

/** The tallied columns and their types, in the order of a combination. */
interface Tally {
  columns: readonly string[];
  types: readonly string[];
}

type Sum = NonNullable<Reading['sum']>;
/** The lines of `tally_lines` that are not folded yet. */
type Lines = [
  version: number | null,
  lines: number,
  sums: [n: number, combination: (string | null)[]][] | null,
];

/** From here on the lines of each combination are made one: all are read with every list. */
const MAX_LINES = 30;
/** From so many combinations on they are folded into their bases: all come along with every record of a page. */
const MAX_SUMS = 50;
/** After folding this many lines the statistics are renewed: stale ones would cause a full scan. */
const MANY_LINES = 1000;
/** Tenants and entities whose bases are remembered. */
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

/** The lines as records that have nothing but the tallied columns: the filter means the same over both. */
function linesSql(tenantId: number, name: string, tally: Tally): RawBuilder<unknown> {
  const columns = tally.columns.map(
    (column, at) =>
      sql`combination[${sql.lit(at + 1)}]::${sql.raw(tally.types[at] ?? 'text')} as ${sql.id(column)}`,
  );
  return sql`(select ${sql.join([sql`n`, sql`base`, ...columns])} from entity_tally
    where tenant_id = ${tenantId} and entity = ${name}) as lines`;
}

/** Makes few lines of many, in the background; their sum, which is all that counts, stays what it is. */
function tidyLines(db: Database, tenantId: number, name: string, lines: number, sums: number): void {
  const key = `${tenantId} ${name}`;
  if (lines <= sums + MAX_LINES && sums <= MAX_SUMS) return;
  if (tidying.has(key)) return;
  tidying.add(key);
  const tidy = sql.raw(sums > MAX_SUMS ? 'tally_fold' : 'tally_merge');
  void db
    .ask(tenantId, () => sql`select ${tidy}(${tenantId}::int, ${name}::text)`)
    .then(() => (lines > MANY_LINES ? db.system((trx) => sql`analyze entity_tally`.execute(trx)) : undefined))
    // Tidied at the next chance: until then it is only slower.
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

/** Returns whether there is not a single line: no records yet, or other columns are tallied by now. */
function linesMissing({ db, table }: Place, lines: number, version: number | null): boolean {
  if (lines > 0 || version !== null) return false;
  memoryOf(db).tallies.delete(table);
  return true;
}

/** The database adds up all lines: for filters that need an order or a pattern. */
function makeAskedCounting(place: Place, question: CountQuestion): Counting {
  const { db, tenantId, table, tally } = place;
  const name = nameOf(table, tally);
  const condition = question.where(expressionBuilder<Record<string, Record<string, unknown>>, string>());
  const sum = sql<Sum>`(select array[sum(n) filter (where ${condition}), count(*) filter (where not base),
      (select version from entity_tally_version where tenant_id = ${tenantId} and entity = ${name})]::int8[]
    from ${linesSql(tenantId, name, tally)})`;
  const ask = async (): Promise<Sum | undefined> => {
    const [read] = await db.ask(tenantId, () => sql<{ sum: Sum }>`select ${sum} as sum`);
    return read?.sum;
  };
  return {
    read: { sum },
    async total(reading) {
      const read = reading?.sum ?? (await ask());
      if (!read) return countRecords(db, question);
      const [found, lines, version] = read;
      if (linesMissing(place, lines, version)) return countRecords(db, question);
      // The number of these lines per combination is unknown here.
      tidyLines(db, tenantId, name, lines, lines - MAX_LINES);
      return found ?? 0;
    },
  };
}

interface Found {
  lines: Lines;
  known: Bases | null;
}

/** The bases are remembered here, and the lines come with the records. */
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

/** The way to the count; null where something else than tallied columns decides it. */
export async function findTally(db: Database, question: CountQuestion): Promise<Counting | null> {
  const { tenantId, entity, fields, filter } = question;
  if (fields === null) return null;
  const table = snake(entity);
  const tally = await tallyOf(db, tenantId, table);
  if (!tally || !fields.every((field) => tally.columns.includes(snake(field)))) return null;
  const place = { db, tenantId, table, tally };
  return isFilterLocal(filter) ? makeKnownCounting(place, question) : makeAskedCounting(place, question);
}
