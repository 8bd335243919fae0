import { type Compilable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '../../../../../server/platform/db/connect/connect.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../../../../server/platform/db/embedded/index.ts';
import { createDatabase, type Database, type Trx } from '../../../../../server/platform/db/index.ts';
import { migrateDatabase, readMigrations } from '../../../../../server/platform/db/migrate.ts';
import type { TablePlan } from '../../../../../server/platform/db/tables/tablePlan.ts';
import { addStatement, runStatement } from '../../../../../server/platform/db/tenant.ts';
import { createLogger } from '../../../../../server/platform/log.ts';
import { dataFolder } from '../../../../support/server/server.ts';

const log = createLogger('silent');
const plan: TablePlan[] = [
  {
    entity: 'owner',
    table: 'owner',
    columns: [{ field: 'sn', name: 'sn', type: 'text', nullable: false }],
    unique: [['sn']],
    indexes: [],
  },
  {
    entity: 'thing',
    table: 'thing',
    columns: [
      { field: 'name', name: 'name', type: 'text', nullable: false, check: 'char_length(name) <= 5' },
      { field: 'price', name: 'price', type: 'numeric(12,2)', nullable: true },
      { field: 'tags', name: 'tags', type: 'jsonb', nullable: false, default: { firstTag: "it's" } },
      {
        field: 'ownerSn',
        name: 'owner_sn',
        type: 'text',
        nullable: true,
        ref: { table: 'owner', column: 'sn' },
      },
    ],
    unique: [['name']],
    indexes: [['price']],
  },
];
const [owners, things] = plan as [TablePlan, TablePlan];

let folder: { path: string; remove(): Promise<void> };
let embedded: EmbeddedDatabase;
let db: Database;

beforeAll(async () => {
  folder = await dataFolder();
  embedded = await startEmbedded(folder.path, log, () => {});
  await migrateDatabase(embedded.connection, plan, log);
  db = createDatabase(embedded.connection, log);
  await db.system(async (trx) => {
    await trx
      .insertInto('tenant')
      .values([
        { id: 2, name: 'two' },
        { id: 10, name: 'ten' },
      ])
      .execute();
    await sql`insert into owner (tenant_id, sn) values (2, 'o2'), (10, 'o10')`.execute(trx);
    await sql`insert into thing (tenant_id, name, price) values (2, 'a', 1.5), (10, 'b', 2)`.execute(trx);
  });
});
afterAll(async () => {
  await db?.close();
  await embedded?.stop();
  await folder?.remove();
});

const names = async (trx: Trx): Promise<string[]> =>
  (await sql<{ name: string }>`select name from thing order by name`.execute(trx)).rows.map(
    ({ name }) => name,
  );

describe('a tenant', () => {
  it('sees its own rows only; the system sees all', async () => {
    expect(await db.tenant(2, names)).toEqual(['a']);
    expect(await db.tenant(10, names)).toEqual(['b']);
    expect(await db.system(names)).toEqual(['a', 'b']);
  });

  it('cannot write a row of another tenant, nor change one', async () => {
    const insert = (trx: Trx) => sql`insert into thing (tenant_id, name) values (10, 'x')`.execute(trx);
    await expect(db.tenant(2, insert)).rejects.toThrow(/row-level security/);
    const update = (trx: Trx) => sql`update thing set price = 9 where name = 'b'`.execute(trx);
    expect((await db.tenant(2, update)).numAffectedRows).toBe(0n);
  });

  it('cannot refer to a record of another tenant', async () => {
    const insert = (trx: Trx) =>
      sql`insert into thing (tenant_id, name, owner_sn) values (2, 'ref', 'o10')`.execute(trx);
    await expect(db.tenant(2, insert)).rejects.toThrow(/foreign key/);
  });

  it('is not set on the connection after its transaction', async () => {
    await db.tenant(2, names);
    const app = (db as Database & { app: Database['pool'] }).app;
    expect((await app.query('select name from thing')).rows).toEqual([]);
  });

  it.each(['select password_hash from user_account', 'select * from user_totp', 'select * from session'])(
    'may not: %s',
    async (statement) => {
      await expect(db.tenant(2, (trx) => sql.raw(statement).execute(trx))).rejects.toThrow(
        /permission denied/,
      );
    },
  );

  it('adds to the audit log but never changes it', async () => {
    await db.tenant(2, (trx) =>
      trx
        .insertInto('auditLog')
        .values({ tenantId: 2, entity: 'thing', recordId: '1', action: 'x' })
        .execute(),
    );
    const change = (trx: Trx) => trx.deleteFrom('auditLog').execute();
    await expect(db.tenant(2, change)).rejects.toThrow(/permission denied/);
  });
});

describe('messages', () => {
  const added = (trx: Trx, name: string): Compilable => ({
    compile: () => sql`insert into thing (tenant_id, name) values (2, ${name})`.compile(trx),
  });
  const findThings = (trx: Trx, price: number) =>
    runStatement(trx, {
      compile: () =>
        sql<{ name: string; price: unknown }>`select name, price from thing where price > ${price}`.compile(
          trx,
        ),
    });

  it('with one query see only the rows of their tenant', async () => {
    const readNames = (tenantId: number) => db.ask(tenantId, () => sql`select name from thing order by name`);
    expect(await readNames(2)).toEqual([{ name: 'a' }]);
    expect(await readNames(10)).toEqual([{ name: 'b' }]);
    await expect(db.ask(2, () => sql`insert into thing (tenant_id, name) values (10, 'x')`)).rejects.toThrow(
      /row-level security/,
    );
    expect(await readNames(10)).toEqual([{ name: 'b' }]);
  });

  it('include a write that no caller waits for, at the latest with the commit', async () => {
    const within = await db.tenant(2, async (trx) => {
      await addStatement(trx, added(trx, 'late'));
      return names(trx);
    });
    expect(within).toEqual(['a', 'late']);
    await db.tenant(2, (trx) => addStatement(trx, added(trx, 'last')));
    expect(await db.tenant(2, names)).toEqual(['a', 'last', 'late']);
    await db.system((trx) => sql`delete from thing where name like 'la%'`.execute(trx));
  });

  it('are rolled back together when such a write fails', async () => {
    const both = async (trx: Trx) => {
      await sql`insert into thing (tenant_id, name) values (2, 'first')`.execute(trx);
      await addStatement(trx, added(trx, 'too long a name'));
    };
    await expect(db.tenant(2, both)).rejects.toThrow(/check constraint/);
    expect(await db.tenant(2, names)).toEqual(['a']);
  });

  it('with a prepared statement are correct after a failure, and after a change of a column', async () => {
    const double = (trx: Trx) => runStatement(trx, added(trx, 'a'));
    await expect(db.tenant(2, double)).rejects.toThrow(/unique/);
    await expect(db.tenant(2, double)).rejects.toThrow(/unique/);
    expect(await db.tenant(2, (trx) => findThings(trx, 1))).toEqual([{ name: 'a', price: '1.50' }]);
    expect(await db.tenant(2, (trx) => findThings(trx, 2))).toEqual([]);
    await db.pool.query('alter table thing alter column price type float8');
    expect(await db.tenant(2, (trx) => findThings(trx, 1))).toEqual([{ name: 'a', price: 1.5 }]);
    await db.pool.query('alter table thing alter column price type numeric(12,2)');
    expect(await db.tenant(2, (trx) => findThings(trx, 1))).toEqual([{ name: 'a', price: '1.50' }]);
  });

  it('with a repeated query are parsed once, planned each time, and correct after a change of a column', async () => {
    const readPriced = (price: number) =>
      db.ask(
        2,
        () => sql<{ name: string; price: unknown }>`select price, name from thing where price > ${price}`,
      );
    for (let at = 0; at < 8; at += 1) expect(await readPriced(at)).toHaveLength(at < 2 ? 1 : 0);
    const plans = await db.ask(
      2,
      () => sql`select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
        where statement like 'select price, name from thing%'`,
    );
    // The first run does not prepare the statement, because it may be the only run.
    expect(plans).toEqual([{ generic: 0, custom: 7 }]);
    await db.pool.query('alter table thing alter column price type float8');
    expect(await readPriced(1)).toEqual([{ name: 'a', price: 1.5 }]);
    await db.pool.query('alter table thing alter column price type numeric(12,2)');
    expect(await readPriced(1)).toEqual([{ name: 'a', price: '1.50' }]);
  });

  it('with many different prepared statements each get their answer', async () => {
    for (let round = 0; round < 2; round += 1)
      for (let at = 0; at < 120; at += 1) {
        const query = sql<{ n: number }>`select ${sql.lit(at)}::int as n`;
        const rows = await db.tenant(2, (trx) => runStatement(trx, { compile: () => query.compile(trx) }));
        expect(rows).toEqual([{ n: at }]);
      }
  });
});

describe('values', () => {
  it('are returned in the types that the program expects', async () => {
    const row = await db.tenant(2, async (trx) => {
      const { rows } =
        await sql`select id, price, tags, created_at, created_at::date as day from thing`.execute(trx);
      return rows[0];
    });
    expect(row).toEqual({
      id: 1,
      price: '1.50',
      tags: { firstTag: "it's" },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });
});

describe('migrations', () => {
  it('several servers may start at the same time', async () => {
    await Promise.all([1, 2, 3].map(() => migrateDatabase(embedded.connection, plan, log)));
    expect(await db.system(names)).toEqual(['a', 'b']);
  });

  it('an added column and a wider check change the table, and its rows remain', async () => {
    const [first, ...rest] = things.columns;
    const wider: TablePlan = {
      ...things,
      columns: [
        { ...first!, check: 'char_length(name) <= 9' },
        ...rest,
        {
          field: 'state',
          name: 'state',
          type: 'text',
          nullable: false,
          default: 'new',
          check: "state in ('new')",
        },
      ],
    };
    await migrateDatabase(embedded.connection, [owners, wider], log);
    const { rows } = await db.system((trx) => sql`select name, state from thing order by name`.execute(trx));
    expect(rows).toEqual([
      { name: 'a', state: 'new' },
      { name: 'b', state: 'new' },
    ]);
    await db.system((trx) => sql`update thing set name = 'longer' where name = 'a'`.execute(trx));
    await db.system((trx) => sql`update thing set name = 'a' where name = 'longer'`.execute(trx));
    await db.system((trx) => sql`alter table thing drop column state`.execute(trx));
    await migrateDatabase(embedded.connection, plan, log);
  });

  it('a change that would lose data is refused completely', async () => {
    const less: TablePlan = { ...things, columns: things.columns.slice(0, 3) };
    const more: TablePlan = {
      ...owners,
      columns: [...owners.columns, { field: 'x', name: 'x', type: 'text', nullable: true }],
    };
    await expect(migrateDatabase(embedded.connection, [more, less], log)).rejects.toThrow(
      /column thing\.owner_sn is no longer in the definition/,
    );
    await expect(db.system((trx) => sql`select x from owner`.execute(trx))).rejects.toThrow(/does not exist/);
  });

  it('rows that break a new rule stop the start with a sentence', async () => {
    const [first, ...rest] = things.columns;
    const strict: TablePlan = { ...things, columns: [{ ...first!, check: "name <> 'a'" }, ...rest] };
    await expect(migrateDatabase(embedded.connection, [owners, strict], log)).rejects.toThrow(
      /the tables cannot follow their definitions: .*start with an empty database/,
    );
  });

  it('a migration that was changed after it ran is refused', async () => {
    const changed = (await readMigrations()).map((one) => ({ ...one, sql: `${one.sql} ` }));
    await expect(migrateDatabase(embedded.connection, plan, log, changed)).rejects.toThrow(
      /schema\/platform\.sql was changed after it ran on this database; start with an empty one/,
    );
  });

  it('migrations after the baseline run once, on an existing database', async () => {
    const later = { name: '9000_later.sql', sql: 'create table later (id int primary key)' };
    const all = [...(await readMigrations()), later];
    for (const _ of [1, 2]) await migrateDatabase(embedded.connection, plan, log, all);
    const { rows } = await db.pool.query('select count(*)::int as n from later');
    expect(rows).toEqual([{ n: 0 }]);
    await db.pool.query(`drop table later; delete from schema_migration where name = '${later.name}'`);
  });

  it('a database of another version is refused with instructions, and unchanged', async () => {
    const older = `insert into schema_migration (name, checksum) values ('0001_platform.sql', '')`;
    await db.pool.query(older);
    await expect(migrateDatabase(embedded.connection, plan, log)).rejects.toThrow(
      /made by another version of Wattdeck.* 0001_platform\.sql; .*an empty database/,
    );
    await db.pool.query(`delete from schema_migration where name = '0001_platform.sql'`);
    await migrateDatabase(embedded.connection, plan, log);
    expect(await db.system(names)).toEqual(['a', 'b']);
  });
});

describe('listen and notify', () => {
  it('continues after its connection was cut, and reports it', async () => {
    const received: string[] = [];
    let reconnected = 0;
    const unlisten = await db.listen(
      'test',
      (payload) => received.push(payload),
      () => {
        reconnected += 1;
      },
    );
    await db.notify('test', 'one');
    await expect.poll(() => received).toEqual(['one']);
    const killer = openClient(embedded.connection);
    await killer.connect();
    await killer.query(`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'`);
    await killer.end();
    await expect.poll(() => reconnected).toBe(1);
    await db.notify('test', 'two');
    await expect.poll(() => received).toEqual(['one', 'two']);
    await unlisten();
  });
});
