/** The days of a leave are computed from its dates, so users need not count them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { changeRows } from '../../support/calls/world.ts';
import { makeDept, makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

const LEAVE = '/main/apply/leave';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('are shown while the dates are entered, and stored', async () => {
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { permissions: ['leave:*'] });
  const client = await login(server, username, PASSWORD);
  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, { username, password: PASSWORD }, LEAVE);
  await page.getByRole('button', { name: 'New leave application' }).first().click();
  await page.getByRole('textbox', { name: 'Subject' }).fill('Harvest');
  await page.getByRole('combobox', { name: 'Leave type' }).click();
  await page.getByTitle('Sick leave', { exact: true }).last().click();
  for (const [name, day] of [
    ['From', '2026-12-01'],
    ['To', '2026-12-04'],
  ] as const) {
    await page.getByRole('textbox', { name, exact: true }).fill(day);
    await page.keyboard.press('Tab');
  }
  const dialog = page.getByRole('dialog');
  await dialog.getByText('4 days', { exact: true }).waitFor();
  await page.getByRole('switch', { name: 'First day from noon' }).click();
  await dialog.getByText('3.5 days', { exact: true }).waitFor();
  await keepPicture(page, 'leave-days');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await client.call('leavePage')).records[0]).toMatchObject({ days: 3.5 });
});

it('of a new policy are previewed before it is in force', async () => {
  const tenant = await makeTenant(server);
  const { username, userId } = await makePerson(server, [tenant], { permissions: ['*'] });
  await changeRows(
    server,
    'user',
    { id: userId },
    { join_date: '2020-03-01', first_work_date: '2010-03-01' },
  );
  const client = await login(server, username, PASSWORD);
  const rules = { type: 'annual', given: 'yearly', unit: 'halfDay', counts: 'work', paid: 100 } as const;
  const from = `${new Date(Date.now()).getUTCFullYear()}-01-01`;
  const more = await client.call('vacationCreate', {
    body: { ...rules, name: 'More days', from, tiers: [{ years: 0, amount: 20 }] },
  });
  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, { username, password: PASSWORD }, `/main/operation/vacation/${more.id}`);
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('columnheader', { name: 'Afterwards' }).waitFor();
  await dialog.getByRole('row').filter({ hasText: '20' }).waitFor();
  await keepPicture(page, 'policy-foreseen');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect
    .poll(async () => (await client.call('vacationGet', { path: { id: more.id } })).status)
    .toBe('inForce');
});

it('of everyone are in a calendar with days off, pending ones hatched, and the number of absentees', async () => {
  const tenant = await makeTenant(server);
  const office = await makePerson(server, [tenant], { permissions: ['*'] });
  const client = await login(server, office.username, PASSWORD);
  const { records } = await client.call('workCalendarPage', { query: { size: 1 } });
  const { id, version } = records[0]!;
  const at = (day: number) => dayAfter(new Date().toISOString().slice(0, 8).concat('01'), day - 1);
  await client.call('workCalendarUpdate', {
    body: { id, version, weekend: [], days: [{ day: at(10), kind: 'holiday', name: 'Harvest day' }] },
  });
  const substitute = await makePerson(server, [tenant], { name: 'Sub Stitute', permissions: [] });
  for (const name of ['Ann Away', 'Ben Away']) {
    const who = await makePerson(server, [tenant], { name, permissions: ['leave:*@own'] });
    await makeDept(server, tenant, office.userId, [who.userId]);
    const own = await login(server, who.username, PASSWORD);
    const leave = await own.call('leaveCreate', {
      body: {
        ...{ subject: name, type: 'sick', startDate: at(11), endDate: at(12) },
        substituteId: substitute.userId,
      },
    });
    await own.call('recordSubmit', {
      path: { entity: 'leave', id: leave.id },
      body: { version: leave.version },
    });
  }
  const page = await openPage(server, { lang: 'en' });
  const { username } = office;
  await signIn(page, server, { username, password: PASSWORD }, '/main/apply/leave/calendar');
  const bar = page.getByTitle(/^Morning.*Pending.*Substitute: Sub Stitute$/s).first();
  await bar.waitFor();
  expect(await bar.getAttribute('data-hatched')).toBe('true');
  await page.getByTitle('Harvest day · Public holiday').waitFor();
  await page.getByText('People away').locator('..').getByText('2', { exact: true }).first().waitFor();
  await keepPicture(page, 'leave-calendar');
  await page.getByRole('button', { name: 'Print' }).click();
  const paper = page.getByRole('dialog');
  await paper.getByRole('img', { name: 'Morning · Pending' }).first().waitFor();
  const foot = paper.getByRole('row', { name: /^People away/ });
  expect(await foot.getByRole('cell', { name: '2', exact: true }).count()).toBe(2);
  await keepPicture(page, 'leave-paper');
  await paper.press('Escape');
  await page.getByTitle('Calendar', { exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: 'Harvest day · Public holiday' }).waitFor();
  await keepPicture(page, 'leave-month');
});
