/** A customer opens a quote by a link and accepts it. Its order gets the same lines. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { offer } from '../../support/browser/options.ts';
import { PASSWORD } from '../../support/people/people.ts';
import {
  makeQuote,
  readQuote,
  repliedQuote,
  sendQuote,
  startTrade,
  type Trade,
} from '../../support/records/quoteFlow.ts';
import { LINES } from '../../support/records/quotes.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let trade: Trade;
beforeAll(async () => {
  server = await sharedServer();
  trade = await startTrade(server);
});
afterAll(() => server?.stop());

async function linkedQuote(more: object = {}) {
  const id = await makeQuote(trade, more);
  await sendQuote(trade, id);
  const path = { entity: 'quote', id };
  const { token } = await trade.seller.call('recordLinkMake', { path });
  return { id, path, token };
}

const address = (token: string) => `/quotation?t=${token}`;

/** Returns whether the page is wider than its window. */
const isCutOff = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describe('the page of a link', () => {
  it.each([
    { lang: 'en', theme: 'default', width: 1440 },
    { lang: 'zh', theme: 'dark', width: 1440 },
    { lang: 'zh', theme: 'default', width: 390 },
    { lang: 'en', theme: 'dark', width: 390 },
  ] as const)('shows lines, taxes and total on $width pixels in $lang', async (options) => {
    const { token } = await linkedQuote({ terms: '30/60/10\n<b>ex works</b>' });
    const page = await openPage(server, options);
    await page.goto(address(token));
    const paper = page.getByRole('article');
    await paper.getByText('611,693.04').waitFor();
    await paper.getByText(LINES[0]!.item).waitFor();
    await paper.getByText('<b>ex works</b>').waitFor();
    expect(await isCutOff(page)).toBe(false);
    await keepPicture(page, `quotation-${options.lang}-${options.theme}-${options.width}`);
  });

  it('lets its reader accept with name and remark, once', async () => {
    const { id, token } = await linkedQuote();
    const page = await openPage(server, { lang: 'en', width: 390 });
    await page.goto(address(token));
    const button = page.getByRole('button', { name: 'Accept the quote' });
    await button.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Answered by' }).fill('Zhou Min');
    await dialog.getByRole('textbox', { name: 'Customer’s comment' }).fill('See you in June');
    await keepPicture(page, 'quotation-answer-390');
    await dialog.getByRole('button', { name: 'Accept the quote' }).click();
    await page.getByRole('status').getByText('Your answer was received').waitFor();
    await page.getByRole('article').getByText('See you in June').waitFor();
    expect(await button.count()).toBe(0);
    expect(await readQuote(trade.boss, id)).toMatchObject({ result: 'accepted', resultBy: 'Zhou Min' });
    await page.reload();
    await page.getByRole('status').getByText('Your answer was received').waitFor();
  });

  it('lets its reader decline with a reason, and says so', async () => {
    const { id, token } = await linkedQuote();
    const page = await openPage(server, { lang: 'en', width: 390 });
    await page.goto(address(token));
    await page.getByRole('button', { name: 'Decline the quote' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Decline the quote' }).click();
    await dialog.getByText('Not submitted, 1 to correct: Customer’s comment').waitFor();
    await dialog.getByRole('textbox', { name: 'Customer’s comment' }).fill('Over our budget');
    await dialog.getByRole('button', { name: 'Decline the quote' }).click();
    await page.getByRole('status').getByText('Your answer was received').waitFor();
    await page.getByRole('article').getByText('Declined').waitFor();
    expect(await page.getByRole('button', { name: /the quote$/ }).count()).toBe(0);
    expect(await readQuote(trade.boss, id)).toMatchObject({ result: 'declined' });
  });

  it('shows how its amounts are computed', async () => {
    const { token } = await linkedQuote();
    const page = await openPage(server, { lang: 'en' });
    await page.goto(address(token));
    const paper = page.getByRole('article');
    for (const [title, amount] of [
      ['Subtotal', '549,010.33'],
      ['Overall discount', '5,000.00'],
      ['Net after the discount', '544,010.33'],
      ['Tax', '67,682.71'],
      ['Total with tax', '611,693.04'],
    ] as const)
      await paper
        .getByRole('term')
        .filter({ hasText: new RegExp(`^${title}$`) })
        .locator('xpath=following-sibling::dd')
        .filter({ hasText: amount })
        .waitFor();
  });

  it('explains that a link has ended', async () => {
    const page = await openPage(server, { lang: 'en', allow: [/status of 40[04]/] });
    await page.goto(address('x'.repeat(43)));
    await page.getByRole('alert').getByText('This link is no longer valid').waitFor();
    await page.goto('/quotation');
    await page.getByRole('alert').getByText('This link is no longer valid').waitFor();
    await keepPicture(page, 'quotation-gone');
  });
});

it('the dialog of a quote creates its link, shows its views and revokes it', async () => {
  const id = await makeQuote(trade);
  await sendQuote(trade, id);
  const page = await openPage(server, { lang: 'en' });
  const who = { username: trade.sellerName, password: PASSWORD };
  await signIn(page, server, who, `/main/appliance/sales/quotes/${id}`);
  await page.getByRole('button', { name: 'Public link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Public link' });
  await dialog.getByText('No active link').waitFor();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Address of the link' }).inputValue();
  expect(link).toMatch(/\/quotation\?t=[\w-]{43}$/);
  await keepPicture(page, 'link-dialog');
  const guest = await openPage(server, { lang: 'en' });
  await guest.goto(link);
  await guest.getByRole('article').getByText('611,693.04').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Public link' }).click();
  await dialog.getByText(/opened once/).waitFor();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke this link?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await dialog.getByText('No active link').waitFor();
  expect(await trade.seller.call('recordLinks', { path: { entity: 'quote', id } })).toEqual([]);
});

it('a chosen quote fills the form of an order, lines and amounts', async () => {
  const quoteId = await repliedQuote(trade, 'accept');
  const { number, name } = await readQuote(trade.boss, quoteId);
  const page = await openPage(server, { lang: 'en' });
  const who = { username: trade.sellerName, password: PASSWORD };
  await signIn(page, server, who, '/main/appliance/sales');
  await page.getByRole('button', { name: 'New Sales order' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Quote' }).click();
  await offer(page, number ?? '').click();
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).first().inputValue()).toBe(name);
  await dialog.getByRole('tab', { name: /Lines/ }).click();
  await dialog.getByText('611,693.04').filter({ visible: true }).first().waitFor();
  await keepPicture(page, 'order-from-quote');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [basis] = await trade.boss.call('quotesOfOrder', {
    query: { orderId: Number((await readQuote(trade.boss, quoteId)).orderId) },
  });
  expect(basis).toMatchObject({ id: quoteId });
});
