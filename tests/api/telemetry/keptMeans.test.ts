/** Means of ten minutes are stored up to the last ended hour, and computed again only where points arrived since. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { ingestPoints } from '../../support/calls/inside.ts';
import { sealDay } from '../../support/calls/insideStorage.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { forgeMeans, forgetMeans, idOf, meansAt, storeRowMeans } from '../../support/telemetry/keptMeans.ts';
import { makeOperator } from '../../support/telemetry/site.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SLOT = 10 * MINUTE;
const DAY = Date.UTC(2026, 8, 1);
const FORGED = 99;

let server: TestServer;
let operator: Client & { tenantId: number };

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

/** Creates a variable in a new tenant. Its value is 1 in the middle of each ten minutes of a day's first hours. */
async function makeVariable(code: string): Promise<{ tenantId: number; sn: string; from: number }> {
  operator = await makeOperator(server);
  await operator.call('stationCreate', { body: { sn: 'KM', name: 'Means', timeZone: 'Asia/Kolkata' } });
  await operator.call('deviceCreate', {
    body: { sn: 'KM-A', name: 'Analyser', stationSn: 'KM', type: 'meter' },
  });
  await operator.call('deviceVariableCreate', {
    body: { deviceSn: 'KM-A', code, name: code, unit: '%', dataType: 'number', kind: 'gauge' },
  });
  return { tenantId: operator.tenantId, sn: `KM-A-${code}`, from: DAY };
}

const hoursOf = (sn: string, first: number, last: number, value = 1) =>
  Array.from({ length: (last - first) * 6 }, (_, at) => ({
    ...{ tenantId: operator.tenantId, sn, value },
    ts: DAY + first * HOUR + at * SLOT + SLOT / 2,
  }));

it('the current day is stored up to its last full hour, and the rest is added', async () => {
  const variable = await makeVariable('thdUA');
  await ingestPoints(server, hoursOf(variable.sn, 0, 3.5));
  const read = (now: number) => meansAt(server, { ...variable, now });
  // At ten past three, the hour from two o'clock may not have ended on a clock that is half an hour off.
  expect(await read(DAY + 3 * HOUR + 10 * MINUTE)).toHaveLength(19);
  expect(await forgeMeans(server, operator.tenantId, FORGED)).toEqual([12]);
  const later = await read(DAY + 3 * HOUR + 40 * MINUTE);
  expect(later).toEqual([...Array(12).fill(FORGED), ...Array(9).fill(1), NaN]);

  await ingestPoints(server, hoursOf(variable.sn, 3.5, 5, 2));
  const added = await read(DAY + 5 * HOUR + 40 * MINUTE);
  expect(added.slice(0, 30)).toEqual([...Array(12).fill(FORGED), ...Array(9).fill(1), ...Array(9).fill(2)]);
  expect(await forgeMeans(server, operator.tenantId, FORGED)).toEqual([30]);

  // A late point in an hour with stored means causes the day to be computed again.
  await ingestPoints(server, [
    { tenantId: operator.tenantId, sn: variable.sn, ts: DAY + SLOT / 2, value: 7 },
  ]);
  const anew = await read(DAY + 5 * HOUR + 40 * MINUTE);
  expect(anew.slice(0, 3)).toEqual([7, 1, 1]);
  const whole = await read(DAY + 24 * HOUR + 40 * MINUTE);
  expect(whole.slice(0, 3)).toEqual([7, 1, 1]);
  expect(await forgeMeans(server, operator.tenantId, FORGED)).toEqual([144]);
});

it('a correction that keeps the sum and the number of points of its hour is noticed', async () => {
  const variable = await makeVariable('thdUB');
  await ingestPoints(server, hoursOf(variable.sn, 0, 3));
  const read = () => meansAt(server, { ...variable, now: DAY + 25 * HOUR });
  await read();
  const at = (slot: number, value: number) => ({
    ...{ tenantId: operator.tenantId, sn: variable.sn, value },
    ts: DAY + slot * SLOT + SLOT / 2,
  });
  await ingestPoints(server, [at(7, 14), at(8, -12)]);
  expect((await read()).slice(6, 12)).toEqual([1, 14, -12, 1, 1, 1]);
});

it('a day has the same means from rows, from packed points, and from both', async () => {
  const variable = await makeVariable('thdUB');
  const { tenantId, sn } = variable;
  await ingestPoints(server, hoursOf(sn, 0, 4, 5));
  const bad = { tenantId, sn, value: 500, quality: 2 };
  await ingestPoints(server, [{ ...bad, ts: DAY + SLOT / 2 + 1 }]);
  const read = async () => {
    await forgetMeans(server, tenantId);
    return meansAt(server, { ...variable, now: DAY + 25 * HOUR });
  };
  const ofRows = await read();
  expect(ofRows.slice(0, 25)).toEqual([...Array(24).fill(5), NaN]);
  const day = new Date(DAY).toISOString().slice(0, 10);
  expect(await sealDay(server, { tenant: tenantId, variable: await idOf(server, tenantId, sn), day })).toBe(
    25,
  );
  expect(await read()).toEqual(ofRows);

  // Corrects a point of the packed day, and adds another point.
  await ingestPoints(server, [{ tenantId, sn, ts: DAY + SLOT / 2, value: 8 }]);
  await ingestPoints(server, [{ tenantId, sn, ts: DAY + 4 * HOUR - SLOT / 2 - 1, value: 6 }]);
  const ofBoth = await read();
  // These ten minutes have two points, the others of this hour only one.
  expect(ofBoth.slice(0, 25)).toEqual([8, ...Array(22).fill(5), 5.5, NaN]);
});

it('a round of the job stores ended hours only', async () => {
  const variable = await makeVariable('thdUC');
  await ingestPoints(server, hoursOf(variable.sn, 0, 3.5));
  await storeRowMeans(server, 2, DAY + 3 * HOUR + 40 * MINUTE);
  // On a clock that is half an hour off, the first of these hours begins on the day before.
  expect((await forgeMeans(server, variable.tenantId, FORGED)).sort()).toEqual([144, 18]);
  expect(await meansAt(server, { ...variable, now: DAY + 3 * HOUR + 40 * MINUTE })).toEqual([
    ...Array(18).fill(FORGED),
    ...Array(3).fill(1),
    NaN,
  ]);
});

it('the job stores only the means that power quality needs', async () => {
  const { tenantId, sn } = await makeVariable('uAh5');
  await operator.call('deviceVariableCreate', {
    body: { deviceSn: 'KM-A', code: 'power', name: 'power', unit: 'kW', dataType: 'number', kind: 'gauge' },
  });
  const yesterday = (Math.floor(Date.now() / (24 * HOUR)) - 1) * 24 * HOUR + SLOT / 2;
  for (const one of [sn, 'KM-A-power'])
    await ingestPoints(server, [{ tenantId, sn: one, ts: yesterday, value: 3 }]);
  await storeRowMeans(server, 2);
  const slots = await forgeMeans(server, tenantId, FORGED);
  expect(slots.length).toBeGreaterThan(0);
  expect(slots.length).toBeLessThanOrEqual(2);
  const means = await meansAt(server, { tenantId, sn, from: yesterday - SLOT / 2, now: Date.now() });
  expect(means[0]).toBe(FORGED);
  const power = await meansAt(server, {
    ...{ tenantId, sn: 'KM-A-power', from: yesterday - SLOT / 2 },
    now: Date.now(),
  });
  expect(power[0]).toBe(3);
});
