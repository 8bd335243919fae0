/**
 * Counts from tallies: `entity_tally` holds how many records there are of every combination of the values that a list
 * is filtered by, so a filter over these fields adds up some lines instead of reading the records. Most of them are
 * bases, which change only when lines are folded; the server remembers these, and the database adds up the others.
 */
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/index.ts';
import { type Counting, type CountQuestion, type Reading, records_count, table_of } from './counts.ts';
import { type Bases, bases_count, bases_make, filter_isLocal } from './tallyBases.ts';

/** The tallied columns and their types, in the order of a combination. */
interface Tally {
  columns: readonly string[];
  types: readonly string[];
}

type Lines = NonNullable<Reading['tally']>;

/** From here on lines are folded into their bases. */
const MAX_LINES = 200;
/** Where so many were folded the database learns anew how many there are: it would read all to find the few. */
const MANY_LINES = 1000;
/** Tenants and entities whose bases are remembered. */
const MAX_REMEMBERED = 200;

interface Memory {
  tallies: Map<string, Tally>;
  bases: Map<string, Bases & { version: number }>;
}

const memories = new WeakMap<Database, Memory>();
const folding = new Set<string>();

function memory_of(db: Database): Memory {
  const known = memories.get(db) ?? { tallies: new Map(), bases: new Map() };
  memories.set(db, known);
  return known;
}

async function tally_of(db: Database, tenantId: number, table: string): Promise<Tally | undefined> {
  const { tallies } = memory_of(db);
  const found = tallies.get(table);
  if (found) return found;
  const [tally] = await db.ask(
    tenantId,
    () => sql<Tally>`select columns, types from entity_tally_of where entity = ${table}`,
  );
  if (tally) tallies.set(table, tally);
  return tally;
}

const name_of = (table: string, { columns }: Tally): string => `${table}:${columns.join()}`;

/** The lines as records that have nothing but the tallied columns: the filter means the same over both. */
function lines_sql(
  tenantId: number,
  name: string,
  tally: Tally,
  which: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = tally.columns.map(
    (column, at) =>
      sql`combination[${sql.lit(at + 1)}]::${sql.raw(tally.types[at] ?? 'text')} as ${sql.id(column)}`,
  );
  return sql`(select ${sql.join([sql`n`, sql`base`, ...columns])} from entity_tally
    where tenant_id = ${tenantId} and entity = ${name} and ${which}) as lines`;
}

/** Folds the lines in the background; their sum, which is all that counts, stays what it is. */
function lines_fold(db: Database, tenantId: number, name: string, count: number): void {
  const key = `${tenantId} ${name}`;
  if (folding.has(key)) return;
  folding.add(key);
  void db
    .tenant(tenantId, (trx) => sql`select tally_fold(${tenantId}::int, ${name}::text)`.execute(trx))
    .then(() => (count > MANY_LINES ? db.pool.query('analyze entity_tally') : undefined))
    // Folded at the next chance: until then it is only slower.
    .catch(() => undefined)
    .finally(() => folding.delete(key));
}

/** The way to the count; null where something else than tallied columns decides it. */
export async function tally_find(db: Database, question: CountQuestion): Promise<Counting | null> {
  const { tenantId, entity, where, fields, filter } = question;
  if (fields === null) return null;
  const table = table_of(entity);
  const tally = await tally_of(db, tenantId, table);
  if (!tally || !fields.every((field) => tally.columns.includes(table_of(field)))) return null;
  const name = name_of(table, tally);
  const { tallies, bases } = memory_of(db);
  const key = `${tenantId} ${name}`;
  const condition = where(expressionBuilder<Record<string, Record<string, unknown>>, string>());
  const local = filter_isLocal(filter);
  const lines = sql<Lines>`(select array[sum(n) filter (where ${condition}), count(*) filter (where not base),
      (select version from entity_tally_version where tenant_id = ${tenantId} and entity = ${name})]::int8[]
    from ${lines_sql(tenantId, name, tally, local ? sql`not base` : sql`true`)})`;

  /** null: there is not a single line. No records yet, or other columns are tallied by now. */
  const added = ([sum, count, version]: Lines, known: Bases | undefined): number | null => {
    if (count > MAX_LINES) lines_fold(db, tenantId, name, count);
    if (count === 0 && version === null) tallies.delete(table);
    if (count === 0 && version === null) return null;
    return (sum ?? 0) + (known ? bases_count(known, filter, table_of) : 0);
  };

  const load = async (): Promise<number | null> => {
    const columns = tally.columns.map((_, at) => sql`json_agg(combination[${sql.lit(at + 1)}])`);
    const [read] = await db.ask(
      tenantId,
      () => sql<{ lines: Lines; bases: [n: number[] | null, ...columns: (string | null)[][]] }>`
        select ${lines} as lines, json_build_array(${sql.join([sql`json_agg(n)`, ...columns])}) as bases
          from entity_tally where tenant_id = ${tenantId} and entity = ${name} and base`,
    );
    if (!read) return null;
    const [, , version] = read.lines;
    const [counts, ...values] = read.bases;
    const fresh = bases_make(tally.columns, counts ?? [], values);
    if (version !== null) {
      bases.delete(key);
      bases.set(key, { ...fresh, version });
      for (const oldest of bases.keys()) {
        if (bases.size <= MAX_REMEMBERED) break;
        bases.delete(oldest);
      }
    }
    return added(read.lines, fresh);
  };

  const ask = async (): Promise<number | null> => {
    if (local) return load();
    const [read] = await db.ask(tenantId, () => sql<{ lines: Lines }>`select ${lines} as lines`);
    return read ? added(read.lines, undefined) : null;
  };

  return {
    read: { tally: lines },
    async total(reading) {
      const read = reading?.tally;
      const known = bases.get(key);
      const here = read && (!local || read[2] === null || known?.version === read[2]);
      const found = here ? added(read, local && read[2] !== null ? known : undefined) : await ask();
      return found ?? records_count(db, question);
    },
  };
}
