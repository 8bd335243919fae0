/** S12: a user controls a robot at its console, and plans its missions in the calendar. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import texts from '../../../pages/robots/texts.json' with { type: 'json' };
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { offer } from '../../support/browser/options.ts';
import type { Client } from '../../support/calls/client.ts';
import { type ConnectedRobot, connectRobot, type MadeRobot, makeRobot } from '../../support/devices/robot.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { until } from '../../support/telemetry/site.ts';

let server: TestServer;
let boss: Client;
let account: { username: string; password: string };
let made: MadeRobot;
let device: ConnectedRobot;

const MINUTE_MS = 60_000;
const CONSOLE = '/main/ems/map/robot/console';
const fromNow = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

beforeAll(async () => {
  server = await sharedServer();
  const tenantId = await makeTenant(server);
  const { username } = await makePerson(server, [tenantId], { role: 'administrator' });
  account = { username, password: PASSWORD };
  boss = await login(server, username, PASSWORD);
  made = await makeRobot(boss);
  device = await connectRobot(server, made);
});
afterAll(async () => {
  await device?.end();
  await server?.stop();
});

it('is driven, paused and sent home at its console', async () => {
  const body = { name: 'Day round', robotId: made.robot.id, startsAt: fromNow(-1), endsAt: fromNow(60) };
  const { id } = await boss.call('robotMissionCreate', { body });
  await until(
    async () => device.state(),
    ({ mission }) => mission === id,
  );
  await device.pass(10_000);
  const page = await openPage(server);
  await signIn(page, server, account, CONSOLE);
  const mission = page.getByRole('region', { name: 'Current mission' });
  await mission.getByText('1 of 3 points read').waitFor();
  await page.getByRole('img', { name: /Robot at \d/ }).waitFor();
  await mission.getByRole('button', { name: 'Pause' }).click();
  await mission.getByText('By a user').waitFor();
  await until(
    async () => device.state(),
    ({ mode }) => mode === 'paused',
  );
  await keepPicture(page, 'robot-console');
  await mission.getByRole('button', { name: 'Resume' }).click();
  await until(
    async () => device.state(),
    ({ mode }) => mode === 'driving',
  );
  await device.pass(2 * MINUTE_MS);
  await mission.getByText(texts['robot.noMission'].en).waitFor();
  const robot = page.getByRole('region', { name: 'Robot', exact: true });
  await robot.getByRole('button', { name: 'Drive to a point' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Point', exact: true }).click();
  await offer(page, 'Gate').first().click();
  await dialog.getByRole('button', { name: 'Drive to a point' }).click();
  await until(
    async () => device.state(),
    ({ mode, mission: driven }) => mode === 'driving' && driven === 0,
  );
  await device.pass(MINUTE_MS);
  await page.getByRole('img', { name: 'Robot at 4.0 m, 4.0 m' }).waitFor();
  const commands = page.getByRole('region', { name: 'Last commands' });
  await commands.getByText('Drive to a point').waitFor();
});

it('shows its missions in the calendar, and refuses an overlap', async () => {
  const page = await openPage(server);
  await signIn(page, server, account, '/main/ems/map/robot/task');
  await page.getByText('Day round').first().waitFor();
  await keepPicture(page, 'robot-calendar');
  await page.getByRole('button', { name: 'New mission' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Night round');
  await form.getByRole('combobox', { name: 'Robot', exact: true }).click();
  await offer(page, 'Robot').first().click();
  const fill = async (name: string, minutes: number) => {
    // The browser of the tests is in UTC.
    const at = fromNow(minutes).slice(0, 19).replace('T', ' ');
    await form.getByRole('textbox', { name, exact: true }).fill(at);
    await page.keyboard.press('Tab');
  };
  await fill('From', 5);
  await fill('To', 30);
  // The form shows the conflict before anything is saved.
  await form.getByText(/The robot already has the mission “Day round”:/).waitFor();
});

it.each([
  { lang: 'zh', theme: 'dark', width: 1440 },
  { lang: 'zh', theme: 'default', width: 390 },
] as const)('fits $width pixels in $lang', async (options) => {
  const page = await openPage(server, options);
  await signIn(page, server, account, CONSOLE);
  await page.getByRole('region', { name: texts['robot.commands'].zh }).waitFor();
  await page.getByRole('region', { name: texts['robot.mission'].zh }).waitFor();
  await keepPicture(page, `robot-${options.lang}-${options.theme}-${options.width}`);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isWide).toBe(false);
});
