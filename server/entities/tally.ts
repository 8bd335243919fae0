/**
 * Counts from tallies: `entity_tally` holds how many records there are of every combination of the values that a list
 * is filtered by, so a filter over these fields adds up some lines instead of reading the records.
 */
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/index.ts';
import { type CountQuestion, table_of } from './counts.ts';
import type { AnyTrx } from './query.ts';

/** The tallied columns and their types, in the order of a combination. */
interface Tally {
  columns: readonly string[];
  types: readonly string[];
}

/** From here on lines are folded into their bases. */
const MAX_LINES = 200;

const tallies = new WeakMap<Database, Map<string, Tally>>();
const folding = new Set<string>();

async function tally_of(db: Database, trx: AnyTrx, table: string): Promise<Tally | undefined> {
  const known = tallies.get(db) ?? new Map<string, Tally>();
  tallies.set(db, known);
  const found = known.get(table);
  if (found) return found;
  const { rows } =
    await sql<Tally>`select columns, types from entity_tally_of where entity = ${table}`.execute(trx);
  if (rows[0]) known.set(table, rows[0]);
  return rows[0];
}

const name_of = (table: string, { columns }: Tally): string => `${table}:${columns.join()}`;

/** The lines as records that have nothing but the tallied columns: the filter means the same over both. */
function lines_sql(tenantId: number, table: string, tally: Tally): RawBuilder<unknown> {
  const columns = tally.columns.map(
    (column, at) =>
      sql`combination[${sql.lit(at + 1)}]::${sql.raw(tally.types[at] ?? 'text')} as ${sql.id(column)}`,
  );
  return sql`(select ${sql.join([sql`n`, sql`base`, ...columns])} from entity_tally
    where tenant_id = ${tenantId} and entity = ${name_of(table, tally)}) as lines`;
}

/** Folds the lines in the background; their sum, which is all that counts, stays what it is. */
function lines_fold(db: Database, tenantId: number, name: string): void {
  const key = `${tenantId} ${name}`;
  if (folding.has(key)) return;
  folding.add(key);
  void db
    .tenant(tenantId, (trx) => sql`select tally_fold(${tenantId}::int, ${name}::text)`.execute(trx))
    // Folded at the next chance: until then it is only slower.
    .catch(() => undefined)
    .finally(() => folding.delete(key));
}

export interface TallyCount {
  /** The count and the number of lines that are not folded yet. */
  read: RawBuilder<readonly [number | null, number]>;
  /** null: the tally says nothing. */
  total(read: readonly [number | null, number]): number | null;
}

/** The way to the count; null where something else than tallied columns decides it. */
export async function tally_find(
  db: Database,
  trx: AnyTrx,
  { tenantId, entity, where, fields }: CountQuestion,
): Promise<TallyCount | null> {
  if (fields === null) return null;
  const table = table_of(entity);
  const tally = await tally_of(db, trx, table);
  if (!tally || !fields.every((field) => tally.columns.includes(table_of(field)))) return null;
  const condition = where(expressionBuilder<Record<string, Record<string, unknown>>, string>());
  return {
    read: sql<
      readonly [number | null, number]
    >`(select array[sum(n) filter (where ${condition}), count(*) filter (where not base)]::int8[]
      from ${lines_sql(tenantId, table, tally)})`,
    total([total, lines]) {
      if (lines > MAX_LINES) lines_fold(db, tenantId, name_of(table, tally));
      // Without a single line: no records yet, or other columns are tallied by now.
      if (total === null) tallies.get(db)?.delete(table);
      return total;
    },
  };
}
