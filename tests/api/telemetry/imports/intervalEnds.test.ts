/** Some devices use the end of an interval as its timestamp. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statisticOf } from '../../../support/calls/inside.ts';
import { sharedServer, type TestServer } from '../../../support/server/server.ts';
import { makeOperator } from '../../../support/telemetry/site.ts';
import { seedSite, sendTelemetry } from '../../../support/telemetry/telemetry.ts';

let server: TestServer;
let operator: Awaited<ReturnType<typeof makeOperator>>;

beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  await seedSite(server, {
    ...{ tenantId: operator.tenantId, station: 'ENDS', zone: 'Europe/Berlin', device: 'EM', token: 'ends' },
    variables: [
      { code: 'energy', kind: 'interval', unit: 'kWh' },
      { code: 'reading', kind: 'counter', unit: 'kWh' },
    ],
  });
});
afterAll(() => server?.stop());

const at = (text: string) => Date.parse(text);
const daysOf = async (sn: string, method: 'SUM' | 'DIFF') => {
  const [series] = await statisticOf(server, [sn], {
    ...{ tenantId: operator.tenantId, method, bucket: 'day', zone: 'Europe/Berlin' },
    ...{ from: at('2026-01-01T00:00+01:00'), to: at('2026-01-03T00:00+01:00') },
  });
  return series!.cells.map(({ value }) => value);
};

it('report amounts and counter steps of the interval before', async () => {
  const device = await operator.call('deviceBySn', { path: { id: 'EM' } });
  const { sn, name, stationSn, type, id, version } = device;
  await operator.call('deviceUpdate', {
    body: { sn, name, stationSn, type, id, version, intervalEnds: 900 },
  });
  const send = (time: string, values: object) => sendTelemetry(server.url, 'ends', { ts: at(time), values });
  for (const [time, energy, reading] of [
    ['2026-01-01T00:00+01:00', 100, 10],
    ['2026-01-01T00:15+01:00', 1, 11],
    ['2026-01-02T00:00+01:00', 7, 18],
    ['2026-01-02T00:15+01:00', 2, 20],
  ] as const)
    expect((await send(time, { energy, reading })).status).toBe(200);
  expect(await daysOf('EM-energy', 'SUM')).toEqual([8, 2]);
  expect(await daysOf('EM-reading', 'DIFF')).toEqual([8, 2]);
});
