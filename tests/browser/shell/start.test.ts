/**
 * After sign-in, users find the energy of their stations and their pending work. On a phone, the most used
 * places are within reach of the thumb.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages } from '../../../generated/pages.ts';
import { fillLogin, openPage, signIn } from '../../support/browser/browser.ts';
import { DESK, PHONE } from '../../support/browser/tab.ts';
import { makeDept, makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, send, until } from '../../support/telemetry/site.ts';

let server: TestServer;
let tenant: number;
beforeAll(async () => {
  server = await startServer();
  tenant = await makeTenant(server);
});
afterAll(() => server?.stop());

const card = (page: Awaited<ReturnType<typeof openPage>>, name: string) =>
  page.getByRole('main').getByRole('region', { name, exact: true });

describe('after signing in', () => {
  it('lists the pending work of this person, with links', async () => {
    const manager = await makePerson(server, [tenant], { role: 'sales', name: 'Mia Manager' });
    const clerk = await makePerson(server, [tenant], { permissions: ['leave:*@own'] });
    await makeDept(server, tenant, manager.userId, [clerk.userId]);
    const client = await login(server, clerk.username, PASSWORD);
    const { id, version } = await client.call('leaveCreate', {
      body: {
        subject: 'Two days by the sea',
        type: 'sick',
        startDate: '2026-12-01',
        endDate: '2026-12-02',
      },
    });
    await client.call('recordSubmit', { path: { entity: 'leave', id }, body: { version } });

    const page = await openPage(server, { lang: 'en' });
    await page.goto('/');
    await fillLogin(page, manager.username, PASSWORD);
    await page.waitForURL('**/main/start');
    await page.getByRole('heading', { name: /Mia Manager/ }).waitFor();
    await card(page, 'Approvals to decide').getByRole('link', { name: 'Two days by the sea' }).click();
    await page.waitForURL('**/main/apply?request=*');
  });

  it('shows only permitted content, and says if nothing is pending', async () => {
    const { username } = await makePerson(server, [tenant], { permissions: ['customer:list'] });
    const page = await openPage(server, { lang: 'en' });
    await signIn(page, server, { username, password: PASSWORD });
    await page.getByText('No tasks, approvals or unread messages.').waitFor();
    for (const name of ['Current energy', 'Map of stations', 'Open alarms', 'Boards', 'First steps'])
      expect(await card(page, name).count()).toBe(0);
  });

  it('returns to pages that were opened on another device', async () => {
    const { username } = await makePerson(server, [tenant], { role: 'sales' });
    const client = await login(server, username, PASSWORD);
    const { id } = await client.call('customerCreate', { body: { name: 'Harbour Works' } });
    const page = await openPage(server, { lang: 'en' });
    const saved = page.waitForResponse(
      (response) => response.url().includes('/preference/recent') && response.request().method() === 'PUT',
    );
    await signIn(page, server, { username, password: PASSWORD }, `/main/appliance/customer/${id}`);
    await saved;
    const other = await openPage(server, { lang: 'en' });
    await signIn(other, server, { username, password: PASSWORD });
    await card(other, 'Recently opened').getByRole('link', { name: 'Harbour Works' }).click();
    await other.waitForURL(`**/main/appliance/customer/${id}`);
  });
});

