import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeRows, runSql } from '../../support/calls/world.ts';
import { create, filterText, list, startLists } from '../../support/records/lists.ts';
import type { Client, TestServer } from '../../support/server/server.ts';

let server: TestServer;
let tenantId: number;
let boss: Client;
let stranger: Client;

const sql = (text: string, values: unknown[] = []) => runSql(server, text, ...values);

beforeAll(async () => {
  ({ server, tenantId, boss, stranger } = await startLists());
  await sql(
    `insert into customer (tenant_id, name, state, level, industry)
     select $1, 'T ' || i, (array['developing', 'deal', 'lost'])[1 + i % 3], (array['PP', 'VIP', null])[1 + i % 7 % 3],
            case when i % 5 = 0 then 'energy' end from generate_series(1, 200) i`,
    [tenantId],
  );
});
afterAll(() => server?.stop());

const FILTERS = [
  [{ field: 'state', op: 'eq', value: 'deal' }],
  [{ field: 'state', op: 'ne', value: 'deal' }],
  [
    { field: 'level', op: 'in', value: ['PP', 'VIP'] },
    { field: 'industry', op: 'eq', value: 'energy' },
  ],
  [{ field: 'level', op: 'notIn', value: ['PP'] }],
  [{ field: 'industry', op: 'empty', value: true }],
  [
    {
      or: [
        { field: 'level', op: 'empty', value: true },
        { field: 'state', op: 'startsWith', value: 'LO' },
      ],
    },
  ],
  [],
];
/** Each record has an id, which is not a tallied field. With this filter the server counts the records themselves. */
const COUNTED = { field: 'id', op: 'gt', value: 0 };
const total = async (client: Client, filter: readonly unknown[], size = 1) =>
  (await list(client, { filter: filterText(...filter), size })).total;

async function expectExact(): Promise<void> {
  for (const filter of FILTERS)
    expect([filter, await total(boss, filter)]).toEqual([filter, await total(boss, [...filter, COUNTED])]);
}

const lines = async (condition: string): Promise<number> => {
  const rows = await sql(
    `select count(*) as n from entity_tally where tenant_id = $1 and entity like 'customer:%' and ${condition}`,
    [tenantId],
  );
  return Number(rows[0]?.n);
};

describe('a count by fields of few values', () => {
  it('equals the number of records for any filter', expectExact);

  it('comes from the tally and not from the records', async () => {
    const before = await total(boss, [{ field: 'state', op: 'eq', value: 'lost' }]);
    const rows = await sql(`select columns from entity_tally_of where entity = 'customer'`);
    const columns = rows[0]?.columns as string[];
    const combination = columns.map((column) => (column === 'state' ? 'lost' : null));
    const add = async (n: number) => {
      await sql(`insert into entity_tally values ($1, $2, $3, $4)`, [
        tenantId,
        `customer:${columns.join()}`,
        combination,
        n,
      ]);
      await sql(`insert into entity_change (tenant_id, entity) values ($1, 'customer')`, [tenantId]);
    };
    await add(7);
    expect(await total(boss, [{ field: 'state', op: 'eq', value: 'lost' }])).toBe(before + 7);
    await add(-7);
  });

  it('follows every write, of one record and of many, by calls and by other programs', async () => {
    const deals = [{ field: 'state', op: 'eq', value: 'deal' }];
    const before = await total(boss, deals);
    const { id } = await create(boss, { level: 'VIP' });
    await changeRows(server, 'customer', { id }, { state: 'deal' });
    expect(await total(boss, deals)).toBe(before + 1);
    await sql(
      `update customer set state = 'deal', level = null where tenant_id = $1 and state = 'lost' and level = 'PP'`,
      [tenantId],
    );
    await changeRows(server, 'customer', { tenant_id: tenantId }, { remark: 'nothing that is tallied' });
    await sql(`delete from customer where tenant_id = $1 and (id = $2 or industry = 'energy')`, [
      tenantId,
      id,
    ]);
    await expectExact();
  });

  it('ignores writes that were rolled back, and other tenants', async () => {
    const before = await total(boss, []);
    await sql(`begin; delete from customer where tenant_id = ${tenantId}; rollback`);
    expect(await total(boss, [])).toBe(before);
    expect(await total(stranger, [])).toBe(0);
    await create(stranger);
    expect([await total(stranger, []), await total(boss, [])]).toEqual([1, before]);
  });

  it('is exact on a page behind the last record', async () => {
    const answer = await list(boss, { filter: filterText(), current: 1000, size: 50 });
    expect(answer.records).toEqual([]);
    expect(answer.total).toBe(await total(boss, [COUNTED]));
  });

  it('is exact while the lines of a combination are merged, and the base lines remain', async () => {
    const version = async () =>
      sql(`select version from entity_tally_version where tenant_id = $1`, [tenantId]);
    await total(boss, []);
    const before = await version();
    for (let at = 0; at < 60; at += 1)
      await sql(`insert into customer (tenant_id, name, state) values ($1, $2, 'deal')`, [
        tenantId,
        `merge ${at}`,
      ]);
    expect(await lines('not base')).toBeGreaterThanOrEqual(60);
    await Promise.all([
      ...Array.from({ length: 5 }, () => create(boss, { level: 'NP' })),
      ...Array.from({ length: 5 }, () => total(boss, [])),
    ]);
    await expect.poll(() => lines('not base')).toBeLessThan(40);
    await expectExact();
    expect(await version()).toEqual(before);
  });

  it('is exact while lines are merged and others write', async () => {
    // With this many combinations, their rows are merged into their bases.
    await sql(
      `insert into customer (tenant_id, name, state, level, nature, industry)
       select $1, 'fold ' || i, (array['developing', 'deal', 'lost'])[1 + i % 3], (array['PP', 'VIP'])[1 + i % 2],
              (array['stateOwned', 'privateListed', 'privateOrdinary', 'government', 'hmtOther'])[1 + i % 5],
              (array['manufacturing', 'utilities', 'commercialBuildings', 'cultureEducationHealth', 'energy',
                'channel', 'other'])[1 + i % 7] from generate_series(1, 210) i`,
      [tenantId],
    );
    expect(await lines('not base')).toBeGreaterThan(200);
    await Promise.all([
      ...Array.from({ length: 20 }, () => create(boss, { level: 'NP' })),
      ...Array.from({ length: 10 }, () => total(boss, [])),
    ]);
    await expect.poll(() => lines('not base')).toBeLessThan(60);
    await expectExact();
  });

  it('is counted from the records if the tally has other columns, and from the tally again afterwards', async () => {
    const rows = await sql(`select columns from entity_tally_of where entity = 'customer'`);
    await sql(`select enable_change_log('customer', '{level}')`);
    await expectExact();
    await create(boss, { level: 'VIP' });
    await expectExact();
    expect(await lines('true')).toBeLessThan(8);
    await sql(`select enable_change_log('customer', $1)`, [rows[0]?.columns]);
    await expectExact();
    await create(boss, { level: 'VIP' });
    await expectExact();
  });
});
