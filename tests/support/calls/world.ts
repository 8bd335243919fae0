/**
 * Creates and reads data that no call can: times in the past, expired sessions, and rows of another program. A test
 * that can use a call uses the call.
 */
import { type Insertable, sql } from 'kysely';
import type { Tables } from '../../../server/platform/db/trx.ts';
import { looseBetween } from '../../../server/sites/telemetry/read/pointsSql.ts';
import { OF_TESTS } from '../server/postgres/statementRule.ts';
import type { TestServer } from '../server/server.ts';

type Inside = { app: Pick<TestServer['app'], 'db' | 'services'> };
type Row = Record<string, unknown>;
type NewJobRow = Insertable<Tables['job']>;

/**
 * Runs SQL as another program at the database does. It is only for tests of the database's own maintenance (tallies,
 * indexes, partitions). Returns the rows of the statement.
 */
export async function runSql<R extends Row = Row>(
  { app }: { app: Pick<Inside['app'], 'db'> },
  text: string,
  ...values: unknown[]
): Promise<R[]> {
  return (await app.db.pool.query<R>(`${OF_TESTS}${text}`, values)).rows;
}

/** Returns the SQL condition that each of these columns has its value. Placeholders are numbered from `from`. */
export function conditionOf(where: Row, from = 1): { text: string; values: unknown[] } {
  const parts = Object.keys(where).map((column, at) => `"${column}" = $${from + at}`);
  return { text: parts.length > 0 ? `where ${parts.join(' and ')}` : '', values: Object.values(where) };
}

/** Reads columns of the rows in which these columns have these values, or of all rows without values. */
export function readRows<R extends Row = Row>(
  server: Inside,
  table: string,
  columns: readonly (keyof R & string)[],
  where: Row = {},
): Promise<R[]> {
  const { text, values } = conditionOf(where);
  const names = columns.map((column) => `"${column}"`).join(', ');
  return runSql<R>(server, `select ${names} from "${table}" ${text}`, ...values);
}

/** Counts the rows of a table in which these columns have these values. */
export async function countRows(server: Inside, table: string, where: Row): Promise<number> {
  const { text, values } = conditionOf(where);
  const counted = `select count(*)::int as n from "${table}" ${text}`;
  return (await runSql<{ n: number }>(server, counted, ...values))[0]!.n;
}

/** Writes values directly that no call would accept, such as those of an older version or another program. */
export async function changeRows(server: Inside, table: string, where: Row, values: Row): Promise<void> {
  const set = Object.keys(values).map((column, at) => `"${column}" = $${at + 1}`);
  const { text, values: found } = conditionOf(where, set.length + 1);
  await runSql(server, `update "${table}" set ${set.join(', ')} ${text}`, ...Object.values(values), ...found);
}

/** Deletes rows directly, without recycle bin and notices. */
export async function deleteRows(server: Inside, table: string, where: Row = {}): Promise<void> {
  const { text, values } = conditionOf(where);
  await runSql(server, `delete from "${table}" ${text}`, ...values);
}

/** Moves a time of these rows back by this much, such as `25 hours`. */
export async function setAge(
  server: Inside,
  [table, column]: readonly [table: string, column: string],
  ids: readonly number[],
  age: string,
): Promise<void> {
  const text = `update "${table}" set "${column}" = now() - $2::interval where id = any($1)`;
  await runSql(server, text, ids, age);
}

