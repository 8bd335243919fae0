import type { Database } from '../../../server/platform/db/index.ts';
import type { TestServer } from '../server/server.ts';
import { runSql } from './world.ts';

type Inside = { app: Pick<TestServer['app'], 'db'> };

/**
 * Tables that change without calls: by signing in, listening and background work. Some of them count changes
 * of other tables, or refusals.
 */
const RESTLESS = [
  'session',
  'login_throttle',
  'captcha',
  'secret',
  'listening',
  'device_heard',
  'link_heard',
  'entity_change',
  'telemetry_refusal',
];

/** The server measures the values of these columns, and the tallies of their states. They do not depend on calls. */
const STATE = ['state', 'state_since'];
const CONNECTION_COLUMNS = [...STATE, 'last_heard', 'points_per_minute'];
const MEASURED: Readonly<Record<string, readonly string[]>> = {
  channel: [...CONNECTION_COLUMNS, 'last_refusal'],
  collector_device: [...CONNECTION_COLUMNS, 'software_version', 'clock_offset', 'buffered'],
  monitor_server: [...STATE, 'checked_at', 'answer_time', 'fault'],
};
const TALLIED = `^(${['telemetry_refusal', ...Object.keys(MEASURED)].join('|')})`;

/**
 * The part of a row that a call may have written. The pinyin of names is left out, because it may be added later
 * automatically.
 */
const rowText = ({ name }: Table): string =>
  `(to_jsonb(t) - '{${['label_pinyin', ...(MEASURED[name] ?? [])].join()}}'::text[])::text`;

type Table = {
  name: string;
  columns: string[];
};

/** Returns the condition for the rows of a tenant. The rows of a person belong to all tenants of this person. */
function tenantCondition({ name, columns }: Table, tenantId: number): string | null {
  if (columns.includes('tenant_id')) return `tenant_id = ${Number(tenantId)}`;
  const person = name === 'user_account' ? 'id' : columns.find((column) => column === 'user_id');
  return person ? `${person} in (select id from "user" where tenant_id = ${Number(tenantId)})` : null;
}

async function readTables(db: Database): Promise<Table[]> {
  return runSql<Table>(
    { app: { db } },
    `select c.relname as name, array_agg(a.attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> all ($1) group by 1 order by 1`,
    RESTLESS,
  );
}

/** Reads every row of a tenant, with its table's name and its values. A test can search for earlier rows afterwards. */
export async function rowsOfTenant({ app: { db } }: Inside, tenantId: number): Promise<Set<string>> {
  const found = new Set<string>();
  for (const table of await readTables(db)) {
    const condition = tenantCondition(table, tenantId);
    if (condition === null || table.name.startsWith('entity_tally')) continue;
    const rows = await runSql<{ row: string }>(
      { app: { db } },
      `select ${rowText(table)} as row from "${table.name}" t where ${condition}`,
    );
    for (const { row } of rows) found.add(`${table.name} ${row}`);
  }
  return found;
}

/** Returns the content of every table, or of one tenant's part of it, as one hash per table. */
export async function databaseSnapshot(
  { app: { db } }: Inside,
  tenantId?: number,
): Promise<Record<string, string>> {
  const tables = await readTables(db);
  const hashes: Record<string, string> = {};
  for (const table of tables) {
    const condition = tenantId === undefined ? 'true' : tenantCondition(table, tenantId);
    if (condition === null) continue;
    const counted = table.name === 'entity_tally' ? `and entity !~ '${TALLIED}'` : '';
    const [found] = await runSql<{ hash: string }>(
      { app: { db } },
      `select coalesce(md5(string_agg(row, '' order by row)), '') as hash
         from (select ${rowText(table)} as row from "${table.name}" t where ${condition} ${counted}) as r`,
    );
    hashes[table.name] = found?.hash ?? '';
  }
  return hashes;
}
