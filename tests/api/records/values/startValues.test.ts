/** The start values of records. The server computes them in the same way on every way to write, also for lines. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../support/calls/client.ts';
import { setRoles } from '../../../support/calls/world.ts';
import { checkTable, importTable, tableFile, upload } from '../../../support/records/excel.ts';
import { asker } from '../../../support/records/orderLines.ts';
import { applyTours } from '../../../support/records/tours.ts';
import { login, startedFolder, startOn, type TestServer } from '../../../support/server/server.ts';
import { joinTenant } from '../../../support/telemetry/site.ts';

let folder: Awaited<ReturnType<typeof startedFolder>>;
let server: TestServer;
let admin: Client;
let call: ReturnType<typeof asker>;
let hotels: Record<string, number>;
let me: Awaited<ReturnType<typeof principalOf>>;

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
  folder = await startedFolder();
  server = await startOn(folder.path);
  admin = await login(server);
  call = asker(admin);
  hotels = await applyTours(admin);
  me = await principalOf(admin);
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

describe('a computed default', () => {
  it('includes the user, the time and computed values; given values remain', async () => {
    const tour = await begin({});
    expect(tour).toMatchObject({ leaderId: me.userId, maker: me.name, rate: '13.00' });
    expect([dayAfter(today(), -1), today(), dayAfter(today(), 1)]).toContain(tour.day);
    expect(tour.due).toBe(dayAfter(String(tour.day), 30));
    expect(await begin({ day: '2026-01-31', leaderId: 3 })).toMatchObject({ leaderId: 3, due: '2026-03-02' });
    expect((await call('POST', TOURS, { name: 'T', maker: 'me' })).status).toBe(400);
  });

  it('fills lines from the record around them, also lines that are added later', async () => {
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

  it('reports at its field if a needed value is missing', async () => {
    const answer = await call('POST', TOURS, {
      name: 'T',
      due: null,
      day: null,
      stops: [{ place: 'A', rate: null }],
    });
    expect(answer).toMatchObject({ status: 400, errors: [{ field: '/stops/0/rate' }] });
  });
});

describe('values from a referenced record', () => {
  it('fill missing fields, and are stored as they were', async () => {
    const tour = await begin({ hotelId: hotels.Inn });
    expect(tour).toMatchObject({ night: '80.00', grade: 'B' });
    expect(await begin({ hotelId: hotels.Inn, night: '75.00' })).toMatchObject({
      night: '75.00',
      grade: 'B',
    });
    expect(await begin({ hotelId: hotels.Bare })).toMatchObject({ night: '1.00', grade: null });
    expect((await call('POST', TOURS, { name: 'T', grade: 'A' })).status).toBe(400);
    const inn = await call<{ version: number }>('GET', `/manager/tourHotel/${hotels.Inn}`);
    const better = { id: hotels.Inn, version: inn.data.version, grade: 'A', price: '99.00' };
    expect((await call('PUT', '/manager/tourHotel', better)).status).toBe(200);
    const { id, version } = tour;
    const noted = await call('PUT', TOURS, { id, version, name: 'U' });
    expect(noted.data).toMatchObject({ night: '80.00', grade: 'B' });
    const moved = await call('PUT', TOURS, { id, version: noted.data.version, hotelId: hotels.Grand });
    expect(moved.data).toMatchObject({ night: '300.00', grade: 'A' });
    const left = await call('PUT', TOURS, { id, version: moved.data.version, hotelId: null });
    expect(left.data).toMatchObject({ night: '300.00', grade: null });
  });

  it('fill lines, and computed fields follow', async () => {
    const tour = await begin({
      stops: [
        { place: 'A', hotelId: hotels.Grand },
        { place: 'B', night: '2.00', hotelId: hotels.Grand },
      ],
    });
    const stops = tour.stops as { id: number }[];
    expect(stops).toMatchObject([
      { night: '300.00', twice: '600.00', grade: 'A' },
      { night: '2.00', twice: '4.00', grade: 'A' },
    ]);
    const [first, second] = stops;
    const body = {
      ...{ id: tour.id, version: tour.version },
      stops: [{ id: second!.id }, { id: first!.id, hotelId: hotels.Bare, night: '5.00' }],
    };
    expect((await call('PUT', TOURS, body)).data.stops).toMatchObject([
      { night: '2.00', grade: 'A' },
      { night: '5.00', grade: null },
    ]);
    const alone = { tourId: tour.id, place: 'C', rate: '1.00', hotelId: hotels.Grand };
    expect((await call('POST', '/manager/tourStop', alone)).data).toMatchObject({
      twice: '600.00',
      grade: 'A',
    });
  });

  it('fill imported records', async () => {
    const table = await tableFile([
      ['name', 'hotelId', 'night'],
      ['Filled', 'Grand', ''],
    ]);
    const { job } = await checkTable(admin, { entity: 'tour' }, upload(table));
    const { report } = await importTable(admin, { entity: 'tour' }, job);
    expect(report).toMatchObject({ created: 1, rejected: 0 });
    const filter = encodeURIComponent(JSON.stringify({ and: [{ field: 'grade', op: 'eq', value: 'A' }] }));
    const found = await call<{ records: object[] }>('GET', `${TOURS}/page?filter=${filter}`);
    expect(found.data.records).toContainEqual(expect.objectContaining({ name: 'Filled', night: '300.00' }));
  });

  it('are not revealed to users who may not see them in that record', async () => {
    const permissions = ['tour:list', 'tour:get', 'tour:create', 'tour:update', 'tourHotel:list'];
    const role = await admin.call('roleCreate', {
      body: {
        ...{ key: 'guide', name: 'Guide', permissions },
        fieldRules: ['price', 'grade'].map((name) => ({ field: `tourHotel.${name}`, rule: 'hidden' })),
      },
    });
    const guide = await joinTenant(server, me.tenantId, permissions);
    const { userId } = await guide.call('getPrincipal');
    await setRoles(server, userId, [role.id]);
    const own = asker(guide);
    const made = await own<Record<string, unknown>>('POST', TOURS, { name: 'G', hotelId: hotels.Grand });
    expect(made).toMatchObject({ status: 200, data: { night: '1.00' } });
    expect(made.data).not.toHaveProperty('grade');
    const seen = await call('GET', `${TOURS}/${made.data.id}`);
    expect(seen.data).toMatchObject({ night: '1.00', grade: 'A' });
  });
});

describe('a line that is written separately', () => {
  it('begins with values of its record, and shared values change in all lines', async () => {
    const stops = [{ place: 'A', night: '10.00' }];
    const tour = await begin({ night: '100.00', rate: '6.00', stops });
    expect(tour.stops).toMatchObject([{ share: '100.00' }]);
    const made = await call<Record<string, unknown>>('POST', '/manager/tourStop', {
      ...{ tourId: tour.id, place: 'B', night: '30.00' },
    });
    expect(made.data).toMatchObject({ rate: '6.00', share: '75.00', twice: '60.00' });
    const read = async () => (await call('GET', `${TOURS}/${tour.id}`)).data;
    expect((await read()).stops).toMatchObject([{ share: '25.00' }, { share: '75.00' }]);
    const { id, version } = made.data;
    const less = await call('PUT', '/manager/tourStop', { id, version, night: '10.00' });
    expect(less.data).toMatchObject({ share: '50.00' });
    expect((await read()).stops).toMatchObject([{ share: '50.00' }, { share: '50.00' }]);
    expect((await call('DELETE', `/manager/tourStop/${id}`)).status).toBe(200);
    expect((await read()).stops).toMatchObject([{ share: '100.00' }]);
  });
});

describe('a roll-up over lines', () => {
  it('is stored when they are saved with their record, and when saved separately', async () => {
    const stops = [
      { place: 'A', night: '10.10' },
      { place: 'B', night: '0.20' },
    ];
    const tour = await begin({ stops });
    expect(tour).toMatchObject({ spent: '10.30', both: '20.60', version: 1 });
    const { id, version } = tour;
    const [first] = tour.stops as { id: number }[];
    const fewer = await call<Record<string, unknown>>('PUT', TOURS, {
      ...{
        id,
        version,
        stops: [
          { id: first!.id, night: '10.00' },
          { place: 'C', hotelId: hotels.Grand },
        ],
      },
    });
    expect(fewer.data).toMatchObject({ spent: '310.00', both: '620.00', version: 2 });
    await call('POST', '/manager/tourStop', { tourId: id, place: 'D', rate: '1.00', night: '0.05' });
    expect((await call('GET', `${TOURS}/${id}`)).data).toMatchObject({ spent: '310.05', both: '620.10' });
  });
});
