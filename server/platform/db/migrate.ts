import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { Logger } from '../log.ts';
import { StartError } from '../startError.ts';
import { APP_ROLE, errorCode, openClient, type Target } from './connect/connect.ts';
import { DISTRIBUTED, distributeTelemetry, refuseWorker } from './tables/distribute.ts';
import type { TablePlan } from './tables/tablePlan.ts';
import { applyTables, type ReadRequiredTables } from './tables/tables.ts';

/** An arbitrary number, the same in all servers. Only the process with this lock changes the schema. */
const LOCK_KEY = 7_203_051_106;

/** The files of `schema/`, one per folder. Each file refers only to earlier ones. */
const ROOMS = [
  'platform',
  'files',
  'identity',
  'signin',
  'jobs',
  'entities',
  'counts',
  'records',
  'time',
  'derived',
  'views',
  'notices',
  'approvals',
  'automations',
  'studio',
  'devices',
  'control',
  'boards',
  'alarms',
  'telemetry',
  'storage',
  'figures',
  'imports',
  'simulator',
];

interface Migration {
  name: string;
  sql: string;
}

const readSql = (name: string, path: string): Promise<Migration> =>
  readFile(new URL(path, import.meta.url), 'utf8').then((sql) => ({ name, sql }));

/** Returns the baseline for new databases and the later migrations in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const later = await readdir(new URL('migrations/', import.meta.url));
  const names = later.filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all([
    ...ROOMS.map((room) => readSql(`schema/${room}.sql`, `schema/${room}.sql`)),
    ...names.map((name) => readSql(name, `migrations/${name}`)),
  ]);
}

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Roles belong to the whole cluster. The role may therefore already exist, or be created concurrently. */
async function ensureRole(client: pg.Client): Promise<void> {
  await client.query(`do $$
    begin
      if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
        create role ${APP_ROLE} nologin nosuperuser nobypassrls;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`);
  await client.query(`do $$
    begin
      -- From version 16 on, membership in a role does not include the right to switch to it.
      if not pg_has_role(current_user, '${APP_ROLE}',
          case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) then
        execute format('grant ${APP_ROLE} to %I', current_user);
      end if;
    end $$`);
  await client.query(`grant usage on schema public to ${APP_ROLE}`);
}

/** Error code: the database user lacks a permission or is not the owner. */
const NOT_ALLOWED = '42501';

function refuseRole(error: unknown): never {
  if (errorCode(error) !== NOT_ALLOWED) throw error;
  throw new StartError(
    `the user of the database may not make the role ${APP_ROLE} and use it: ${(error as Error).message}. As a superuser, in this database:
  create role ${APP_ROLE} nologin;      -- where it is missing
  grant ${APP_ROLE} to USER;
  grant usage on schema public to ${APP_ROLE};`,
    { cause: error },
  );
}

/**
 * Refuses a schema with an unknown migration. The schema may be older than the baseline, or newer than this program.
 */
function refuseUnknown(applied: readonly string[], migrations: readonly Migration[]): void {
  const knownNames = new Set([DISTRIBUTED, ...migrations.map(({ name }) => name)]);
  const unknown = applied.find((name) => !knownNames.has(name));
  if (unknown === undefined) return;
  throw new StartError(
    `the database was made by another version of Wattdeck, for this one does not know its migration ${unknown}; start that version, or start this one with an empty database (a new WATTDECK_DATA_DIR or DATABASE_URL)`,
  );
}

async function runMigrations(
  client: pg.Client,
  migrations: readonly Migration[],
  log: Logger,
): Promise<void> {
  await client.query(`create table if not exists schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  refuseUnknown([...applied.keys()], migrations);
  const changed = migrations.find(({ name, sql }) => ![undefined, checksum(sql)].includes(applied.get(name)));
  if (changed)
    throw new StartError(
      `${changed.name} was changed after it ran on this database; start with an empty one (a new WATTDECK_DATA_DIR or DATABASE_URL), or from version 1.0 on write a migration instead`,
    );
  const missing = migrations.filter(({ name }) => !applied.has(name));
  if (missing.length === 0) return;
  for (const { name, sql } of missing) {
    try {
      await client.query(sql);
    } catch (error) {
      throw new StartError(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
    }
  }
  const names = missing.map(({ name }) => name);
  await client.query(
    'insert into schema_migration (name, checksum) select * from unnest($1::text[], $2::text[])',
    [names, missing.map(({ sql }) => checksum(sql))],
  );
  log.info('migrations applied', { names });
}

/**
 * Updates the schema in one transaction, and distributes tables in a cluster. Several servers may start at the same
 * time.
 */
export async function migrateDatabase(
  target: Target,
  tables: readonly TablePlan[] | ReadRequiredTables,
  log: Logger,
  migrations?: readonly Migration[],
): Promise<void> {
  const all = migrations ?? (await readMigrations());
  const client = openClient(target);
  client.on('error', () => {});
  await client.connect();
  try {
    await refuseWorker(client);
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
    await ensureRole(client).catch(refuseRole);
    await runMigrations(client, all, log);
    const { plans, kept } =
      typeof tables === 'function' ? await tables(client) : { plans: tables, kept: undefined };
    await applyTables(client, plans, log, kept);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (errorCode(error) === '42501') {
      throw new StartError(`the database user may not change the schema: ${(error as Error).message}`);
    }
    throw error;
  } finally {
    await client.end();
  }
  await distributeTelemetry(target, LOCK_KEY, log);
}
