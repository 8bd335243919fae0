import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { Logger } from '../../log.ts';
import { StartError } from '../../startError.ts';
import {
  type SearchIndex,
  type TableChanges,
  type TablePlan,
  type TableState,
  tableChanges,
  upkeepSql,
} from './tablePlan.ts';
import { WORD_ORDER } from './wordOrder.ts';

type Client = Pick<pg.ClientBase, 'query'>;

const PLAN_FILE = new URL('../../../../generated/tables.json', import.meta.url);

export async function readTablePlan(): Promise<TablePlan[]> {
  return JSON.parse(await readFile(PLAN_FILE, 'utf8')) as TablePlan[];
}

/** Columns by table that may remain although no definition contains them. */
export type StoredColumns = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the required tables. Called after the migrations. */
export type ReadRequiredTables = (
  client: Client,
) => Promise<{ plans: readonly TablePlan[]; kept: StoredColumns }>;

const OWN_CONSTRAINT = '^(ck|uq|fk)_.*_[0-9a-f]{10}$';
const OWN_INDEX = '^ix_.*_[0-9a-f]{10}$';

interface ColumnRow {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  default: string | null;
}

/** Returns the state of these tables in the database. */
export async function readStates(client: Client, names: readonly string[]): Promise<Map<string, TableState>> {
  const columns = await client.query<ColumnRow>(
    `select c.relname as "table", a.attname as name, not a.attnotnull as nullable,
            case when a.atttypmod >= 0 then format_type(a.atttypid, a.atttypmod) else t.typname end as type,
            pg_get_expr(d.adbin, d.adrelid) as "default"
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = current_schema()::regnamespace and c.relname = any($1) and c.relkind in ('r', 'p')`,
    [names],
  );
  const named = await client.query<{ table: string; name: string; kind: 'constraint' | 'index' }>(
    `select c.relname as "table", k.conname as name, 'constraint' as kind
       from pg_constraint k join pg_class c on c.oid = k.conrelid
      where c.relnamespace = current_schema()::regnamespace and c.relname = any($1) and k.conname ~ $2
     union all
     select tablename, indexname, 'index' from pg_indexes
      where schemaname = current_schema() and tablename = any($1) and indexname ~ $3`,
    [names, OWN_CONSTRAINT, OWN_INDEX],
  );
  const search = await client.query<Record<SearchIndex, boolean>>(
    `select exists (select from pg_extension where extname = 'pg_trgm') and proleakproof as trigram, pairs_able() as pairs
       from pg_proc where oid = 'pg_catalog.texticlike(text,text)'::regprocedure`,
  );
  const unable = new Set((['trigram', 'pairs'] as const).filter((kind) => search.rows[0]?.[kind] !== true));
  const of = (table: string, kind: string): Set<string> =>
    new Set(named.rows.filter((row) => row.table === table && row.kind === kind).map((row) => row.name));
  return new Map(
    [...new Set(columns.rows.map((row) => row.table))].map((table) => [
      table,
      {
        columns: new Map(columns.rows.filter((row) => row.table === table).map((row) => [row.name, row])),
        constraints: of(table, 'constraint'),
        indexes: of(table, 'index'),
        unable,
      },
    ]),
  );
}

/** There is no release before version 1.0, so no existing database must survive a change of definitions. */
const WAY_OUT =
  'start with an empty database, or from version 1.0 on write a migration in server/platform/db/migrations';

async function runStatements(client: Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    try {
      await client.query(statement);
    } catch (error) {
      const reason = (error as Error).message;
      throw new StartError(`the tables cannot follow their definitions: ${reason}; ${WAY_OUT}`, {
        cause: error,
      });
    }
  }
}

/** Rebuilds text indexes after an update of the collation library, which may sort some words differently. */
async function followWordOrder(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name
       from pg_collation c join pg_index i on c.oid = any(i.indcollation::oid[])
      where c.collname = $1 and c.collversion is distinct from pg_collation_actual_version(c.oid)`,
    [WORD_ORDER],
  );
  for (const { name } of rows) await client.query(`reindex index ${name}`);
  if (rows.length > 0) await client.query(`alter collation ${WORD_ORDER} refresh version`);
}

/** Creates and extends the tables of the entities in the caller's transaction. Refuses changes that would lose data. */
export async function applyTables(
  client: Client,
  plans: readonly TablePlan[],
  log: Logger,
  storedColumns: StoredColumns = new Map(),
): Promise<void> {
  const names = plans.map(({ table }) => table);
  const states = await readStates(client, names);
  const changes = plans.map((plan): [TablePlan, TableChanges] => [
    plan,
    tableChanges(plan, states.get(plan.table) ?? null, storedColumns.get(plan.table)),
  ]);
  const refused = changes.flatMap(([, { refused }]) => refused);
  if (refused.length > 0) {
    throw new StartError(
      `the database would lose data: ${refused.map(({ en }) => en).join('; ')}; ${WAY_OUT}`,
    );
  }
  for (const stage of ['columns', 'drops', 'keys', 'references'] as const) {
    await runStatements(
      client,
      changes.flatMap(([, change]) => change[stage]),
    );
  }
  await followWordOrder(client);
  // Includes tables of earlier versions. All statements are sent in one message, because the start waits for them.
  await runStatements(client, [plans.map(upkeepSql).join(';\n')]);
  const made = names.filter((name) => !states.has(name));
  if (made.length > 0) log.info('tables created', { count: made.length });
}
