/** A user who cannot read code makes a dictionary and a field that uses it, and a call that lists the records. */
import type { Browser, Locator } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { unfoldMenu } from '../../support/browser/menu.ts';
import { launchBrowser, openTab, signInTab, type Tab } from '../../support/browser/tab.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let browser: Browser;
let tab: Tab;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  tab = await openTab(browser, server.url);
  await signInTab(tab);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const button = (name: string, within: Tab['page'] | Locator = tab.page) =>
  within.getByRole('button', { name, exact: true });

async function choose(box: string, value: string, within: Tab['page'] | Locator = tab.page): Promise<void> {
  await within.getByRole('combobox', { name: box, exact: true }).fill(value);
  await tab.page.getByTitle(value, { exact: true }).last().click();
}

async function make(kind: string, title: string, of?: string): Promise<void> {
  await tab.visit('/main/operation/studio');
  await button('New definition').click();
  const dialog = tab.page.getByRole('dialog');
  await choose('Type of definition', kind, dialog);
  await dialog.getByRole('textbox', { name: 'English title' }).fill(title);
  if (of) await choose('Record type', of, dialog);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await tab.page.getByRole('heading', { name: title }).waitFor();
}

/** Applies the definition once its dialog shows these words. */
async function apply(words: string): Promise<void> {
  await tab.page.getByText('No problems', { exact: true }).waitFor();
  await button('Apply').click();
  const dialog = tab.page.getByRole('dialog');
  await dialog.getByText(words).waitFor();
  await button('Apply', dialog).click();
  await dialog.waitFor({ state: 'detached' });
}

const entry = (title: string) => tab.page.getByRole('group', { name: title, exact: true });
const english = (title: string) => entry(title).getByRole('textbox', { name: 'Title in English' });

it('makes a dictionary with three entries, in an order of its own', async () => {
  const { page } = tab;
  await make('Dictionary', 'Spare part kind');
  await english('First').fill('Pump');
  for (const [at, title] of ['Seal', 'Belt'].entries()) {
    await button('Add an entry').click();
    await english(`Choice ${at + 2}`).fill(title);
  }
  expect(await entry('Belt').getByRole('textbox', { name: 'Stored value' }).inputValue()).toBe('belt');
  await entry('Belt').getByRole('combobox', { name: 'Colour' }).click();
  await page.getByTitle('Red', { exact: true }).last().click();
  await button('Move Belt').press('ArrowUp');
  await page.getByText('No field uses this dictionary yet').waitFor();
  await keepPicture(page, 'studio-dictionary');
  await apply('A new dictionary with 3 entries; nothing that exists changes');
  expect(tab.complaints()).toEqual([]);
});

it('chooses it for the field of a record, whose list shows its entries', async () => {
  const { page } = tab;
  await make('Record', 'Spare part');
  await button('Choice from a dictionary', page.getByRole('list', { name: 'Field types' })).click();
  await page.getByRole('textbox', { name: 'English title' }).last().fill('Kind');
  await choose('Dictionary', 'Spare part kind');
  await apply('A new list with 3 fields; nothing that exists changes');
  await unfoldMenu(page);
  await page.getByRole('link', { name: 'Spare part', exact: true }).click();
  await button('New spare part').first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name' }).fill('Oil pump');
  await form
    .getByRole('combobox', { name: 'Kind' })
    .or(form.getByRole('radio', { name: 'Belt' }))
    .first()
    .click();
  await page.getByText('Belt', { exact: true }).last().click();
  await button('Save', form).click();
  await page.getByRole('row', { name: /Oil pump.+Belt/ }).waitFor();
  expect(tab.complaints()).toEqual([]);
});

it('takes an entry away, and says where its records go', async () => {
  const { page } = tab;
  await tab.visit('/main/operation/studio?definition=dictionary/sparePartKind');
  await page.getByRole('link', { name: 'Spare part', exact: true }).first().waitFor();
  await english('Pump').fill('Water pump');
  await button('Remove Belt').click();
  await page.getByText('No problems', { exact: true }).waitFor();
  await button('Apply').click();
  const dialog = page.getByRole('dialog');
  for (const words of [
    'Removed entries: Belt',
    'Renamed entries: Water pump',
    /^1 record will get another choice/,
  ])
    await dialog.getByText(words).waitFor();
  expect(await button('Apply', dialog).isDisabled()).toBe(true);
  await dialog.getByRole('combobox', { name: /has “Belt” as Kind/ }).click();
  await page.getByTitle('Water pump', { exact: true }).last().click();
  await keepPicture(page, 'studio-dictionary-apply');
  await button('Apply', dialog).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Spare part', exact: true }).first().click();
  await page.getByRole('row', { name: /Oil pump.+Water pump/ }).waitFor();
  expect(tab.complaints()).toEqual([]);
});

it('makes a call that lists them by kind, and tries it', async () => {
  const { page } = tab;
  await make('Call', 'Parts of a kind', 'Spare part');
  await page.getByText('All at once', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Add a condition on …' }).click();
  await page.getByTitle('Kind', { exact: true }).last().click();
  await page.getByRole('checkbox', { name: 'Optional' }).uncheck();
  const request = page.getByRole('region', { name: 'Request' });
  await request.getByText('GET /manager/partsOfaKind').waitFor();
  await page.getByText('Apply the call to try it here').waitFor();
  await apply('A new call, GET /manager/partsOfaKind (List records); nothing that exists changes');
  await page.getByLabel('kind', { exact: true }).fill('pump');
  await button('Try').click();
  const answer = page.getByRole('region', { name: 'Response' });
  await answer.getByText('"Oil pump"').waitFor();
  await request.getByText('GET /manager/partsOfaKind?kind=pump').waitFor();
  await keepPicture(page, 'studio-call');
  expect(tab.complaints()).toEqual([]);
});

it('edits both on a phone', async () => {
  const { page } = tab;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const key of ['dictionary/sparePartKind', 'call/partsOfaKind']) {
    await tab.visit(`/main/operation/studio?definition=${key}`);
    await page.getByRole('tab', { name: 'Code' }).waitFor();
    await keepPicture(page, `studio-phone-${key.replace('/', '-')}`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
  }
  expect(tab.complaints()).toEqual([]);
});
