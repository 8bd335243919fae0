/** Mobile storage units are rented, used and billed (S15). Every figure is computed by hand. */
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { ingestPoints } from '../../support/calls/inside.ts';
import {
  at,
  book,
  counted,
  iso,
  type Mobile,
  makeMobile,
  move,
  ramp,
  use,
} from '../../support/devices/mobile.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { awaitJobEnd, jobBytes } from '../../support/records/excel.ts';
import { readPdf } from '../../support/records/papers.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator, until } from '../../support/telemetry/site.ts';

let server: TestServer;
let boss: Client & { tenantId: number };
let stranger: Client;
let mobile: Mobile;

type End = readonly [ts: number, kWh: number];

beforeAll(async () => {
  server = await sharedServer();
  boss = await makeOperator(server);
  stranger = await makeOperator(server);
  mobile = await makeMobile(boss, 'MOB1');
});
afterAll(() => server?.stop());

const MORNING = { start: '08:00', end: '10:00', band: 'peak' as const, price: 1 };
const unitOf = (id: number) => boss.call('mobileUnitGet', { path: { id } });
const rentalOf = (id: number) => boss.call('mobileRentalGet', { path: { id } });
const counts = (from: End, to: End) => ramp(server, boss, mobile.counter, from, to);
const linesOf = async (sessionId: number) => {
  const filter = JSON.stringify({ and: [{ field: 'sessionId', op: 'eq', value: sessionId }] });
  const { records } = await boss.call('mobileSessionLinePage', { query: { filter } });
  return records.map(({ band = null, energy, price, fee }) => [band, energy, price, fee]);
};

describe('a rented unit', () => {
  it('gives the rental its terms, and shows the state of the rental', async () => {
    const { unit } = mobile;
    expect(unit).toMatchObject({ state: 'free', bookings: 0 });
    const rental = await book(boss, mobile, [iso(1, '08:00'), iso(2, '20:00')]);
    expect(rental).toMatchObject({
      ...{ state: 'booked', stationSn: 'MOB1', minimumFee: '500.00', price: 0.8, driverName: 'Li Wei' },
      ...{ total: '500.00', topUp: '500.00' },
    });
    expect(rental.number).toMatch(/^MR\d{6}-\d{4}$/);
    expect(rental.periods).toHaveLength(3);
    expect(await unitOf(unit.id)).toMatchObject({ state: 'booked', bookings: 1, nextFrom: rental.startsAt });
    await move(boss, 'mobileRental', rental.id, 'arrive', { arrivedAt: iso(1, '08:10') });
    expect(await unitOf(unit.id)).toMatchObject({
      ...{ state: 'onSite', customerId: mobile.customerId, rentedUntil: rental.endsAt, bookings: 0 },
    });
    const back = (time: string) => move(boss, 'mobileRental', rental.id, 'leave', { returnedAt: time });
    await expect(back(iso(1, '08:00'))).rejects.toMatchObject({ errors: [{ field: '/returnedAt' }] });
    await back(iso(2, '12:00'));
    expect(await unitOf(unit.id)).toMatchObject({ state: 'free', customerId: null });
    const { version } = await unitOf(unit.id);
    const service = await boss.call('mobileUnitUpdate', {
      body: { id: unit.id, version, outOfService: true },
    });
    expect(service.state).toBe('service');
    const ready = { id: unit.id, version: service.version, outOfService: false };
    expect((await boss.call('mobileUnitUpdate', { body: ready })).state).toBe('free');
  });

  it('is rented to one customer at a time: the error names the other', async () => {
    const other = await book(boss, mobile, [iso(3, '08:00'), iso(4, '20:00')]);
    const refused = { status: 409, code: 409141, errors: [{ field: '/startsAt' }] };
    const again = book(boss, mobile, [iso(4, '19:59'), iso(5, '08:00')]);
    await expect(again).rejects.toMatchObject(refused);
    await expect(again).rejects.toThrow(`${other.number}，2026-11-03 00:00 至 2026-11-04 12:00`);
    const next = await book(boss, mobile, [iso(4, '20:00'), iso(5, '08:00')]);
    const earlier = { id: next.id, version: next.version, startsAt: iso(4, '10:00') };
    await expect(boss.call('mobileRentalUpdate', { body: earlier })).rejects.toMatchObject(refused);
    await move(boss, 'mobileRental', other.id, 'cancel', { reason: 'Rain' });
    expect(await boss.call('mobileRentalUpdate', { body: earlier })).toMatchObject({
      startsAt: earlier.startsAt,
    });
    expect(await rentalOf(other.id)).toMatchObject({ state: 'canceled', total: '0.00', topUp: '0.00' });
    await boss.call('mobileRentalDelete', { path: { id: next.id } });
  });

  it('is rented by one of 16 in parallel', async () => {
    const bookings = await Promise.allSettled(
      Array.from({ length: 16 }, (_, place) =>
        book(boss, mobile, [iso(6, `${String(place).padStart(2, '0')}:00`), iso(6, '23:00')]),
      ),
    );
    expect(bookings.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of bookings)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409, code: 409141 });
  });

  it("cannot be restored from the recycle bin into another rental's time", async () => {
    const first = await book(boss, mobile, [iso(7, '08:00'), iso(7, '20:00')]);
    await boss.call('mobileRentalDelete', { path: { id: first.id } });
    const second = await book(boss, mobile, [iso(7, '10:00'), iso(7, '12:00')]);
    const bin = await boss.call('recycleBin', { query: { entity: 'mobileRental' } });
    const body = {
      ids: bin.records.filter(({ recordId }) => Number(recordId) === first.id).map(({ id }) => id),
    };
    const { restored, failed } = await boss.call('recycleBinRestore', { body });
    expect([restored, failed]).toMatchObject([[], [{ field: '/startsAt' }]]);
    await boss.call('mobileRentalDelete', { path: { id: second.id } });
    expect((await boss.call('recycleBinRestore', { body })).restored).toHaveLength(1);
  });

  it.each([
    ['ends before it begins', { startsAt: iso(8, '08:00'), endsAt: iso(8, '08:00') }, '/endsAt'],
    ['has two prices at once', { periods: [MORNING, MORNING] }, '/periods/1'],
    ['costs less than nothing', { minimumFee: '-1.00' }, '/minimumFee'],
    ['is settled from the start', { state: 'settled' }, '/state'],
  ])('is refused where it %s', async (_, more, field) => {
    const booking = book(boss, mobile, [iso(8, '08:00'), iso(8, '20:00')], more);
    await expect(booking).rejects.toMatchObject({ status: 400, errors: [{ field }] });
  });
});

