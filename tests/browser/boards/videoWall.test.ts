/** S11: a user watches cameras side by side, controls one, stores its picture and confirms its event. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('moves the chosen camera while a button is pressed, stores its picture, confirms its event', async () => {
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { role: 'administrator' });
  const boss = await login(server, username, PASSWORD);
  await makeSite(boss, 'VID');
  const camera = { stationSn: 'VID', protocol: 'simulated' as const };
  const { id } = await boss.call('ipcCreate', { body: { ...camera, name: 'Yard', kind: 'ptz' } });
  await boss.call('ipcCreate', { body: { ...camera, name: 'Gate' } });
  const rtsp = { ...camera, protocol: 'rtsp' as const, name: 'Fence', stream: 'fence' };
  await boss.call('ipcCreate', { body: rtsp });
  const event = { stationSn: 'VID', ipcId: id, kind: 'person' as const, level: 'major' as const };
  const happenedAt = new Date().toISOString();
  await boss.call('ipcEventCreate', { body: { ...event, title: 'Person at the fence', happenedAt } });

  const page = await openPage(server);
  await signIn(page, server, { username, password: PASSWORD }, '/main/ems/map/monitor/video');
  await page.getByText('An RTSP camera needs a restreamer').waitFor();
  await page.getByRole('button', { name: 'Gate', exact: true }).click();
  await page
    .getByRole('region', { name: 'Gate' })
    .getByText('The camera is fixed and cannot be moved')
    .waitFor();
  await page.getByRole('button', { name: 'Person at the fence', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Yard' });
  await panel.getByRole('button', { name: 'Right', exact: true }).focus();
  await page.keyboard.down('Enter');
  const view = panel.getByRole('status');
  await view.waitFor();
  expect((await boss.call('ipcGet', { path: { id } })).moving).toBe('right');
  await page.keyboard.up('Enter');
  await expect.poll(async () => (await boss.call('ipcGet', { path: { id } })).moving ?? null).toBeNull();
  expect(await view.innerText()).toMatch(/^Pan \d+°, tilt 0°, zoom 1\.0×$/);
  await panel.getByRole('button', { name: 'Take a picture' }).click();
  await page.getByText('The picture was saved to the captures').waitFor();
  await page.getByRole('button', { name: 'Confirm “Person at the fence”' }).click();
  await page.getByText('No events to confirm').waitFor();
  await page.getByRole('link', { name: 'All events' }).click();
  await page.getByRole('link', { name: 'Captures' }).click();
  await page.getByText('Yard').first().waitFor();
});
