/** The values that records begin with: worked out by the server alike on every way in, lines too. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { checkTable, importTable, tableFile, upload } from '../support/excel.ts';
import { asker } from '../support/orderLines.ts';
import { dataFolder, login, startOn, type TestServer } from '../support/server.ts';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let server: TestServer;
let admin: Client;
let call: ReturnType<typeof asker>;
let me: Awaited<ReturnType<typeof principalOf>>;

const text = (zh: string, en: string) => ({ zh, en });
const money = (en: string, more: object = {}) => ({
  ...{ type: 'string', format: 'money', title: text(en, en) },
  ...more,
});
const date = (en: string, more: object = {}) => ({
  ...{ type: 'string', format: 'date', title: text(en, en) },
  ...more,
});
const TOUR = {
  name: 'tour',
  api: { base: '/manager/tour' },
  title: text('行程', 'Tour'),
  label: 'name',
  schema: {
    type: 'object',
    required: ['name', 'due'],
    properties: {
      name: { type: 'string', maxLength: 100, title: text('名称', 'Name') },
      leaderId: { type: 'integer', title: text('负责人', 'Leader'), 'x-default': { var: '$context.userId' } },
      maker: {
        type: 'string',
        title: text('建立人', 'Maker'),
        readOnly: true,
        'x-default': { var: '$context.userName' },
      },
      day: date('Day', { 'x-default': { var: '$context.today' } }),
      due: date('Due', { 'x-default': { dateAdd: [{ var: 'day' }, 30] } }),
      rate: money('Rate', { default: '13.00' }),
    },
  },
  list: { columns: ['name', 'day', 'due', 'maker'] },
};
const STOP = {
  name: 'tourStop',
  api: { base: '/manager/tourStop' },
  title: text('站点', 'Stop'),
  label: 'place',
  of: { field: 'tourId', as: 'stops', in: 'form', order: 'position', delete: 'with' },
  schema: {
    type: 'object',
    required: ['tourId', 'place', 'rate'],
    properties: {
      tourId: { type: 'integer', 'x-ref': 'tour', title: text('行程', 'Tour') },
      position: { type: 'integer', title: text('序号', 'Place') },
      place: { type: 'string', maxLength: 100, title: text('地点', 'Place') },
      rate: money('Rate', { 'x-default': { var: '../../rate' } }),
    },
  },
  list: { columns: ['place', 'rate'] },
};
const TOURS = '/manager/tour';
const principalOf = (client: Client) => client.call('getPrincipal');
const today = (): string => new Date().toISOString().slice(0, 10);
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

async function begin(body: object) {
  const answer = await call<Record<string, unknown>>('POST', TOURS, { name: 'T', ...body });
  if (answer.status !== 200) throw new Error(answer.msg);
  return answer.data;
}

beforeAll(async () => {
  folder = await dataFolder();
  server = await startOn(folder.path);
  admin = await login(server);
  call = asker(admin);
  for (const document of [TOUR, STOP])
    await admin.call('studioApply', { body: { kind: 'entity', document, base: 0 } });
  me = await principalOf(admin);
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

describe('a default that is worked out', () => {
  it('says who, when and what follows; what is given stays', async () => {
    const tour = await begin({});
    expect(tour).toMatchObject({ leaderId: me.userId, maker: me.name, rate: '13.00' });
    expect([dayAfter(today(), -1), today(), dayAfter(today(), 1)]).toContain(tour.day);
    expect(tour.due).toBe(dayAfter(String(tour.day), 30));
    expect(await begin({ day: '2026-01-31', leaderId: 3 })).toMatchObject({ leaderId: 3, due: '2026-03-02' });
    expect((await call('POST', TOURS, { name: 'T', maker: 'me' })).status).toBe(400);
  });

  it('fills lines over the record around them, also those that join later', async () => {
    const tour = await begin({ rate: '6.00', stops: [{ place: 'A' }, { place: 'B', rate: '1.00' }] });
    expect(tour.stops).toMatchObject([{ rate: '6.00' }, { rate: '1.00' }]);
    const { id, version } = tour;
    const [first] = tour.stops as { id: number }[];
    const body = { id, version, rate: '9.00', stops: [{ id: first!.id }, { place: 'C' }] };
    expect((await call('PUT', TOURS, body)).data).toMatchObject({
      ...{ maker: me.name, stops: [{ rate: '6.00' }, { place: 'C', rate: '9.00' }] },
    });
  });

  it('fills imported records', async () => {
    const table = await tableFile([
      ['name', 'day'],
      ['Imported', '2026-02-01'],
    ]);
    const { job } = await checkTable(admin, { entity: 'tour' }, upload(table));
    const { report } = await importTable(admin, { entity: 'tour' }, job);
    expect(report).toMatchObject({ created: 1, rejected: 0 });
    const filter = encodeURIComponent(
      JSON.stringify({ and: [{ field: 'name', op: 'eq', value: 'Imported' }] }),
    );
    const found = await call<{ records: unknown[] }>('GET', `${TOURS}/page?filter=${filter}`);
    expect(found.data).toMatchObject({
      records: [{ due: '2026-03-03', leaderId: me.userId, maker: me.name }],
    });
  });

  it('says at its field where what it is made of is empty', async () => {
    const answer = await call('POST', TOURS, {
      name: 'T',
      due: null,
      day: null,
      stops: [{ place: 'A', rate: null }],
    });
    expect(answer).toMatchObject({ status: 400, errors: [{ field: '/stops/0/rate' }] });
  });
});
