/** Field types that no entity of the platform uses. Once applied, they work everywhere at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../support/calls/client.ts';
import {
  checkTable,
  exportTable,
  importTable,
  tableCells,
  tableFile,
  upload,
} from '../../../support/records/excel.ts';
import { login, startedFolder, startOn, type TestServer } from '../../../support/server/server.ts';

let folder: Awaited<ReturnType<typeof startedFolder>>;
let server: TestServer;
let admin: Client;

const SUPPLIER = {
  name: 'supplier',
  api: { base: '/manager/supplier' },
  title: { zh: '供应商', en: 'Supplier' },
  label: 'name',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', maxLength: 100, title: { zh: '名称', en: 'Name' } },
      stars: { type: 'integer', format: 'rating', title: { zh: '评分', en: 'Rating' } },
      seat: { type: 'object', format: 'address', title: { zh: '地址', en: 'Address' } },
    },
  },
  list: {
    columns: ['name', 'stars', 'seat'],
    filters: ['stars', 'seat'],
    sort: [{ field: 'id', order: 'asc' }],
  },
};
const SEAT = { region: '浙江省', city: '杭州市', street: '文三路 90 号' };
const PATH = '/manager/supplier';

async function send(method: string, path: string, body?: unknown) {
  const response = await admin.fetch(path, {
    method,
    headers: { authorization: `Bearer ${admin.tokens().main}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as {
    data: never;
    msg: string;
    errors?: { field: string; msg: string }[];
  };
  return { status: response.status, ...answer };
}

const listed = async (...and: object[]): Promise<string[]> => {
  const filter = encodeURIComponent(JSON.stringify({ and }));
  const { data, msg } = await send('GET', `${PATH}/page?filter=${filter}&size=10`);
  if (!data) throw new Error(msg);
  return (data as { records: { name: string }[] }).records.map(({ name }) => name);
};

beforeAll(async () => {
  folder = await startedFolder();
  server = await startOn(folder.path);
  admin = await login(server);
  await admin.call('studioApply', { body: { kind: 'entity', document: SUPPLIER, base: 0 } });
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

describe('a rating and an address', () => {
  it('are stored and returned unchanged', async () => {
    const { status, data } = await send('POST', PATH, { name: 'A', stars: 4, seat: SEAT });
    expect([status, data]).toEqual([200, expect.objectContaining({ stars: 4, seat: SEAT })]);
  });

  it('are refused at the field if they are invalid', async () => {
    const many = await send('POST', PATH, { name: 'B', stars: 6 });
    expect([many.status, many.errors?.[0]?.field]).toEqual([400, '/stars']);
    const stray = await send('POST', PATH, { name: 'B', seat: { planet: 'Mars' } });
    expect([stray.status, stray.errors?.[0]?.field]).toEqual([400, '/seat/planet']);
    const long = await send('POST', PATH, { name: 'B', seat: { postcode: '1'.repeat(21) } });
    expect([long.status, long.errors?.[0]?.field]).toEqual([400, '/seat/postcode']);
  });

  it('are filtered: ratings by number, addresses by any word', async () => {
    await send('POST', PATH, { name: 'C', stars: 2, seat: { city: 'Ningbo_1' } });
    await send('POST', PATH, { name: 'D' });
    expect(await listed({ field: 'stars', op: 'gte', value: 3 })).toEqual(['A']);
    expect(await listed({ field: 'seat', op: 'contains', value: '文三路' })).toEqual(['A']);
    expect(await listed({ field: 'seat', op: 'contains', value: 'ningbo_1' })).toEqual(['C']);
    expect(await listed({ field: 'seat', op: 'contains', value: 'city' })).toEqual([]);
    expect(await listed({ field: 'seat', op: 'empty', value: true })).toEqual(['D']);
  });

  it('are exported to a file and imported again', async () => {
    const [, first] = await tableCells(
      await exportTable(admin, 'supplier', { columns: ['name', 'stars', 'seat'] }),
    );
    expect(first).toEqual(['A', 4, '浙江省 / 杭州市 / 文三路 90 号']);
    const bytes = await tableFile([
      ['Name', 'Rating', 'Address'],
      ['E', '5', '江苏省 / 南京市 / 中山路 1 号 / 210000'],
      ['F', '7', '中山路 2 号'],
    ]);
    const check = await checkTable(admin, { entity: 'supplier', mode: 'create' }, upload(bytes));
    expect(check.report.problems).toMatchObject([{ row: 3, title: 'Rating' }]);
    await importTable(admin, { entity: 'supplier' }, check.job);
    expect(await listed({ field: 'seat', op: 'contains', value: '南京' })).toEqual(['E']);
  });
});
