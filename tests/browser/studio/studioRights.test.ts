/**
 * A user finds definitions, gives roles the rights on new records, adds an approval, and reorders the menu.
 */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import flow from '../../../pages/flow/texts.json' with { type: 'json' };
import design from '../../../pages/studio/parts/design/texts.json' with { type: 'json' };
import studio from '../../../pages/studio/texts.json' with { type: 'json' };
import { SEEDED_ROLES } from '../../../runtime/core/access/seededRoles.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { unfoldMenu } from '../../support/browser/menu.ts';
import { launchBrowser, openTab, PHONE, signInTab, type Tab } from '../../support/browser/tab.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let browser: Browser;
let tab: Tab;

beforeAll(async () => {
  server = await sharedServer();
  browser = await launchBrowser();
  tab = await openTab(browser, server.url);
  await signInTab(tab);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const button = (name: string) => tab.page.getByRole('button', { name, exact: true });
const STUDIO = '/main/operation/studio';

it('finds a definition by pinyin and opens it by keyboard', async () => {
  const { page } = tab;
  await tab.visit(STUDIO);
  const catalogue = page.getByRole('navigation', { name: 'Definitions' });
  const entities = catalogue.getByRole('button', { name: /^Entities \d+$/ });
  await entities.waitFor();
  await keepPicture(page, 'catalogue');
  await entities.press('ArrowLeft');
  expect(await entities.getAttribute('aria-expanded')).toBe('false');
  const search = catalogue.getByRole('searchbox', { name: 'Search definitions' });
  await search.fill('kehulianxiren');
  const contact = catalogue.getByRole('button', { name: /customerContact/ });
  await contact.waitFor();
  await search.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/definition=entity%2FcustomerContact/);
  await page.reload();
  expect(await search.inputValue()).toBe('kehulianxiren');
  await search.fill('');
  await expect.poll(() => entities.getAttribute('aria-expanded')).toBe('false');
  expect(tab.complaints()).toEqual([]);
});

it('gives a role the rights on new records while applying, and the role lists them', async () => {
  const { page } = tab;
  await tab.visit(STUDIO);
  await button('New definition').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'English title' }).fill('Loan of a tool');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Loan of a tool' }).waitFor();
  await page.getByRole('tab', { name: 'Rights' }).click();
  await page.getByRole('combobox', { name: 'Sales · All actions' }).selectOption('All');
  await page.getByRole('combobox', { name: 'Finance · View the list' }).selectOption('All');
  await page.getByText('No problems', { exact: true }).waitFor();
  await keepPicture(page, 'rights');

  await button('Apply').click();
  const words = dialog.getByRole('list', { name: 'What changes' });
  await words.getByText(/^A new list with \d fields; nothing that exists changes$/).waitFor();
  await words.getByText('Rights of the roles of new tenants change: Sales, Finance').waitFor();
  await dialog.getByRole('checkbox', { name: /^Finance View the list$/ }).uncheck();
  await keepPicture(page, 'apply');
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await button('Open “Loan of a tool”').waitFor();

  const { username } = await makePerson(server, [1], { role: 'sales' });
  const seller = await openTab(browser, server.url);
  await signInTab(seller, username, PASSWORD);
  await seller.visit('/main/operation/loanOfaTool');
  await seller.page.getByRole('button', { name: 'New loan of a tool' }).first().waitFor();
  expect(seller.complaints()).toEqual([]);
  await seller.context.close();
  expect(tab.complaints()).toEqual([]);
});

it('gives it an approval by a role, and says so before it is applied', async () => {
  const { page } = tab;
  await tab.visit(`${STUDIO}?definition=entity/loanOfaTool`);
  await page.getByRole('tab', { name: 'Approval' }).click();
  await button('Add an approval').click();
  await page.getByRole('button', { name: /Step 1 of 1/ }).click();
  const panel = page.getByRole('complementary', { name: 'Settings of Department manager' });
  await panel.getByRole('checkbox', { name: 'Owner of the record' }).check();
  await page.getByRole('button', { name: /Owner of the record/ }).waitFor();
  await page.getByText('No problems', { exact: true }).waitFor();
  await keepPicture(page, 'approval');
  await button('Apply').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('New steps of the approval: Department manager').waitFor();
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByRole('link', { name: 'The flow of your tenant' }).click();
  await page.getByRole('heading', { name: 'Loan of a tool' }).waitFor();
  expect(tab.complaints()).toEqual([]);
});

it('moves an entry of the menu by key, shows what a role sees, and takes it back', async () => {
  const { page } = tab;
  await tab.visit(STUDIO);
  await page
    .getByRole('navigation', { name: 'Definitions' })
    .getByRole('button', { name: 'Menu', exact: true })
    .click();
  const view = page.getByRole('region', { name: 'Menu', exact: true });
  const group = (name: string) => view.getByRole('region', { name });
  await group('Enterprise').getByRole('button', { name: 'Move Loan of a tool' }).waitFor();
  await page.getByRole('combobox', { name: 'View as role' }).click();
  await page.getByTitle('Procurement', { exact: true }).click();
  const entry = view.getByRole('listitem').filter({ hasText: 'Loan of a tool' });
  await entry.getByText('No permission').waitFor();
  await keepPicture(page, 'menu');
  // Other tests of this server may have put entries below it.
  const entries = await group('Enterprise').getByRole('listitem').allInnerTexts();
  const below = entries.length - 1 - entries.findIndex((text) => text.includes('Loan of a tool'));
  for (let step = 0; step <= below; step++) await button('Move Loan of a tool').press('ArrowDown');
  await group('Energy sites').getByText('Loan of a tool').waitFor();
  await button('Apply').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 entry of the menu gets another place').waitFor();
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await unfoldMenu(page);
  const menu = page.getByRole('navigation').getByRole('list', { name: 'Energy sites' });
  await menu.getByRole('link', { name: 'Loan of a tool' }).waitFor();
  await page.getByRole('button', { name: 'Undo this change' }).click();
  await menu.getByRole('link', { name: 'Loan of a tool' }).waitFor({ state: 'detached' });
  await group('Enterprise').getByText('Loan of a tool').waitFor();
  expect(tab.complaints()).toEqual([]);
});

it('is read on a phone in the dark and in Chinese', async () => {
  const phone = await openTab(browser, server.url, { lang: 'zh', theme: 'dark', viewport: PHONE });
  await signInTab(phone);
  await phone.visit(STUDIO);
  await phone.page
    .getByRole('button', { name: new RegExp(`^${studio['studio.kind.entity'].zh} \\d+$`) })
    .waitFor();
  await keepPicture(phone.page, 'phone-catalogue');
  await phone.visit(`${STUDIO}?definition=entity/loanOfaTool`);
  await phone.page.getByRole('tab', { name: design['design.tab.rights'].zh }).click();
  await phone.page
    .getByRole('combobox', { name: `${SEEDED_ROLES.sales.zh} · ${design['design.everything'].zh}` })
    .waitFor();
  await keepPicture(phone.page, 'phone-rights');
  await phone.page.getByRole('tab', { name: design['design.tab.approval'].zh }).click();
  await phone.page.getByRole('button', { name: flow['flow.addFirst'].zh }).first().waitFor();
  await keepPicture(phone.page, 'phone-approval');
  const width = await phone.page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);
  expect(phone.complaints()).toEqual([]);
  await phone.context.close();
});
