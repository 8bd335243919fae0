import { expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { joinTenant, makeSite } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

it('without a source nothing is requested, and the answer says so', async () => {
  const { station } = await makeSite(operator);
  const query = { stationSn: station.sn };
  expect((await operator.call('weatherForecast', { query })).state).toBe('noPlace');
  const { id, version } = station;
  await operator.call('stationUpdate', {
    path: { id },
    body: { id, version, longitude: 120.7, latitude: 31.3 },
  });
  expect(await operator.call('weatherForecast', { query })).toEqual({
    state: 'noSource',
    source: null,
    at: null,
    now: null,
    days: [],
  });
});

it('the weather of a station is visible to users who may see the station', async () => {
  const { station } = await makeSite(operator);
  const query = { stationSn: station.sn };
  expect((await ask(stranger, 'weatherForecast', { query })).status).toBe(404);
  const reader = await joinTenant(server, operator.tenantId, ['alarm:list']);
  expect((await ask(reader, 'weatherForecast', { query })).status).toBe(403);
});