/** Returns the tables that contain this text in any column. */
export async function tablesWith(server: Inside, text: string): Promise<string[]> {
  const tables = await runSql<{ name: string }>(
    server,
    `select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const like = `select 1 as one from ${name} t where to_jsonb(t)::text like '%' || $1 || '%' limit 1`;
    if ((await runSql(server, like, text)).length > 0) found.push(name);
  }
  return found;
}

/** Returns the content of all text columns of the database. */
export async function dumpTexts(server: Inside): Promise<string> {
  const tables = await runSql<{ name: string; columns: string }>(
    server,
    `select quote_ident(table_name) as name, string_agg(quote_ident(column_name) || '::text', ', ') as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and data_type in ('text', 'character varying', 'character', 'name', 'json', 'jsonb', 'ARRAY')
      group by 1`,
  );
  const parts: string[] = [];
  for (const { name, columns } of tables) {
    const text = `select string_agg(concat_ws(' ', ${columns}), ' ') as text from ${name}`;
    parts.push((await runSql<{ text: string | null }>(server, text))[0]?.text ?? '');
  }
  return parts.join(' ');
}

/** Runs with an extra condition in the database, which no rule or schema contains. Rows that break it are refused. */
export async function withCheck<T>(
  server: Inside,
  table: string,
  condition: string,
  run: () => Promise<T>,
): Promise<T> {
  await runSql(server, `alter table "${table}" add constraint trial_fails check (${condition}) not valid`);
  try {
    return await run();
  } finally {
    await runSql(server, `alter table "${table}" drop constraint trial_fails`);
  }
}

/** Reads a record's audit log, oldest first. Unlike the page, it needs no permission. */
export const auditOf = (server: Inside, entity: string, recordId: number) =>
  runSql<{ action: string; diff: Row | null; userId: number | null }>(
    server,
    `select action, diff, user_id as "userId" from audit_log where entity = $1 and record_id = $2 order by id`,
    entity,
    String(recordId),
  );

/** Sets the roles of a person in a tenant without an administrator. */
export async function setRoles(server: Inside, userId: number, roleIds: readonly number[]): Promise<void> {
  await changeRows(server, 'user', { id: userId }, { roles: JSON.stringify(roleIds) });
  await server.app.services.identity.changed(userId);
}

/** Changes a membership directly: permissions, places and state as the tenant would set them. */
export async function setMember(
  server: Inside,
  userId: number,
  values: {
    status?: 'active' | 'inactive';
    permissions?: readonly string[];
    departments?: readonly number[];
    stations?: readonly string[];
  },
): Promise<void> {
  const { departments, ...plain } = values;
  const set: Row = {
    ...plain,
    ...(departments && { departments: departments.map((deptId) => ({ deptId })) }),
  };
  for (const [column, value] of Object.entries(set)) {
    const text = `update "user" set "${column}" = $2 where id = $1`;
    await runSql(server, text, userId, typeof value === 'string' ? value : JSON.stringify(value));
  }
  await server.app.services.identity.changed(userId);
}

/** Deletes a user of a tenant, but not the account. */
export async function endMembership(server: Inside, userId: number): Promise<void> {
  await deleteRows(server, 'user', { id: userId });
  await server.app.services.identity.changed(userId);
}

/** Disables the account itself. Only the platform can do this. */
export async function blockAccount(server: Inside, userId: number): Promise<void> {
  await changeRows(server, 'user_account', { id: userId }, { active: false });
}

/** Returns the id of the newest session that a person has not ended. */
export async function sessionOf(server: Inside, userId: number): Promise<string> {
  const [session] = await runSql<{ id: string }>(
    server,
    `select id from session where user_id = $1 and revoked_at is null order by created_at desc limit 1`,
    userId,
  );
  if (!session) throw new Error(`person ${userId} has no session`);
  return session.id;
}

/** Makes all sessions of a user expire. */
export async function expireSessions(server: Inside, userId: number): Promise<void> {
  await changeRows(server, 'session', { user_id: userId }, { expires_at: 'epoch' });
  await server.app.services.identity.changed(userId);
}

/** Clears counted attempts to sign in, because all tests have the same address. Attempts of the kind `keep` remain. */
export async function forgetAttempts(server: Inside, keep = ''): Promise<void> {
  await runSql(server, 'delete from login_throttle where scope <> $1', keep);
}

/** Adds a confirmed second factor. */
export async function addSecondFactor(server: Inside, userId: number, secret: string): Promise<void> {
  const text = 'insert into user_totp (user_id, secret, confirmed_at) values ($1, $2, now())';
  await runSql(server, text, userId, secret);
}

/** Makes proofs of work so easy that a test can find them at once. */
export async function easeCaptchas(server: Inside, ease: { bits: number } | { id: string; cost: number }) {
  if ('bits' in ease) await changeRows(server, 'captcha', {}, ease);
  else await changeRows(server, 'captcha', { id: ease.id }, { cost: ease.cost });
}

export async function expireCaptchas(server: Inside): Promise<void> {
  await changeRows(server, 'captcha', {}, { expires_at: 'epoch' });
}

/** Adds this number of customers together, numbered after `name`. Calls would take too long for a test. */
export async function addCustomers(server: Inside, tenantId: number, name: string, count: number) {
  const text = `insert into customer (tenant_id, name, state)
    select $1, $2 || ' ' || n, 'developing' from generate_series(1, $3::int) n`;
  await runSql(server, text, tenantId, name, count);
}

export interface StoredPoint {
  ts: number;
  value: number;
  quality: number;
}

const ALL_LOOSE = looseBetween({
  ...{ tenant: 'v.tenant_id', variable: 'v.id::int4' },
  ...{ lower: `'-infinity'`, upper: `'infinity'` },
});

/** Reads the raw points of a variable that are not packed by days, in order. */
export async function storedPoints(server: Inside, sn: string): Promise<StoredPoint[]> {
  const rows = await runSql<{ ts: string; value: number; quality: number }>(
    server,
    `select p.* from device_variable v, ${ALL_LOOSE} p where v.sn = $1 order by ts, p.value`,
    sn,
  );
  return rows.map(({ ts, value, quality }) => ({ ts: Date.parse(ts), value, quality }));
}

export const countPoints = async (server: Inside, sn: string): Promise<number> =>
  (await storedPoints(server, sn)).length;

/** Reads the newest stored value of a variable, and the time of its arrival. */
export async function storedLatest(server: Inside, sn: string): Promise<{ value: number; at: string }> {
  const text = `select l.value, l.received_at as at
    from latest l join device_variable v on v.id = l.variable_id where v.sn = $1`;
  return (await runSql<{ value: number; at: string }>(server, text, sn))[0]!;
}

/** Deletes raw points before this time, as the retention does. */
export async function dropPointsBefore(server: Inside, sns: readonly string[], time: number): Promise<void> {
  const values = [sns, new Date(time)];
  const own = 'variable_id in (select id from device_variable where sn = any($1))';
  await runSql(server, `delete from points where ${own} and ts < $2`, ...values);
  await runSql(
    server,
    `delete from points_day where ${own} and day < ($2::timestamptz at time zone 'UTC')::date`,
    ...values,
  );
  for (const { shape, place } of await runSql<{ shape: string; place: number }>(
    server,
    'select shape, place from point_shape where variable_id in (select id from device_variable where sn = any($1))',
    sns,
  ))
    await runSql(
      server,
      `update point_row set value[${place}] = null where shape = $1 and ts < $2`,
      ...[shape, new Date(time)],
    );
  await runSql(server, `update latest set raw_from = $2 where ${own}`, ...values);
}

/** Reads the state of a command to a device. */
export async function commandOf(
  server: Inside,
  id: number,
): Promise<{ state: string; answer: string | null }> {
  const text = 'select state, answer from control_command where id = $1';
  return (await runSql<{ state: string; answer: string | null }>(server, text, id))[0]!;
}

/** Adds a job whose process died two minutes ago. Returns its id. */
export async function addLostJob(server: Inside, of: { tenantId: number; userId: number }): Promise<number> {
  const [job] = await runSql<{ id: number }>(
    server,
    `insert into job (tenant_id, user_id, kind, title, status, heart_at)
     values ($1, $2, 'lost', '{"zh": "丢失", "en": "Lost"}', 'running', now() - interval '2 minutes') returning id`,
    of.tenantId,
    of.userId,
  );
  return Number(job!.id);
}

/** Adds a notice that is this number of days old. */
export async function addNotice(
  server: Inside,
  { tenantId, userId, isRead, age }: { tenantId: number; userId: number; isRead: boolean; age: number },
): Promise<void> {
  await runSql(
    server,
    `insert into notice (tenant_id, user_id, kind, text, is_read, created_at)
     values ($1, $2, 'comment', '{"zh": "x", "en": "x"}', $3, now() - $4 * interval '1 day')`,
    ...[tenantId, userId, isRead, age],
  );
}

/** Runs a statement with the rights that handlers have for a tenant. */
export const runSqlAs = ({ app }: Inside, tenantId: number, text: string): Promise<Row[]> =>
  app.db.tenant(tenantId, async (trx) => (await sql.raw<Row>(`${OF_TESTS}${text}`).execute(trx)).rows);

/** Reads a table with a tenant's own rights, by the rules of the database for its rows. */
export const rowsSeenBy = (server: Inside, tenantId: number, table: string, columns = '*'): Promise<Row[]> =>
  runSqlAs(server, tenantId, `select ${columns} from "${table}"`);

/** Adds jobs as if they had been written. Values other than numbers, texts and times are JSON already. */
export async function addJobs({ app }: Inside, jobs: readonly NewJobRow[]): Promise<void> {
  await app.db.system((trx) =>
    trx
      .insertInto('job')
      .values([...jobs])
      .execute(),
  );
}

/** Makes the next records of all tables get the same id. Tests that try ids then need only a few. */
export async function alignIds(server: Inside): Promise<void> {
  await runSql(
    server,
    `select setval(pg_get_serial_sequence(format('%I', table_name), column_name), 90000)
       from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and is_identity = 'YES'`,
  );
}
