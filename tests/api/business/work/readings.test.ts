/** S3: items of an inspection take the last known values of the inspected device, each with its time. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import type { Client } from '../../../support/calls/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../../../support/people/people.ts';
import { fillItems, moveTemplate, readInspection } from '../../../support/records/inspections.ts';
import { login, sharedServer, type TestServer } from '../../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite, type Site, send } from '../../../support/telemetry/site.ts';

let server: TestServer;
let boss: Client & { tenantId: number };
let site: Site;

beforeAll(async () => {
  server = await sharedServer();
  boss = await makeOperator(server);
  site = await makeSite(boss);
});
afterAll(() => server?.stop());

it('are returned by the keys of the variables, with unit and time', async () => {
  const ts = Date.now() - 600_000;
  await send(server.url, site.device, { ts, values: { power: 21.5 } });
  const query = { deviceSn: site.device.sn!, codes: 'power,unknown' };
  const readings = await boss.call('deviceReadings', { query });
  expect(readings).toMatchObject([{ code: 'power', value: 21.5, takenAt: new Date(ts).toISOString() }]);
});

it('are refused to users of other tenants, and without the permission for variables', async () => {
  const query = { deviceSn: site.device.sn!, codes: 'power' };
  const { username } = await makePerson(server, [await makeTenant(server)], { permissions: ['*'] });
  const stranger = await login(server, username, PASSWORD);
  expect(await stranger.call('deviceReadings', { query })).toEqual([]);
  const bare = await joinTenant(server, boss.tenantId, ['inspection:*']);
  expect((await ask(bare, 'deviceReadings', { query })).status).toBe(403);
});

it('have their key from the template, and the time of the value', async () => {
  const { id } = await boss.call('inspectionTemplateCreate', {
    body: { name: 'Measured', items: [{ name: 'Power', kind: 'number', code: 'power', upper: 30 }] },
  });
  await moveTemplate(boss, id, 'release');
  const made = await boss.call('inspectionCreate', {
    body: { name: 'Round', templateId: id, stationSn: site.station.sn!, deviceSn: site.device.sn! },
  });
  const [item] = (await readInspection(boss, made.id)).items!;
  expect(item).toMatchObject({ code: 'power', value: null, takenAt: null });
  const takenAt = '2027-01-01T08:00:00.000Z';
  await fillItems(boss, made.id, [{ value: 21.5, takenAt }]);
  const [filled] = (await readInspection(boss, made.id)).items!;
  expect(filled).toMatchObject({ value: 21.5, takenAt, verdict: 'normal' });
});
