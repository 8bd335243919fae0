/** Rules about other records: limits of figures over them, and records that must not overlap in time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define, entityOf, text } from '../../support/calls/definitions.ts';
import { checkTable, tableFile, upload } from '../../support/records/excel.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let admin: Client;
let books: ReturnType<typeof openBooks>;

const name = { type: 'string', title: text('Name'), maxLength: 60 };
const words = (en: string) => ({ type: 'string', title: text(en), maxLength: 60 });
const day = (en: string) => ({ type: 'string', format: 'date', title: text(en) });
const HOURS = { type: 'number', title: text('Hours'), 'x-unit': 'h', 'x-decimals': 2 };

const sheet = entityOf(
  'beyondSheet',
  { name, person: words('Person'), day: day('Day'), hours: HOURS, state: words('State') },
  {
    across: [
      {
        figures: {
          total: {
            ...{ do: 'sum', field: 'hours', by: { person: 'person', day: 'day' } },
            where: "state != 'void'",
          },
        },
        ...{ check: 'total <= 24', at: 'hours' },
        text: { zh: '{day}合计{total}', en: '{total} on {day}, and 24 h at most' },
      },
    ],
  },
);
const stock = entityOf(
  'beyondStock',
  { name, item: words('Item'), quantity: { type: 'integer', title: text('Quantity') } },
  {
    across: [
      {
        figures: { free: { do: 'sum', field: 'quantity', by: { item: 'item' } } },
        ...{ check: 'free >= 0', at: 'quantity', text: { zh: '{item}剩{free}', en: '{free} of {item}' } },
      },
    ],
  },
);
const room = entityOf(
  'beyondRoom',
  { name, person: words('Person') },
  {
    across: [
      {
        figures: { entries: { of: 'beyondSheet', do: 'count', by: { person: 'person' } } },
        ...{ check: 'entries >= 1', at: 'person', text: text('{person} has {entries} entries') },
      },
    ],
  },
);
const visit = entityOf(
  'beyondVisit',
  { name, car: words('Car'), from: day('From'), until: day('Until'), state: words('State') },
  {
    apart: [
      {
        ...{ by: ['car'], from: 'from', to: 'until', where: "state != 'void'" },
        text: { zh: '{name}已占用', en: 'taken by {name}, {from} to {until}' },
      },
    ],
  },
);

const enter = (hours: number, more: object = {}) =>
  books.ask('POST', 'beyondSheet', { name: 'S', person: 'Ann', day: '2026-05-04', hours, ...more });
const drive = (from: string, until?: string, more: object = {}) =>
  books.ask('POST', 'beyondVisit', { name: `V${from}`, car: 'A', from, until, ...more });
const foretold = async (entity: string, values: object, id?: number) =>
  (await admin.call('recordUnique', { path: { entity }, body: { values: { ...values }, id } })).beyond;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  books = openBooks(admin);
  await define(admin, { ...sheet, indexes: [['person']] });
  for (const document of [stock, room, visit]) await define(admin, document);
});
afterAll(() => server?.stop());

describe('a rule over a sum of other records', () => {
  it('refuses a record that exceeds the limit, with the sum; other days and people do not count', async () => {
    expect((await enter(20)).status).toBe(200);
    expect((await enter(20, { day: '2026-05-05' })).status).toBe(200);
    expect((await enter(20, { person: 'Bob' })).status).toBe(200);
    const text = '24.5 h on 2026-05-04, and 24 h at most';
    expect(await enter(4.5)).toMatchObject({
      status: 422,
      code: 42293,
      msg: text,
      errors: [{ field: '/hours', msg: text }],
    });
    expect((await enter(4.5, { state: 'void' })).status).toBe(200);
    expect((await enter(4)).status).toBe(200);
  });

  it('is checked only when its fields change', async () => {
    const { data } = await enter(10, { person: 'Cid' });
    await enter(10, { person: 'Cid' });
    const change = (record: { version: number }, body: object) =>
      books.ask('PUT', 'beyondSheet', { id: data.id, version: record.version, ...body });
    expect(await change(data, { hours: 14.25 })).toMatchObject({
      status: 422,
      msg: expect.stringContaining('24.25 h'),
    });
    const changed = await change(data, { hours: 14, name: 'Long' });
    expect(changed.status).toBe(200);
    expect((await change(changed.data, { name: 'Longer' })).status).toBe(200);
    const other = await enter(2, { person: 'Cid', day: '2026-05-05' });
    expect(
      await books.ask('PUT', 'beyondSheet', { id: other.data.id, version: 1, day: '2026-05-04' }),
    ).toMatchObject({ status: 422, msg: expect.stringContaining('26 h on 2026-05-04') });
  });

  it('accepts as many of 16 parallel records as the limit allows', async () => {
    const all = await Promise.all(Array.from({ length: 16 }, () => enter(3, { person: 'Dan' })));
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(8).fill(200), ...Array(8).fill(422)]);
  });

  it('is checked for the group that a record leaves: used hours cannot be removed', async () => {
    const come = await books.create('beyondStock', { name: 'In', item: 'bolt', quantity: 10 });
    await books.create('beyondStock', { name: 'Out', item: 'bolt', quantity: -7 });
    expect(await books.ask('DELETE', `beyondStock/${come.id}`)).toMatchObject({
      status: 422,
      msg: '-7 of bolt',
    });
    const away = { id: come.id, version: come.version, item: 'nut' };
    expect(await books.ask('PUT', 'beyondStock', away)).toMatchObject({ status: 422, msg: '-7 of bolt' });
    const out = await books.ask('POST', 'beyondStock', { name: 'Out', item: 'bolt', quantity: -4 });
    expect(out).toMatchObject({ status: 422, msg: '-1 of bolt' });
  });

  it('counts records of another entity', async () => {
    expect(await books.ask('POST', 'beyondRoom', { name: 'R', person: 'Eve' })).toMatchObject({
      status: 422,
      msg: 'Eve has 0 entries',
    });
    await enter(1, { person: 'Eve' });
    expect((await books.ask('POST', 'beyondRoom', { name: 'R', person: 'Eve' })).status).toBe(200);
  });

  it('is shown by a form before saving', async () => {
    await enter(20, { person: 'Fay' });
    const values = { person: 'Fay', day: '2026-05-04', hours: 5 };
    const found = [{ field: 'hours', text: '2026-05-04合计25 h' }];
    expect(await foretold('beyondSheet', values)).toEqual(found);
    expect(await foretold('beyondSheet', { ...values, hours: 4 })).toEqual([]);
    expect(await foretold('beyondSheet', { ...values, day: 'soon' })).toEqual([]);
  });

  it('refuses the row of a file that exceeds the limit, with the sentence', async () => {
    await enter(16, { person: 'Gus' });
    const row = (person: string) => ['S', person, '2026-05-04', '9'];
    const file = await tableFile([['name', 'person', 'day', 'hours'], row('Gus'), row('Hal')]);
    const { report } = await checkTable(admin, { entity: 'beyondSheet' }, upload(file));
    expect(report).toMatchObject({ total: 2, rejected: 1 });
    expect(JSON.stringify(report)).toContain('25 h on 2026-05-04');
  });
});

describe('records that do not overlap', () => {
  it('are refused with the name of the other record; the last day is included', async () => {
    expect((await drive('2026-06-01', '2026-06-05')).status).toBe(200);
    const text = 'taken by V2026-06-01, 2026-06-01 to 2026-06-05';
    expect(await drive('2026-06-05', '2026-06-08')).toMatchObject({
      status: 409,
      code: 409141,
      msg: text,
      errors: [{ field: '/from', msg: text }],
    });
    expect((await drive('2026-06-05', '2026-06-08', { car: 'B' })).status).toBe(200);
    expect((await drive('2026-06-05', '2026-06-08', { state: 'void' })).status).toBe(200);
    expect((await drive('2026-06-06', '2026-06-08')).status).toBe(200);
  });

  it('without an end are unlimited', async () => {
    const { data } = await drive('2026-07-01', undefined, { car: 'C' });
    expect((await drive('2030-01-01', '2030-01-02', { car: 'C' })).status).toBe(409);
    expect((await drive('2026-06-01', undefined, { car: 'C' })).status).toBe(409);
    expect((await drive('2026-06-01', '2026-06-30', { car: 'C' })).status).toBe(200);
    await books.update('beyondVisit', data, { until: '2026-12-31' });
    expect((await drive('2030-01-01', '2030-01-02', { car: 'C' })).status).toBe(200);
  });

  it('accept one of 16 in parallel', async () => {
    const all = await Promise.all(
      Array.from({ length: 16 }, (_, at) => drive(`2026-08-${10 + at}`, '2026-08-31', { car: 'D' })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(409)]);
  });

  it('are shown by a form before saving, excluding the record itself', async () => {
    const { data } = await drive('2026-09-01', '2026-09-05', { car: 'E' });
    const values = { car: 'E', from: '2026-09-02', until: '2026-09-03' };
    const found = [{ field: 'from', text: 'V2026-09-01已占用' }];
    expect(await foretold('beyondVisit', values)).toEqual(found);
    expect(await foretold('beyondVisit', values, data.id)).toEqual([]);
  });

  it('are also checked in imports and when restored from the recycle bin', async () => {
    const { data } = await drive('2026-10-01', '2026-10-05', { car: 'F' });
    await books.remove('beyondVisit', data.id);
    const next = await drive('2026-10-03', '2026-10-04', { car: 'F' });
    const bin = await admin.call('recycleBin', { query: { entity: 'beyondVisit' } });
    const body = { ids: bin.records.map(({ id }) => id) };
    const { restored, failed } = await admin.call('recycleBinRestore', { body });
    expect([restored, failed]).toMatchObject([[], [{ field: '/from' }]]);
    const file = await tableFile([
      ['name', 'car', 'from', 'until'],
      ['One', 'F', '2026-10-04', '2026-10-06'],
      ['Two', 'F', '2026-10-07', '2026-10-08'],
    ]);
    const { report } = await checkTable(admin, { entity: 'beyondVisit' }, upload(file));
    expect(report).toMatchObject({ total: 2, rejected: 1 });
    await books.remove('beyondVisit', next.data.id);
    expect((await admin.call('recycleBinRestore', { body })).restored).toHaveLength(1);
  });
});
