/** Boards of records: sales and receivables as presets, and one that a user creates. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboards } from '../../../generated/dashboards.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { button, item, openBoard, type Stage, storedBoard } from '../../support/browser/board.ts';
import type { PageOptions } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { offer } from '../../support/browser/options.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

const LOOKS = [
  { lang: 'en', theme: 'default', width: 1440 },
  { lang: 'zh', theme: 'dark', width: 1440 },
  { lang: 'zh', theme: 'default', width: 390 },
] as const;

/** Creates a signed order and a quote by their calls. A part of the order is paid, and nothing is invoiced. */
async function sell({ client }: Stage): Promise<void> {
  const { id: customerId } = await client.call('customerCreate', {
    body: { name: 'Harbour Works', industry: 'energy' },
  });
  const lines = [{ item: 'Cabinet', price: '1000.00', taxRate: 0 }];
  const plan = [
    { name: 'First', amount: '400.00', due: '2026-01-10' },
    { name: 'Rest', amount: '600.00', due: '2026-01-20' },
  ];
  const order = await client.call('saveOrder', { body: { name: 'Storage', customerId, lines, plan } });
  const { plan: made = [], version } = await client.call('salesOrderGet', { path: { id: order.id } });
  const path = { entity: 'salesOrder', id: order.id };
  await client.call('recordTransition', { path, body: { name: 'confirm', version, form: {} } });
  await client.call('orderReceiptCreate', {
    body: {
      ...{ customerId, amount: '400.00', date: '2026-01-12' },
      matches: [{ payId: (made as { id: number }[])[0]!.id, amount: '400.00' }],
    },
  });
  await client.call('saveQuote', { body: { name: 'More', customerId, lines } });
}

async function openPreset(name: 'sales' | 'receivables', options: PageOptions): Promise<Stage> {
  const stage = await openBoard(server, [], options);
  await sell(stage);
  await button(stage.page, pickText(dashboards[name].title, options.lang ?? 'en')).click();
  return stage;
}

describe.each(LOOKS)('the preset in $lang, $theme, $width px', (look) => {
  it('of sales shows signed amounts, quotes and customers', async () => {
    const { page } = await openPreset('sales', look);
    await item(page, 'clients').getByText('Harbour Works').waitFor();
    await expect.poll(() => item(page, 'clients').innerText()).toContain('1,000.00');
    await expect.poll(() => item(page, 'funnel').innerText()).toContain('1');
    await keepPicture(page, `board-sales-${look.lang}-${look.theme}-${look.width}`);
  });

  it('of receivables shows open, overdue and due amounts', async () => {
    const { page } = await openPreset('receivables', look);
    await expect.poll(() => item(page, 'money').innerText()).toContain('600.00');
    await item(page, 'late').getByText('Harbour Works').waitFor();
    await item(page, 'due').getByText('Rest').waitFor();
    await expect.poll(() => item(page, 'invoiceable').innerText()).toContain('1,000.00');
    await keepPicture(page, `board-receivables-${look.lang}-${look.theme}-${look.width}`);
  });
});

it('is created by a user: a figure and a ranking of orders, which open their records', async () => {
  const stage = await openBoard(server, [], { lang: 'en' });
  await sell(stage);
  const { page } = stage;
  const add = async (words: string, widget: string, statistic: string) => {
    const catalogue = page.getByRole('dialog', { name: 'Add a widget' });
    await catalogue.getByLabel('Search widgets').fill(words);
    await catalogue.getByRole('button', { name: widget }).first().click();
    const dialog = page.getByRole('dialog', { name: /^Widget configuration/ });
    const choice = dialog.getByRole('combobox', { name: 'Statistic' });
    await choice.click();
    await choice.fill(statistic);
    await offer(page, statistic).first().click();
    await dialog.getByText('All time', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await button(page, 'Add a widget').first().click();
  await add('figures of records', 'Key figures of records', 'Receivables');
  await page.getByRole('dialog', { name: 'Add a widget' }).waitFor();
  await add('ranking', 'Ranking of records', 'Clients');
  await button(page, 'Save board').click();
  await page.getByText('Board saved').waitFor();
  const { widgets } = await storedBoard(stage);
  expect(widgets.map(({ type }) => type)).toEqual(['recordFigure', 'recordRanking']);
  expect(widgets.map(({ config }) => (config.question as { time: string }).time)).toEqual(['all', 'all']);
  await page.reload();
  await page.locator('[data-widget]').getByText('Harbour Works').waitFor();
  await keepPicture(page, 'board-by-hand');
  await page
    .locator('[data-widget]')
    .getByRole('link', { name: /600\.00/ })
    .first()
    .click();
  await page.getByText('Rest', { exact: true }).first().waitFor();
});
