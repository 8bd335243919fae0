/** Tables and files show the measured points behind a curve. */
import { expect, it } from 'vitest';
import type { components } from '../../../generated/api.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { makeSite, send } from '../../support/telemetry/site.ts';

type HistorySeries = components['schemas']['HistorySeries'];

const { server, operator } = serveOperators();

const MINUTE_MS = 60_000;
const COUNT = 300;
const BAD_AT = 7;

it('are returned as measured, each variable up to a limit, with a mark if there are more', async () => {
  const { station, device, variable } = await makeSite(operator);
  const twice = await operator.call('deviceVariableCreate', {
    body: {
      ...{ deviceSn: device.sn, code: 'twice', name: 'Twice', unit: 'kW', dataType: 'number', kind: 'gauge' },
      formula: `[${variable.sn}] * 2`,
    },
  });
  const end = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const from = end - COUNT * MINUTE_MS;
  const points = Array.from({ length: COUNT }, (_, at) => ({
    ts: from + at * MINUTE_MS,
    values: { power: at },
    ...(at === BAD_AT && { quality: 2 }),
  }));
  expect((await send(server.url, device, points)).status).toBe(200);
  const readMeasured = async (maxPoints: number, measured?: boolean): Promise<HistorySeries[]> => {
    const window = { from: new Date(from).toISOString(), to: new Date(end).toISOString() };
    const sns = [variable.sn!, twice.sn!];
    const need = {
      key: 'h',
      kind: 'history' as const,
      sns,
      maxPoints,
      ...window,
      ...(measured && { measured }),
    };
    const { results } = await operator.call('boardQuery', { body: { stationSn: station.sn, needs: [need] } });
    return results[0]?.data as HistorySeries[];
  };
  const [own, formula] = await readMeasured(1000, true);
  expect(own?.points).toHaveLength(COUNT - 1);
  expect(own?.points.slice(BAD_AT - 1, BAD_AT + 1)).toEqual([
    [from + (BAD_AT - 1) * MINUTE_MS, BAD_AT - 1],
    [from + (BAD_AT + 1) * MINUTE_MS, BAD_AT + 1],
  ]);
  expect([own?.more, formula?.more]).toEqual([false, false]);
  expect(formula?.points).toEqual(own?.points.map(([ts, value]) => [ts, value! * 2]));
  const first = await readMeasured(100, true);
  expect(first.map(({ more }) => more)).toEqual([true, true]);
  expect(first[0]?.points).toHaveLength(100);
  // The number of inputs that a formula needs is only estimated, so its result may have fewer points than
  // requested. It contains the first points.
  const calculated = first[1]?.points ?? [];
  expect(calculated.length).toBeGreaterThan(50);
  expect(calculated.length).toBeLessThanOrEqual(100);
  expect(calculated).toEqual(formula?.points.slice(0, calculated.length));
  expect(first[0]?.points).toEqual(own?.points.slice(0, 100));
  // For comparison: a drawn curve has only the extremes of each part.
  expect((await readMeasured(100))[0]?.points).not.toEqual(first[0]?.points);
});