describe('the bill of a rental', () => {
  let rentalId: number;
  let ids: number[];

  it('counts three uses by their tariff periods', async () => {
    const { id } = await book(boss, mobile, [iso(10, '08:00'), iso(11, '20:00')], { minimumFee: '800.00' });
    rentalId = id;
    const early = boss.call('mobileSessionCreate', { body: { rentalId, startsAt: iso(10, '10:00') } });
    await expect(early).rejects.toMatchObject({ status: 400, errors: [{ field: '/rentalId' }] });
    await move(boss, 'mobileRental', rentalId, 'arrive', { arrivedAt: iso(10, '08:00') });
    // The peak is from 10:00 to 12:00, and after it no period applies.
    await counts([at(10, '09:55'), 1000], [at(10, '10:00'), 1000]);
    await counts([at(10, '10:00'), 1000], [at(10, '12:00'), 1200.125]);
    await counts([at(10, '12:00'), 1200.125], [at(10, '13:00'), 1300.25]);
    // The unit is silent from 21:00 to midnight, after it counted 300 kWh. The use ended at 23:00.
    await counts([at(10, '20:00'), 1300.25], [at(10, '21:00'), 1400.25]);
    // The energies before and after the price change at 12:00 are not whole kilowatt-hours.
    const first = await use(boss, rentalId, [iso(10, '10:00'), iso(10, '13:00')]);
    const offline = await use(boss, rentalId, [iso(10, '20:00'), iso(10, '23:00')]);
    expect(await counted(boss, first)).toMatchObject({
      ...{ readingBefore: 1000, readingAfter: 1300.25, energy: 300.25, fee: '320.25', offline: false },
    });
    // 200.125 × 1.20 = 240.15; 100.125 × 0.80 = 80.10
    expect(await linesOf(first)).toEqual([
      ['peak', 200.125, 1.2, '240.15'],
      [null, 100.125, 0.8, '80.10'],
    ]);
    // No data has arrived since the end of the use.
    expect(await boss.call('mobileSessionGet', { path: { id: offline } })).toMatchObject({
      state: 'finished',
    });
    const leave = move(boss, 'mobileRental', rentalId, 'leave', { returnedAt: iso(11, '20:00') });
    await expect(leave).rejects.toMatchObject({ status: 409 });
    await counts([at(11, '00:00'), 1700.25], [at(11, '07:55'), 1700.25]);
    await counts([at(11, '07:55'), 1700.25], [at(11, '08:00'), 1700.255]);
    await counts([at(11, '08:00'), 1700.255], [at(11, '08:05'), 1700.265]);
    expect(await counted(boss, offline)).toMatchObject({
      ...{ readingBefore: 1300.25, readingAfter: 1700.25, energy: 400, fee: '360.00', offline: true },
    });
    // 100 + 150 kWh of peak, 150 of valley. The use during the silence is spread over 21:00 to 23:00.
    expect(await linesOf(offline)).toEqual([
      ['peak', 250, 1.2, '300.00'],
      ['valley', 150, 0.4, '60.00'],
    ]);
    const small = await use(boss, rentalId, [iso(11, '07:55'), iso(11, '08:05')]);
    expect(await counted(boss, small)).toMatchObject({ energy: 0.015, fee: '0.01', offline: false });
    expect(await linesOf(small)).toEqual([
      ['valley', 0.005, 0.4, '0.00'],
      ['peak', 0.01, 1.2, '0.01'],
    ]);
    ids = [first, offline, small];
  });

  it('adds them up to the minimum, and shows the rest', async () => {
    // 320.25 + 360.00 + 0.01 = 680.26; 700.265 × 0.45 = 315.12
    expect(await rentalOf(rentalId)).toMatchObject({
      ...{ sessions: 3, energy: 700.265, sessionFee: '680.26', topUp: '119.74', total: '800.00' },
      ...{ cost: '315.12', profit: '484.88' },
    });
    const { version } = await rentalOf(rentalId);
    const body = { id: rentalId, version, minimumFee: '500.00' };
    expect(await boss.call('mobileRentalUpdate', { body })).toMatchObject({ topUp: '0.00', total: '680.26' });
  });

  it('is computed again after late readings', async () => {
    const offline = ids[1]!;
    await counts([at(10, '21:00'), 1400.25], [at(10, '22:00'), 1700.25]);
    await counts([at(10, '22:00'), 1700.25], [at(11, '00:00'), 1700.25]);
    await move(boss, 'mobileSession', offline, 'recount');
    // 400 × 1.20
    expect(await counted(boss, offline)).toMatchObject({ fee: '480.00', offline: false });
    expect(await linesOf(offline)).toEqual([['peak', 400, 1.2, '480.00']]);
    expect(await rentalOf(rentalId)).toMatchObject({ sessionFee: '800.26', total: '800.26' });
  });

  it('is settled once, and cannot be changed', async () => {
    await move(boss, 'mobileRental', rentalId, 'leave', { returnedAt: iso(11, '20:00') });
    await move(boss, 'mobileRental', rentalId, 'settle');
    const { version } = await rentalOf(rentalId);
    const body = { id: rentalId, version, minimumFee: '9.00' };
    await expect(boss.call('mobileRentalUpdate', { body })).rejects.toMatchObject({ status: 409 });
  });

  it('has the same figures on the page and in the document', async () => {
    const paper = await boss.request('recordDocument', {
      path: { entity: 'mobileRental', id: rentalId, document: 'mobileBill' },
      query: { lang: 'en' },
    });
    expect(paper.status).toBe(200);
    const { text } = await readPdf(new Uint8Array(await paper.arrayBuffer()));
    for (const amount of ['320.25', '480.00', '800.26', '200.125', '1,700.25'])
      expect(text).toContain(amount);
    const { rows } = await boss.call('recordStatistic', {
      path: { name: 'mobileSessions' },
      query: { by: 'rentalId' },
    });
    expect(rows).toMatchObject([
      { key: { rentalId }, figures: { sessions: 3, energy: 700.265, fee: '800.26', offline: 0 } },
    ]);
  });

  it('is a workbook with uses and their parts on separate sheets, and the same sums', async () => {
    const job = await boss.call('recordExport', {
      path: { entity: 'mobileRental' },
      body: { format: 'xlsx', ids: [rentalId] },
      headers: { 'accept-language': 'en' },
    });
    await awaitJobEnd(boss, job);
    const read = await readXlsx(await jobBytes(boss, job));
    const sheets = Object.fromEntries(read.map(({ sheet, data }) => [sheet, data.slice(1)]));
    expect(Object.keys(sheets)).toEqual([
      ...['Rental of a mobile unit', 'Session of a mobile unit', 'Tariff line of a session', 'Totals'],
    ]);
    const parts = sheets['Tariff line of a session']!.map((row) => row.slice(3));
    expect(parts).toEqual([
      ['Peak', 200.125, 1.2, 'CNY', 240.15],
      [null, 100.125, 0.8, 'CNY', 80.1],
      ['Valley', 0.005, 0.4, 'CNY', 0],
      ['Peak', 0.01, 1.2, 'CNY', 0.01],
      ['Peak', 400, 1.2, 'CNY', 480],
    ]);
    expect(sheets.Totals!.filter(([, field]) => /^(Total|Profit|Fee|Amount)$/.test(String(field)))).toEqual([
      ['Rental of a mobile unit', 'Total', 'CNY', 800.26],
      ['Rental of a mobile unit', 'Profit', 'CNY', 485.14],
      ['Session of a mobile unit', 'Fee', 'CNY', 800.26],
      ['Tariff line of a session', 'Amount', 'CNY', 800.26],
    ]);
  });
});

