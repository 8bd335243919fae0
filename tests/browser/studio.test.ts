/** The schema studio: a field that is added there is in the form and the list, without a reload, until it is undone. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { login, startServer, type TestServer } from '../support/server.ts';
import { launchBrowser, openTab, signInTab, type Tab } from '../support/tab.ts';

let server: TestServer;
let browser: Browser;
let tab: Tab;

beforeAll(async () => {
  server = await startServer();
  const admin = await login(server);
  await admin.call('customerCreate', { body: { name: 'Harbour works', state: 'developing' } });
  browser = await launchBrowser();
  tab = await openTab(browser, server.url);
  await signInTab(tab);
  // The account's own language comes with it.
  await admin.call('updateInfoData', { body: { lang: 'en' } });
  await tab.page.reload();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const LIST = '/main/appliance/customer';
const STUDIO = '/main/operation/studio?definition=entity/customer';

it('adds a field to the running platform, and takes it back', async () => {
  const { page } = tab;
  await page.evaluate(() => Object.assign(window, { sameWindow: true }));
  await tab.visit(LIST);
  await page.getByText('Harbour works').first().waitFor();
  expect(await page.getByRole('columnheader', { name: 'Risk' }).count()).toBe(0);

  await tab.visit(STUDIO);
  await page.getByRole('tab', { name: 'Fields' }).click();
  await page.getByRole('button', { name: 'Add field' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('riskNote');
  await dialog.getByRole('textbox', { name: 'Chinese title' }).fill('风险');
  await dialog.getByRole('textbox', { name: 'English title' }).fill('Risk');
  await dialog.getByRole('button', { name: 'Write into the definition' }).click();
  await page.getByText('riskNote: string').waitFor();

  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByText('alter table "customer" add column "risk_note" text').waitFor();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByText('This definition was changed here').waitFor();

  await tab.visit(LIST);
  await page.getByRole('columnheader', { name: 'Risk' }).waitFor();
  await page.getByRole('button', { name: 'New customer' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Risk' }).fill('none known');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await tab.visit(STUDIO);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('This definition was changed here').waitFor({ state: 'detached' });
  await tab.visit(LIST);
  await page.getByText('Harbour works').first().waitFor();
  await expect.poll(() => page.getByRole('columnheader', { name: 'Risk' }).count()).toBe(0);
  expect(await page.evaluate(() => 'sameWindow' in window)).toBe(true);
  expect(tab.complaints()).toEqual([]);
});

it('shows a new page in the menu and at its address, and says where a mistake is', async () => {
  const { page } = tab;
  const admin = await login(server);
  const made = async (kind: 'entity' | 'page') => {
    const document = await admin.call('studioTemplate', { query: { kind, name: 'coolingLoop' } });
    await admin.call('studioApply', { body: { kind, document, base: 0 } });
  };
  await made('entity');
  await made('page');
  // Another window applied it: this one learns of it when it is looked at again.
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
    document.dispatchEvent(new Event('visibilitychange'));
    Date.now = now;
  });
  await page.getByRole('link', { name: 'Cooling loop' }).click();
  await page.waitForURL(/\/main\/custom\/coolingLoop/);
  await page.getByRole('button', { name: 'New cooling loop' }).first().click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Loop 7');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Loop 7').first().waitFor();

  await tab.visit(STUDIO);
  const editor = page.getByRole('textbox', { name: /JSON of/ });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('End');
  await page.keyboard.type('"lable": "name",');
  await page.getByRole('button', { name: '/lable is not known here' }).click();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByText('No problems').waitFor();
});
