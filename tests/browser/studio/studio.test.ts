/**
 * In the schema studio, an added field appears in the form and the list without a reload, until it is
 * reverted. Pages, documents and statistics are previewed.
 */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pages } from '../../../generated/pages.ts';
import { figure, save } from '../../support/browser/board.ts';
import { launchBrowser, openTab, signInTab, type Tab } from '../../support/browser/tab.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

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
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const LIST = '/main/appliance/customer';
const STUDIO = '/main/operation/studio?definition=entity/customer';

it('adds a field to the running platform, and reverts it', async () => {
  const { page } = tab;
  await page.evaluate(() => Object.assign(window, { sameWindow: true }));
  await tab.visit(LIST);
  await page.getByText('Harbour works').first().waitFor();
  expect(await page.getByRole('columnheader', { name: 'Risk note' }).count()).toBe(0);

  await tab.visit(STUDIO);
  await page
    .getByRole('list', { name: 'Field types' })
    .getByRole('button', { name: 'Text', exact: true })
    .click();
  await page.getByRole('textbox', { name: 'Chinese title' }).fill('风险');
  await page.getByRole('textbox', { name: 'English title' }).fill('Risk note');
  await page.getByText('riskNote', { exact: true }).waitFor();

  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByText('alter table "customer" add column "risk_note" text').waitFor();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByText('This definition was changed here').waitFor();

  await tab.visit(LIST);
  await page.getByRole('columnheader', { name: 'Risk note' }).waitFor();
  await page.getByRole('button', { name: 'New customer' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Risk note' }).fill('none known');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await tab.visit(STUDIO);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('This definition was changed here').waitFor({ state: 'detached' });
  await tab.visit(LIST);
  await page.getByText('Harbour works').first().waitFor();
  await expect.poll(() => page.getByRole('columnheader', { name: 'Risk note' }).count()).toBe(0);
  expect(await page.evaluate(() => 'sameWindow' in window)).toBe(true);
  expect(tab.complaints()).toEqual([]);
});

it('shows a new page in the menu and at its address, and shows the place of a mistake', async () => {
  const { page } = tab;
  const admin = await login(server);
  const made = async (kind: 'entity' | 'page') => {
    const document = await admin.call('studioTemplate', { query: { kind, name: 'coolingLoop' } });
    await admin.call('studioApply', { body: { kind, document, base: 0 } });
  };
  await made('entity');
  await made('page');
  // Another window applied the change. This window notices it when the user returns to it.
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
  await page.getByRole('tab', { name: 'Code' }).click();
  const editor = page.getByRole('textbox', { name: /JSON of/ });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('End');
  await page.keyboard.type('"lable": "name",');
  await page.getByRole('button', { name: '/lable is not known here' }).click();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByText('No problems').waitFor();
});

const stage = () => tab.page.locator('main [inert]');

/** Replaces the whole definition, like a user who pastes it. */
async function write(document: object): Promise<void> {
  const { page } = tab;
  await page.getByRole('textbox', { name: /JSON of/ }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(JSON.stringify(document));
}

it('previews pages during editing, without opening or applying them', async () => {
  const { page } = tab;
  tab.complaints();
  const hub = pages.find(({ kind }) => kind === 'hub')!;
  const board = pages.find(({ kind }) => kind === 'board')!;
  const address = (name: string) => `/main/operation/studio?definition=page/${name}`;

  await tab.visit(address(hub.name));
  await stage().getByText('Audit log').first().waitFor();
  const there = page.url();
  const title = await page.title();
  await write({ ...hub, route: '/main/appliance', title: { zh: '枢纽', en: 'Junction' } });
  await page.getByRole('heading', { level: 3, name: 'Junction' }).waitFor();
  await stage().getByText('Customers').first().waitFor();
  expect(await stage().getAttribute('inert')).not.toBeNull();
  // The preview remains at the last valid state while the JSON is invalid.
  await page.getByRole('textbox', { name: /JSON of/ }).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(',');
  await page.getByText('Showing the last valid version').waitFor();
  await stage().getByText('Customers').first().waitFor();
  // A page of kind `detail` shows one record of an entity.
  const record = { route: '/main/appliance/inspected/:recordId', entity: 'customer' };
  const detail = { ...hub, ...record, kind: 'detail', menu: undefined };
  await write(detail);
  await stage().getByText('Harbour works').first().waitFor();
  expect(page.url()).toBe(there);
  expect(await page.title()).toBe(title);
  await page.getByRole('button', { name: 'Discard draft' }).click();

  const admin = await login(server);
  await save(admin, await makeSite(admin), [figure('a', 'Greeting')], 0);
  await tab.page.reload();
  await tab.visit(address(board.name));
  await stage().locator('[data-widget=a]').waitFor();
  await stage().locator('[role=toolbar]').waitFor();
  await write({ ...board, title: { zh: '看板', en: 'Control room' }, flags: { site: true } });
  await page.getByRole('heading', { level: 3, name: 'Control room' }).waitFor();
  await stage().locator('[data-widget=a]').waitFor();
  expect(await stage().locator('[role=toolbar]').count()).toBe(0);
  expect(page.url()).toContain(address(board.name));
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await tab.settled();

  const { pages: applied } = await admin.call('studioApplied');
  expect(Object.keys(applied ?? {})).not.toContain(hub.name);
  expect(Object.keys(applied ?? {})).not.toContain(board.name);
  expect(tab.complaints()).toEqual([]);
});

it('previews a document and a statistic during editing', async () => {
  const { page } = tab;
  await tab.visit('/main/operation/studio?definition=statistic/customers');
  await page.getByRole('table').getByText('Customers').first().waitFor();
  await page.getByTitle('Totals', { exact: true }).click();
  await page.getByRole('definition').getByText('1', { exact: true }).first().waitFor();

  await tab.visit('/main/operation/studio');
  await page.getByRole('button', { name: 'New definition' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Type of definition' }).click();
  await page.getByTitle('Document', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'English title' }).fill('Customer card');
  await dialog.getByRole('combobox', { name: 'Record type' }).fill('Customer');
  await page.getByTitle('Customer', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('img', { name: /page 1/i }).waitFor();
  await page.getByTitle('Harbour works').first().waitFor();
  expect(tab.complaints()).toEqual([]);
});
