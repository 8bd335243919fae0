/** Simulated cameras create events now and then, each exactly once. The guard has confirmed those of yesterday. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nextHappening, watchAt } from '../../support/devices/simulatedCameras.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator, makeSite } from '../../support/telemetry/site.ts';

const SEED = 77;
const HOUR = 3_600_000;
let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('an event is created at its time, once, for a camera of the station', async () => {
  const operator = await makeOperator(server);
  await makeSite(operator, 'SIM');
  const at = nextHappening(SEED, Date.now() - 48 * HOUR);
  const site = { tenantId: operator.tenantId, sn: 'SIM', seed: SEED };
  const events = async () => (await operator.call('ipcEventPage', {})).records;
  await watchAt(server, { ...site, now: at + 1 });
  // At that time the station had no camera that could record an event.
  expect(await events()).toEqual([]);

  const camera = { stationSn: 'SIM', protocol: 'simulated' as const, name: 'Gate' };
  const { id } = await operator.call('ipcCreate', { body: camera });
  await watchAt(server, { ...site, now: at - 1 });
  expect(await events()).toEqual([]);
  for (const later of [1, 60_000]) await watchAt(server, { ...site, now: at + later });
  const [event, ...others] = await events();
  expect(others).toEqual([]);
  expect(event).toMatchObject({ ipcId: id, stationSn: 'SIM', state: 'open' });
  expect(Date.parse(event!.happenedAt)).toBe(at);
  // The event has the picture of that moment, which its readers may fetch.
  const [address = ''] = (event!.picture ?? '').split('#');
  const picture = await operator.fetch(address);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);

  // Events are confirmed by a user who has confirmed an event before.
  const own = { ...camera, kind: 'person' as const, level: 'minor' as const, title: 'Fence' };
  const { name: _, protocol: __, ...body } = own;
  const happenedAt = new Date(at).toISOString();
  const made = await operator.call('ipcEventCreate', { body: { ...body, happenedAt } });
  await operator.call('guardEventConfirm', { body: { ids: [made.id] } });
  await watchAt(server, { ...site, now: at + 23 * HOUR });
  const stateOf = async () => (await operator.call('ipcEventGet', { path: { id: event!.id } })).state;
  expect(await stateOf()).toBe('open');
  await watchAt(server, { ...site, now: at + 25 * HOUR });
  expect(await stateOf()).toBe('confirmed');
});