describe('records of a unit', () => {
  it('are changed and deleted as long as nothing was counted, lines never', async () => {
    const other = await makeMobile(boss, 'MOB3');
    const rental = await book(boss, other, [iso(12, '08:00'), iso(13, '08:00')]);
    await move(boss, 'mobileRental', rental.id, 'arrive', { arrivedAt: iso(12, '08:00') });
    const session = await boss.call('mobileSessionCreate', {
      body: { rentalId: rental.id, startsAt: iso(12, '09:00') },
    });
    const later = { id: session.id, version: session.version, startsAt: iso(12, '09:30') };
    expect(await boss.call('mobileSessionUpdate', { body: later })).toMatchObject({
      startsAt: later.startsAt,
    });
    await expect(boss.call('mobileUnitDelete', { path: { id: other.unit.id } })).rejects.toMatchObject({
      status: 409,
    });
    await boss.call('mobileSessionDelete', { path: { id: session.id } });
    await boss.call('mobileRentalDelete', { path: { id: rental.id } });
    await boss.call('mobileUnitDelete', { path: { id: other.unit.id } });
    const { records } = await boss.call('mobileSessionLinePage', {});
    const line = await boss.call('mobileSessionLineGet', { path: { id: records[0]!.id } });
    expect(line).toMatchObject({ sessionId: records[0]!.sessionId, stationSn: 'MOB1' });
  });
});