describe('a user of stations', () => {
  it.each([
    ['desk', DESK],
    ['phone', PHONE],
  ] as const)('finds the energy before the tasks (%s)', async (_frame, size) => {
    const own = await makeTenant(server);
    const { username } = await makePerson(server, [own], { permissions: ['*'] });
    const client = await login(server, username, PASSWORD);
    const { station } = await makeSite(client);
    const device = await client.call('deviceCreate', {
      body: { sn: `${station.sn}-PV`, name: 'Inverter', stationSn: station.sn, type: 'inverter' },
    });
    await client.call('deviceVariableCreate', {
      body: { deviceSn: device.sn, code: 'power', name: 'p', unit: 'kW', dataType: 'number', kind: 'gauge' },
    });
    await send(server.url, device, { power: 42.5 });
    await until(
      () => client.call('stationFleet', { query: { of: 'pv' } }),
      ({ totals }) => totals.power === 42.5,
    );
    const page = await openPage(server, { lang: 'en', ...size });
    await signIn(page, server, { username, password: PASSWORD }, '/main/start');
    const [energy, tasks] = ['Current energy', 'To do'].map((name) => card(page, name));
    await energy!.getByText('42.5 kW').waitFor();
    const [first, second] = [await energy!.boundingBox(), await tasks!.boundingBox()];
    // The two are side by side on a desk, and one below the other on a phone.
    const isBefore =
      size === PHONE ? first!.y + first!.height <= second!.y : first!.x + first!.width <= second!.x;
    expect([isBefore, first!.y <= second!.y]).toEqual([true, true]);
    const names = await page
      .getByRole('main')
      .getByRole('region')
      .getByRole('heading', { level: 3 })
      .allInnerTexts();
    expect(names[0]).toBe('Current energy');
    const [alarms, waiting] = ['Open alarms', 'To do'].map((name) => names.indexOf(name));
    expect(alarms).toBeGreaterThan(0);
    expect(waiting).toBeGreaterThan(alarms!);
  });
});

describe('an administrator', () => {
  it('sees the first steps, which are checked off automatically and dismissed by keyboard', async () => {
    const own = await makeTenant(server);
    const { username } = await makePerson(server, [own], { role: 'administrator' });
    const page = await openPage(server, { lang: 'en' });
    await signIn(page, server, { username, password: PASSWORD });
    const tour = card(page, 'First steps');
    await tour.getByText('0 of 9 done.').waitFor();
    await tour.getByRole('link', { name: 'Add a station' }).click();
    await page.waitForURL('**/main/ems/Setting/siteManage');
    const client = await login(server, username, PASSWORD);
    await client.call('stationCreate', {
      body: { sn: 'FIRST-1', name: 'Quarry', timeZone: 'Asia/Shanghai' },
    });
    await page.goBack();
    await tour.getByText('1 of 9 done.').waitFor();
    await tour.getByRole('link', { name: 'Add a station (done)' }).waitFor();
    const dismissed = page.waitForResponse(/preference\/start\.tour/);
    await tour.getByRole('button', { name: 'Don’t show again' }).press('Enter');
    await dismissed;
    await tour.waitFor({ state: 'detached' });
    await page.reload();
    await card(page, 'To do').waitFor();
    expect(await tour.count()).toBe(0);
  });
});

describe.each(['en', 'zh'] as const)('the bar of a phone in %s', (lang) => {
  it('has boards and alarms, and cuts off no title even on a narrow phone', async () => {
    const page = await openPage(server, { lang, width: 320, height: 640 });
    await signIn(page, server);
    const bar = page.getByRole('navigation').last();
    await expect.poll(() => bar.getByRole('link').count()).toBe(5);
    const shown = await bar.locator('a, button').evaluateAll((items) =>
      items.map((item) => {
        const title = item.querySelector('span');
        return { title: title?.textContent, cut: !title || title.scrollWidth > title.clientWidth };
      }),
    );
    expect(shown.filter(({ cut }) => cut)).toEqual([]);
    if (lang === 'en')
      expect(shown.map(({ title }) => title)).toEqual(['Home', 'Boards', 'Alarms', 'Tasks', 'Me', 'Menu']);
  });

  it("is below the complete name of each page, also beside a station's name", async () => {
    const page = await openPage(server, { lang, ...PHONE });
    await signIn(page, server);
    for (const name of ['SiteMonitorDashboard', 'EnergyLabels', 'SiteWarningRecord', 'ElectricityPrice']) {
      await page.goto(pages.find((one) => one.name === name)!.route);
      await page.getByRole('banner').getByRole('combobox').waitFor();
      const title = page.getByRole('banner').getByRole('heading', { level: 1 });
      // A missing sixteenth of a pixel cuts off a letter. Widths in whole pixels do not show this.
      const lacks = await title.evaluate((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        return text.getBoundingClientRect().width - one.getBoundingClientRect().width;
      });
      expect([await title.textContent(), lacks <= 0]).toEqual([await title.textContent(), true]);
    }
  });
});
