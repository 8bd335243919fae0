/** The build contains the styles that antd would otherwise compute again for every page. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

/** Returns the style sheets of the page in their order. antd itself still writes the variables of the theme. */
const sheetsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.head.querySelectorAll<HTMLElement>('style, link[rel=stylesheet]')].map(
      ({ dataset, textContent }) => {
        if (dataset.antd !== undefined) return 'written';
        if (dataset.rcOrder === undefined) return 'own';
        // A style that stops the page below a dialog from scrolling.
        if (dataset.cssHash === undefined) return 'still';
        return textContent.startsWith('.wd') ? 'variables' : `worked out: ${textContent.slice(0, 80)}`;
      },
    ),
  );

it('load with the drawn parts, before our own styles, and nothing is computed', async () => {
  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, server.admin, '/main/appliance/customer');
  const before = (await sheetsOf(page)).filter((kind) => kind === 'written').length;
  await page.getByRole('button', { name: 'New customer' }).first().click();
  await page.getByRole('dialog').getByRole('combobox').first().waitFor();
  const sheets = await sheetsOf(page);
  expect(new Set(sheets)).toEqual(new Set(['variables', 'written', 'own', 'still']));
  expect(sheets.lastIndexOf('written')).toBeLessThan(sheets.indexOf('own'));
  expect(sheets.filter((kind) => kind === 'written').length).toBeGreaterThan(before);
});
