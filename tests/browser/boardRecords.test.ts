/** A power user builds widgets from records, and goes from a figure to the records behind it. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { button, openBoard, storedBoard } from '../support/board.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

const CUSTOMERS = { Harbour: 'energy', Mill: 'energy', Quarry: 'manufacturing' };

/** Adds a widget by its name in the catalogue; returns the dialog that configures it. */
async function add(page: Page, name: string) {
  const catalogue = page.getByRole('dialog', { name: 'Add a widget' });
  const opener = button(page, /^Add (a )?widget$/).first();
  await opener.or(catalogue).first().waitFor();
  if (!(await catalogue.isVisible())) await opener.click();
  await catalogue.getByLabel('Search widgets').fill(name);
  await catalogue.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name: `Widget configuration: ${name}` });
  await dialog.waitFor();
  return dialog;
}

async function choose(page: Page, control: string, option: string) {
  const box = page.getByRole('combobox', { name: control });
  await box.click();
  await box.fill(option);
  await page.getByTitle(option, { exact: true }).last().click();
}

it('a ranking and a list are chosen and saved, and lead to their records', async () => {
  const stage = await openBoard(server, [], { lang: 'en' });
  const { page, client } = stage;
  for (const [name, industry] of Object.entries(CUSTOMERS))
    await client.call('customerCreate', { body: { name, industry } });
  const ranking = await add(page, 'Ranking of records');
  await choose(page, 'Statistic', 'Customers');
  await choose(page, 'Split by', 'Industry');
  await ranking.getByRole('listitem').filter({ hasText: 'Energy' }).waitFor();
  await ranking.getByRole('button', { name: 'Apply' }).click();
  const list = await add(page, 'List of records');
  await choose(page, 'Records', 'Customers');
  await list
    .getByRole('rowheader', { name: 'Quarry' })
    .or(list.getByRole('cell', { name: 'Quarry' }))
    .first()
    .waitFor();
  await list.getByRole('button', { name: 'Apply' }).click();
  await button(page, 'Save board').click();
  await page.getByText('Board saved').waitFor();
  expect((await storedBoard(stage)).widgets.map(({ config }) => config.question)).toMatchObject([
    { statistic: 'customers', by: ['industry'], figures: ['customers'] },
    { entity: 'customer' },
  ]);

  await page.getByRole('link', { name: 'Quarry' }).waitFor();
  const places = page.locator('[data-widget] ol').getByRole('listitem');
  await expect.poll(() => places.allInnerTexts()).toHaveLength(2);
  await places.first().getByRole('link').click();
  const rows = page.getByRole('region', { name: 'Customers' }).getByRole('row');
  await expect
    .poll(async () => (await rows.allInnerTexts()).join())
    .toMatch(/Harbour[\s\S]*Mill|Mill[\s\S]*Harbour/);
  expect((await rows.allInnerTexts()).join()).not.toMatch(/Quarry/);
});