describe('a moving unit', () => {
  it('has the position that its device reports, and is charging while it takes power', async () => {
    const { unit, device } = mobile;
    const sendValues = (values: Record<string, number>) =>
      ingestPoints(
        server,
        Object.entries(values).map(([code, value]) => ({
          ...{ tenantId: boss.tenantId, sn: `${device.sn}-${code}`, ts: Date.now(), value },
        })),
      );
    await sendValues({
      soc: 81.26,
      power: -60,
      longitude: 120.712345,
      latitude: 31.3,
      dischargeEnergy: 1700.265,
    });
    const charging = await until(
      () => unitOf(unit.id),
      ({ state }) => state === 'charging',
    );
    expect(charging).toMatchObject({
      soc: 81.3,
      power: -60,
      longitude: 120.71235,
      latitude: 31.3,
      online: true,
    });
    await sendValues({ soc: 82, power: 0 });
    const free = await until(
      () => unitOf(unit.id),
      ({ state, soc }) => state !== 'charging' && soc === 82,
    );
    // An earlier booking still exists.
    expect(free).toMatchObject({ state: 'booked', power: 0 });
  });
});

describe('the rights on mobile units', () => {
  it('keep another tenant out', async () => {
    const path = { id: mobile.unit.id };
    await expect(stranger.call('mobileUnitGet', { path })).rejects.toMatchObject({ status: 404 });
    for (const call of [
      'mobileUnitPage',
      'mobileRentalPage',
      'mobileSessionPage',
      'mobileSessionLinePage',
    ] as const)
      expect((await stranger.call(call, {})).total).toBe(0);
    const { customerId } = await makeMobile(stranger, 'MOB1');
    const booking = book(stranger, { unit: mobile.unit, customerId }, [iso(20, '08:00'), iso(21, '08:00')]);
    await expect(booking).rejects.toMatchObject({ status: 400, errors: [{ field: '/unitId' }] });
  });

  it('are defined by each role', async () => {
    const signIn = async (role: string) =>
      login(server, (await makePerson(server, [boss.tenantId], { role })).username, PASSWORD);
    const rental = await book(boss, mobile, [iso(22, '08:00'), iso(23, '08:00')]);
    const arrived = { arrivedAt: iso(22, '08:00') };
    const [operator, finance, sales] = await Promise.all(['operator', 'finance', 'sales'].map(signIn));
    await expect(move(finance!, 'mobileRental', rental.id, 'arrive', arrived)).rejects.toMatchObject({
      status: 403,
    });
    await expect(move(sales!, 'mobileRental', rental.id, 'arrive', arrived)).rejects.toMatchObject({
      status: 403,
    });
    await move(operator!, 'mobileRental', rental.id, 'arrive', arrived);
    await move(operator!, 'mobileRental', rental.id, 'leave', { returnedAt: iso(23, '08:00') });
    await expect(move(operator!, 'mobileRental', rental.id, 'settle')).rejects.toMatchObject({ status: 403 });
    await move(finance!, 'mobileRental', rental.id, 'settle');
    expect(await rentalOf(rental.id)).toMatchObject({ state: 'settled', total: '500.00' });
  });
});
