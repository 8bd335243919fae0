/**
 * Rules across fields, on a definition that only this test has. Every way to write refuses in the same way, at the
 * named field.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import type { Client } from '../../../support/calls/client.ts';
import { checkTable, tableFile, upload } from '../../../support/records/excel.ts';
import { login, startedFolder, startOn, type TestServer } from '../../../support/server/server.ts';

let folder: Awaited<ReturnType<typeof startedFolder>>;
let server: TestServer;
let admin: Client;

const text = (zh: string, en: string) => ({ zh, en });
const date = (zh: string, en: string) => ({ type: 'string', format: 'date', title: text(zh, en) });
const money = (zh: string, en: string) => ({ type: 'string', format: 'money', title: text(zh, en) });
const TRIP = {
  name: 'trip',
  api: { base: '/manager/trip' },
  title: text('出差', 'Trip'),
  label: 'name',
  schema: {
    type: 'object',
    required: ['name', 'state'],
    properties: {
      name: { type: 'string', maxLength: 100, title: text('名称', 'Name') },
      startDate: date('开始', 'From'),
      endDate: date('结束', 'To'),
      limit: money('限额', 'Limit'),
      state: {
        type: 'string',
        title: text('状态', 'State'),
        default: 'draft',
        'x-options': [
          { value: 'draft', title: text('草稿', 'Draft') },
          { value: 'closed', title: text('完成', 'Closed') },
        ],
      },
      costs: {
        type: 'array',
        title: text('费用', 'Costs'),
        'x-control': 'table',
        items: {
          type: 'object',
          properties: { amount: money('金额', 'Amount') },
          'x-rules': [
            {
              check: 'amount <= $parent.limit',
              at: 'amount',
              text: text('{amount}超出限额', '{amount} is above the limit'),
            },
          ],
        },
      },
    },
    'x-rules': [
      {
        check: 'startDate <= endDate',
        at: 'endDate',
        text: text('结束不能早于{startDate}', 'Must not end before {startDate}'),
      },
      {
        check: 'startDate <= $today',
        at: 'startDate',
        text: text('不能晚于今天', 'It cannot be after today'),
      },
    ],
  },
  states: {
    field: 'state',
    initial: 'draft',
    transitions: [
      {
        name: 'close',
        title: text('完成', 'Close'),
        from: ['draft'],
        to: 'closed',
        form: { type: 'object', properties: { endDate: date('结束', 'To') } },
      },
    ],
  },
  list: { columns: ['name', 'startDate', 'endDate'], filters: ['startDate'] },
};
const PATH = '/manager/trip';
const path = { entity: 'trip' };
const EARLY = 'Must not end before 2026-05-02';

async function send(method: string, body: object, lang = 'en') {
  const response = await admin.fetch(PATH, {
    method,
    headers: {
      authorization: `Bearer ${admin.tokens().main}`,
      'content-type': 'application/json',
      'accept-language': lang,
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as {
    data: { id: number; version: number };
    errors?: { field: string; msg: string }[];
  };
  return { status: response.status, ...answer };
}
const trip = (more: object = {}) => ({
  name: 'Suzhou',
  startDate: '2026-05-02',
  endDate: '2026-05-04',
  ...more,
});
const make = async (more: object = {}) => (await send('POST', trip(more))).data;
const en = { 'accept-language': 'en' };

beforeAll(async () => {
  folder = await startedFolder();
  server = await startOn(folder.path);
  admin = await login(server);
  await admin.call('studioApply', { body: { kind: 'entity', document: TRIP, base: 0 } });
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

describe('a rule across fields', () => {
  it('is checked for a new record, in the language of the caller', async () => {
    const wrong = trip({ endDate: '2026-05-01' });
    expect(await send('POST', wrong)).toMatchObject({
      status: 400,
      errors: [{ field: '/endDate', msg: EARLY }],
    });
    expect(await send('POST', wrong, 'zh')).toMatchObject({
      errors: [{ field: '/endDate', msg: '结束不能早于2026-05-02' }],
    });
    expect(await send('POST', trip({ startDate: '2999-01-01', endDate: '2999-01-02' }))).toMatchObject({
      errors: [{ field: '/startDate', msg: 'It cannot be after today' }],
    });
    expect((await send('POST', { name: 'Someday' })).status).toBe(200);
  });

  it('is checked in lines, with the record around them', async () => {
    const wrong = trip({ limit: '10.00', costs: [{ amount: '9.00' }, { amount: '10.01' }] });
    expect(await send('POST', wrong)).toMatchObject({
      status: 400,
      errors: [{ field: '/costs/1/amount', msg: '10.01 is above the limit' }],
    });
  });

  it('is checked for a change, for cells, for bulk changes and for a transition', async () => {
    const { id, version } = await make();
    const errors = [{ field: '/endDate', msg: EARLY }];
    expect(await send('PUT', { id, version, endDate: '2026-05-01' })).toMatchObject({ status: 400, errors });
    const records = [{ id, version, endDate: '2026-05-01' }];
    expect(await ask(admin, 'recordBatch', { path, body: { records }, headers: en })).toMatchObject({
      status: 400,
      errors: [{ field: '/records/0/endDate', msg: EARLY }],
    });
    const filter = JSON.stringify({ and: [{ field: 'id', op: 'eq', value: id }] });
    const many = { selection: { filter }, expected: 1, values: { endDate: '2026-05-01' } };
    expect(await ask(admin, 'recordBulkUpdate', { path, body: many, headers: en })).toMatchObject({
      status: 400,
      errors: [{ msg: EARLY }],
    });
    const move = { name: 'close', version, form: { endDate: '2026-05-01' } };
    expect(
      await ask(admin, 'recordTransition', { path: { ...path, id }, body: move, headers: en }),
    ).toMatchObject({ status: 400, errors: [{ msg: EARLY }] });
  });

  it('is reported at its row of an imported table', async () => {
    const table = await tableFile([
      ['name', 'startDate', 'endDate'],
      ['Berlin', '2026-05-02', '2026-05-04'],
      ['Essen', '2026-05-02', '2026-05-01'],
    ]);
    const { report } = await checkTable(admin, { entity: 'trip' }, upload(table));
    expect(report).toMatchObject({ total: 2, created: 1, rejected: 1 });
    expect(report.problems).toEqual([expect.objectContaining({ row: 3, column: 'endDate', reason: EARLY })]);
  });
});
