import { expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { joinTenant, makeSite, send } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A full hour, six hours ago. */
const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 6 * HOUR_MS;
const iso = (ms: number) => new Date(START + ms).toISOString();

/** Creates a fan that stops and starts, a mode with named values, and a power that always changes. */
async function makeSignals() {
  const { station, device } = await makeSite(operator);
  const variable = { deviceSn: device.sn, kind: 'gauge' };
  await operator.call('deviceVariableCreate', {
    body: { ...variable, code: 'fan', name: 'Fan', dataType: 'boolean' },
  });
  const states = [
    { value: 0, name: 'idle' },
    { value: 2, name: 'charging' },
  ];
  await operator.call('deviceVariableCreate', {
    body: { ...variable, code: 'mode', name: 'Mode', dataType: 'number', states },
  });
  const points: [number, Record<string, unknown>][] = [
    [0, { fan: false, mode: 0, power: 1 }],
    [10 * MINUTE_MS + 7_000, { fan: true, mode: 0, power: 2 }],
    [50 * MINUTE_MS, { fan: true, mode: 0, power: 3 }],
    [HOUR_MS + MINUTE_MS, { fan: true, mode: 0, power: 4 }],
    [2 * HOUR_MS, { fan: true, mode: 2, power: 5 }],
    [4 * HOUR_MS, { fan: true, mode: 2, power: 6 }],
    [4 * HOUR_MS + 5_000, { fan: false, mode: 2, power: 7 }],
  ];
  // The last point is sent separately, because it is not rolled up on arrival.
  for (const part of [points.slice(0, -1), points.slice(-1)])
    await send(
      server.url,
      device,
      part.map(([ms, values]) => ({ ts: START + ms, values })),
    );
  return { stationSn: station.sn, sn: (code: string) => `${device.sn}-${code}` };
}

it('changes of digital signals are returned with exact times, newest first, without repetitions', async () => {
  const { stationSn, sn } = await makeSignals();
  const query = { stationSn, from: iso(0), to: iso(6 * HOUR_MS) };
  const { signals, changes, more } = await operator.call('signalChanges', { query });
  expect(signals.map((signal) => signal.sn)).toEqual([sn('fan'), sn('mode')]);
  expect(changes).toEqual([
    { sn: sn('fan'), ts: iso(4 * HOUR_MS + 5_000), from: 1, to: 0 },
    { sn: sn('mode'), ts: iso(2 * HOUR_MS), from: 0, to: 2 },
    { sn: sn('fan'), ts: iso(10 * MINUTE_MS + 7_000), from: 0, to: 1 },
  ]);
  expect(more).toBe(false);
  const first = await operator.call('signalChanges', { query: { ...query, size: 1 } });
  expect([first.changes.length, first.more]).toEqual([1, true]);
});

it.each([
  ['in the middle of an hour', 20 * MINUTE_MS, [4 * HOUR_MS + 5_000, 2 * HOUR_MS]],
  ['after hours in which nothing moved', 4 * HOUR_MS, [4 * HOUR_MS + 5_000]],
  ['at the change itself', 2 * HOUR_MS, [4 * HOUR_MS + 5_000, 2 * HOUR_MS]],
])('a range that begins %s knows what was before it', async (_name, from, times) => {
  const { stationSn } = await makeSignals();
  const query = { stationSn, from: iso(from), to: iso(6 * HOUR_MS) };
  const { changes } = await operator.call('signalChanges', { query });
  expect(changes.map(({ ts }) => ts)).toEqual(times.map(iso));
});

it('only signals of the station are returned, to users who may see its variables', async () => {
  const { stationSn, sn } = await makeSignals();
  const other = await makeSignals();
  const range = { from: iso(0), to: iso(6 * HOUR_MS) };
  const sns = [sn('power'), other.sn('fan')].join(',');
  const { signals } = await operator.call('signalChanges', { query: { stationSn, sns, ...range } });
  expect(signals.map((signal) => signal.sn)).toEqual([sn('power')]);
  const query = { stationSn, ...range };
  expect((await ask(stranger, 'signalChanges', { query })).status).toBe(404);
  const reader = await joinTenant(server, operator.tenantId, ['station:*']);
  expect((await ask(reader, 'signalChanges', { query })).status).toBe(403);
  expect((await ask(operator, 'signalChanges', { query: { ...query, to: query.from } })).status).toBe(400);
});
