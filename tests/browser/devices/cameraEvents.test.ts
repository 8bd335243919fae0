/** S11: an event of a camera has its picture, and a link leads from the diagram to the camera of the event. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { nextHappening, watchAt } from '../../support/devices/simulatedCameras.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

const SEED = 77;
const HOUR = 3_600_000;
let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('is shown with its picture in the list, on its record and below the diagram, and links to its camera', async () => {
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, username, PASSWORD);
  await makeSite(boss, 'FENCE');
  const camera = { stationSn: 'FENCE', protocol: 'simulated' as const };
  // The camera of the event is not on the first page of the wall.
  for (const name of ['North', 'East', 'South', 'West', 'Gate'])
    await boss.call('ipcCreate', { body: { ...camera, name } });
  const symbol = { x: 0, y: 0, turn: 0, closedValue: 1 };
  await boss.call('deviceDiagramSave', {
    body: {
      stationSn: 'FENCE',
      name: 'Plan',
      symbols: [{ ...symbol, key: 'grid', kind: 'grid' as const, name: 'Grid' }],
      wires: [],
    },
  });
  const at = nextHappening(SEED, Date.now() - 12 * HOUR);
  await watchAt(server, { tenantId: tenant, sn: 'FENCE', seed: SEED, now: at + 1 });
  const [event] = (await boss.call('ipcEventPage', {})).records;
  const cameras = (await boss.call('ipcPage', {})).records;
  const gate = cameras.find(({ name }) => name === 'Gate')!;
  await boss.call('ipcEventUpdate', { body: { id: event!.id, version: event!.version, ipcId: gate.id } });

  const page = await openPage(server);
  const account = { username, password: PASSWORD };
  await signIn(page, server, account, '/main/ems/map/securityManage/events');
  const title = String(event!.title);
  const picture = page.getByRole('row', { name: new RegExp(title) }).getByRole('img');
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(320);
  await keepPicture(page, 'events-list');
  await page.goto(`/main/ems/map/securityManage/events/${event!.id}`);
  await page.getByRole('heading', { name: title }).first().waitFor();
  await page.getByRole('main').getByRole('img', { name: 'Picture' }).waitFor();
  await keepPicture(page, 'events-record');

  await page.goto('/main/ems/map/monitor/topology?station=FENCE');
  await page.getByRole('region', { name: 'Events to confirm' }).waitFor();
  await keepPicture(page, 'events-diagram');
  const events = page.getByRole('region', { name: 'Events to confirm' });
  await events.getByRole('link', { name: /Show/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('img', { name: /\.png$/ })
    .waitFor();
  await page.keyboard.press('Escape');
  await events.getByRole('button', { name: title, exact: true }).click();
  await page.getByRole('region', { name: 'Gate' }).waitFor();
  await page.getByRole('button', { name: 'Gate', exact: true, pressed: true }).waitFor();
});
