/**
 * The server computes amounts exactly. An amount that cannot be computed, or is not valid, is refused with the reason.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../support/calls/client.ts';
import { awaitJobEnd, jobBytes } from '../../../support/records/excel.ts';
import { salesOrder } from '../../../support/records/salesOrder.ts';
import { login, startServer, type TestServer } from '../../../support/server/server.ts';

const text = (en: string) => ({ zh: en, en });
const sign = (effects: object[]) => ({
  states: {
    field: 'state',
    initial: 'draft',
    transitions: [{ name: 'sign', title: text('Sign'), from: ['draft'], to: 'signed', effects }],
  },
});
const VISIT = {
  do: 'create',
  entity: 'alarmTask',
  values: { name: "cat('Visit ', name)", stationSn: 'stationSn' },
};

let server: TestServer;
let admin: Client;

async function define(overrides: Record<string, unknown> = {}): Promise<void> {
  const subject = { kind: 'entity', name: 'tradeDeal' } as const;
  const there = Object.keys(overrides).length > 0;
  const { base } = there ? await admin.call('studioDefinition', { path: subject }) : { base: 0 };
  const document = salesOrder(overrides);
  await admin.call('studioApply', {
    body: { kind: 'entity', ...(there ? { name: 'tradeDeal' } : {}), document, base },
  });
}

interface Answer {
  status: number;
  code: number;
  msg: string;
  data: Record<string, unknown> & { id: number; version: number };
  errors?: { field: string; msg: string }[];
}

async function send(method: string, path: string, body: object, lang = 'en'): Promise<Answer> {
  const response = await admin.fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${admin.tokens().main}`,
      'content-type': 'application/json',
      'accept-language': lang,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}
const create = (body: object, lang?: string) => send('POST', '/manager/tradeDeal', body, lang);
const move = (id: number, version: number, lang?: string) =>
  send('POST', `/manager/record/tradeDeal/${id}/transition`, { name: 'sign', version }, lang);

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  await define();
});
afterAll(() => server?.stop());

describe('a computed amount', () => {
  it('is exact, and ignores a value from the caller', async () => {
    const lines = [
      { item: 'a', price: '99.99', count: 3 },
      { item: 'b', price: '0.1', count: 3, discount: 0.05 },
    ];
    const { status, data } = await create({ name: 'Exact', lines, net: '1.00', people: 7 });
    expect(status).toBe(200);
    expect(data).toMatchObject({ net: '300.26', share: '42.89' });
    expect((data.lines as { amount: string }[]).map(({ amount }) => amount)).toEqual(['299.97', '0.29']);
  });

  it('is empty while a needed value is missing, never zero', async () => {
    const { data } = await create({ name: 'Open', lines: [{ item: 'a', price: '5.00' }, { item: 'b' }] });
    expect(data).toMatchObject({ net: null, share: null });
  });

  it.each([
    ['zh', '未保存：', '人均无法计算：除数为零'],
    ['en', 'Not saved: ', 'Per person cannot be calculated: division by zero'],
  ])('refuses the write where it fails, and says which it is (%s)', async (lang, prefix, msg) => {
    const refused = await create({ name: 'Nobody', lines: [{ price: '5.00' }], people: 0 }, lang);
    expect(refused).toMatchObject({ status: 422, code: 42201, msg: prefix + msg });
    expect(refused.errors).toEqual([{ field: '/share', msg }]);
  });

  it('is refused if it exceeds the maximum of an amount', async () => {
    const refused = await create({ name: 'Large', lines: [{ price: '9999999999.99', count: 2 }] });
    expect(refused).toMatchObject({ status: 422, errors: [{ field: '/lines/0/amount' }] });
  });
});

describe('amounts of several currencies', () => {
  const filter = (names: string[]) => JSON.stringify({ and: [{ field: 'name', op: 'in', value: names }] });
  const totals = async (names: string[]) => {
    const path = { entity: 'tradeDeal' };
    return admin.call('recordTotals', { path, query: { filter: filter(names) } });
  };

  it('are not added up: each currency has its own sum', async () => {
    const order = (name: string, currency: string, price: string) =>
      create({ name, currency, lines: [{ price }] });
    await order('Cur 1', 'EUR', '0.10');
    await order('Cur 2', 'EUR', '0.20');
    await order('Cur 3', 'CNY', '5.00');
    expect(await totals(['Cur 1', 'Cur 2', 'Cur 3'])).toEqual({
      count: 3,
      sums: { net: null },
      currencies: {
        net: [
          { currency: 'CNY', sum: '5.00' },
          { currency: 'EUR', sum: '0.30' },
        ],
      },
    });
    expect(await totals(['Cur 1', 'Cur 2'])).toMatchObject({
      sums: { net: '0.30' },
      currencies: { net: [{ currency: 'EUR', sum: '0.30' }] },
    });
  });

  it('are exported with a column for the currency', async () => {
    const job = await admin.call('recordExport', {
      path: { entity: 'tradeDeal' },
      body: { format: 'csv', columns: ['name', 'net'], filter: filter(['Cur 3']) },
    });
    await awaitJobEnd(admin, job);
    const text = (await jobBytes(admin, job)).toString('utf8').replace('\uFEFF', '');
    const [heading = '', line = ''] = text.split(/\r?\n/);
    expect([heading.split(',').length, line]).toEqual([3, 'Cur 3,人民币,5.00']);
  });
});

describe('a new line', () => {
  it('begins with the defaults of its fields, whichever user creates it', async () => {
    const { data } = await create({
      name: 'Lines',
      lines: [{ price: '2.00' }, { price: '3.00', taxed: false }],
    });
    expect(data).toMatchObject({
      net: '5.00',
      lines: [
        { count: 1, taxed: true },
        { count: 1, taxed: false },
      ],
    });
    const [first] = data.lines as object[];
    const changed = await send('PUT', '/manager/tradeDeal', {
      id: data.id,
      version: data.version,
      lines: [first, { price: '3.00', taxed: false }, { price: '4.00' }],
    });
    const counts = (changed.data.lines as { count: number; taxed: boolean }[]).map(({ count, taxed }) => [
      count,
      taxed,
    ]);
    expect(counts).toEqual([
      [1, true],
      [1, false],
      [1, true],
    ]);
    expect(changed.data.net).toBe('9.00');
  });

  it('keeps cleared fields in an existing line', async () => {
    const { data } = await create({ name: 'Emptied', lines: [{ price: '2.00' }] });
    const { id, version } = data;
    const changed = await send('PUT', '/manager/tradeDeal', { id, version, lines: [{ price: '2.00' }] });
    expect(changed.data.lines).toEqual([{ price: '2.00' }]);
  });
});

describe('an effect of a transition', () => {
  it('that fails names itself instead of a hidden field', async () => {
    await define(sign([VISIT]));
    const { data } = await create({ name: 'Without site' });
    const refused = await move(data.id, data.version);
    expect(refused).toMatchObject({ status: 409, code: 40987 });
    expect(refused.msg).toMatch(/^Creating the .* failed: .*Station/);
    expect(refused.errors).toBeUndefined();
    expect((await move(data.id, data.version, 'zh')).msg).toMatch(/^创建.*失败：/);
  });

  it('happens only if its condition is true', async () => {
    await define(sign([{ ...VISIT, if: 'stationSn != null' }]));
    const { data } = await create({ name: 'Without' });
    expect((await move(data.id, data.version)).data).toMatchObject({ state: 'signed' });
    await admin.call('stationCreate', { body: { sn: 'AM-1', name: 'Site', timeZone: 'UTC' } });
    const placed = await create({ name: 'With', stationSn: 'AM-1' });
    expect((await move(placed.data.id, placed.data.version)).status).toBe(200);
    const { records } = await admin.call('alarmTaskPage', { query: { search: 'Visit With' } });
    expect(records.map(({ name }) => name)).toEqual(['Visit With']);
  });

  it('that writes an invalid value is named, too', async () => {
    await define(sign([{ do: 'assign', field: 'note', value: "cat(name, '!')" }]));
    const { data } = await create({ name: 'Too long for it' });
    const refused = await move(data.id, data.version);
    expect(refused).toMatchObject({ status: 409, code: 40987 });
    expect(refused.msg).toMatch(/^Setting Note failed: /);
  });
});
