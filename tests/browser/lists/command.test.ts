import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillLogin, openPage, signIn } from '../../support/browser/browser.ts';
import { recordLinks } from '../../support/browser/listPage.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const admin = await login(server);
  await admin.call('stationCreate', {
    body: { sn: 'QS-1', name: 'Qingshan park', timeZone: 'Asia/Shanghai' },
  });
  await admin.call('stationCreate', {
    body: { sn: 'SZ-1', name: '苏州电力', timeZone: 'Asia/Shanghai' },
  });
});
afterAll(() => server?.stop());

describe('the palette', () => {
  it('finds pages in both languages, records of every kind, and both in pinyin', async () => {
    const page = await openPage(server);
    await signIn(page, server);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search pages, records or actions' });
    const options = page
      .getByRole('listbox', { name: 'Results' })
      .locator('[role=option] > span:first-of-type');
    await field.fill('gjjl');
    await expect.poll(() => options.allTextContents()).toEqual(expect.arrayContaining(['Alarm records']));
    await field.fill('告警记录');
    await expect.poll(() => options.first().textContent()).toBe('Alarm records');
    await field.fill('szdl');
    await expect.poll(() => options.allTextContents()).toEqual(['苏州电力']);
    await field.fill('qingshan');
    await expect.poll(() => options.allTextContents()).toEqual(['Qingshan park']);
    await field.press('Enter');
    await page.getByRole('main').getByRole('heading', { name: 'Qingshan park' }).waitFor();
    await page.keyboard.press('u');
    await page.waitForURL('**/main/ems/Setting/siteManage');
    await page.keyboard.press('Control+k');
    const seen = page.getByRole('group', { name: 'Recent' }).getByRole('option');
    expect(await seen.allInnerTexts()).toEqual([expect.stringContaining('Qingshan park')]);
  });

  it('and single keys open it from anywhere, except during text input', async () => {
    const page = await openPage(server);
    await signIn(page, server, undefined, '/main/appliance/customer');
    await page.getByRole('searchbox').fill('g m');
    expect(page.url()).toContain('/main/appliance/customer');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.type('gm');
    await page.waitForURL('**/main/mine');
    await page.keyboard.type('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Search and commands').waitFor();
    await help.getByRole('switch').click();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    await page.keyboard.type('gc');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    expect(page.url()).toContain('/main/mine');
  });
});

describe('a drawer', () => {
  it('covers the commands of the page, but not the navigation', async () => {
    const page = await openPage(server);
    await signIn(page, server, undefined, '/main/ems/Setting/siteManage');
    await recordLinks(page).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search pages, records or actions' }).waitFor();
    expect(await page.getByRole('dialog', { name: 'New station' }).count()).toBe(0);
  });
});

describe('a second factor', () => {
  it('is set up with its QR code, and required at the next login', async () => {
    const tenant = await makeTenant(server);
    const { username } = await makePerson(server, [tenant], { role: 'administrator' });
    const page = await openPage(server, { allow: [/status of 400/] });
    await signIn(page, server, { username, password: PASSWORD }, '/main/mine');
    await page.getByRole('button', { name: 'Turn on the second factor' }).click();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByAltText('QR code for the authenticator app').waitFor();
    const secret = Secret.fromBase32((await page.getByRole('dialog').locator('code').textContent()) ?? '');
    const code = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
    await page.getByLabel('Code').fill(code(-1));
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('dialog').getByRole('listitem').count()).toBe(10);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('On, 10 recovery codes left').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    await fillLogin(page, username, PASSWORD);
    await page.locator('input[name=otp]').fill(code(0));
    await page.locator('input[name=otp]').press('Enter');
    await page.locator('#main').waitFor();
  });
});
