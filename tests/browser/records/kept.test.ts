/** Figures and numbers that the server computes are visible on screen, and read-only. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { defineBooks, defineFigures, openBooks } from '../../support/records/storedBooks.ts';
import { ADMIN, login, startServer, type TestServer } from '../../support/server/server.ts';

const LIST = '/main/operation/bookOrder';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const admin = await login(server);
  await defineBooks(admin);
  await defineFigures(admin);
  const books = openBooks(admin);
  const { id } = await books.create('bookOrder', { name: 'Harbour', gross: '100.00' });
  await books.create('bookPay', { name: 'P', orderId: id, amount: '30.10', state: 'confirmed' });
});
afterAll(() => server?.stop());

it.each([
  { lang: 'en', theme: 'default', width: 1440 },
  { lang: 'en', theme: 'dark', width: 390 },
] as const)('a number comes by itself, and figures are shown and not entered (%o)', async (options) => {
  const page = await openPage(server, { ...options, height: 900 });
  await signIn(page, server, ADMIN, LIST);
  const shoot = (name: string) => keepPicture(page, `kept-${name}-${options.width}`);
  await page.getByText('Harbour').first().waitFor();
  await shoot('list');
  await page
    .getByRole('button', { name: /^New bookOrder$/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Assigned on save$/).waitFor();
  expect(await dialog.getByText('Paid', { exact: true }).count()).toBe(0);
  await shoot('form');
  await page.keyboard.press('Escape');
  await page.goto(`${server.url}${LIST}/1`);
  await page.getByText('30.10').first().waitFor();
  await shoot('record');
});
