/** A device whose value names contain units is billed by these values. */
import { expect, it } from 'vitest';
import { serveOperators } from '../../support/calls/operators.ts';
import { makeSite, until } from '../../support/telemetry/site.ts';

const { server, operator } = serveOperators();

const HOUR_MS = 3_600_000;

it("reads a value in kWh if the device's name for it contains kWh", async () => {
  const { station, device } = await makeSite(operator, 'UNITS');
  const stationSn = station.sn!;
  await operator.call('electricityPriceAdd', {
    body: { stationSn, chargeType: 'energy', currency: 'EUR', effectiveFrom: '2026-03-01', price: 0.3 },
  });
  const first = Date.parse('2026-03-17T10:00:00Z');
  const readings = [1000, 1012, 1024].map((value, hour) => ({
    ts: first + hour * HOUR_MS,
    values: { import_total_kWh: value },
  }));
  const sent = await fetch(`${server.url}/api/v1/${device.token}/telemetry`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify(readings),
  });
  expect(sent.status).toBe(200);
  const sns = [`${device.sn}-import_total_kWh`];
  const readCharge = () =>
    operator.call('electricityCharge', {
      body: { stationSn, sns, from: '2026-03-17T09:00:00Z', to: '2026-03-17T13:00:00Z' },
    });
  await until(
    () => readCharge().catch(() => null),
    (answer) => answer?.energy === 24,
  );
  expect(await readCharge()).toMatchObject({ energy: 24, cost: '7.20' });
});
