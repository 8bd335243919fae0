/** A record is previewed as it is printed, in either language, and saved as a file. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Text } from '../../../generated/definition.ts';
import { documents } from '../../../generated/documents.ts';
import { languageOf } from '../../../runtime/core/text/lang.ts';
import pdfTexts from '../../../runtime/kit/pdf/texts.json' with { type: 'json' };
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { PASSWORD } from '../../support/people/people.ts';
import { readPdf, readWord } from '../../support/records/papers.ts';
import { makeQuote, startTrade, type Trade } from '../../support/records/quoteFlow.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

const quotation = documents.quotation as { title: Text };

const fill = (text: string, params: Record<string, number>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));

let server: TestServer;
let trade: Trade;
let id: number;
beforeAll(async () => {
  server = await sharedServer();
  trade = await startTrade(server);
  id = await makeQuote(trade, { terms: '30/60/10' });
});
afterAll(() => server?.stop());

/** Returns whether the canvas is not completely white. */
const isDrawn = (canvas: Element): boolean => {
  const { width, height } = canvas as HTMLCanvasElement;
  const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
  return data.some((part, at) => at % 4 === 0 && part < 128);
};

describe('the document of a record', () => {
  it.each([
    { lang: 'en', theme: 'default', width: 1440 },
    { lang: 'zh', theme: 'dark', width: 1440 },
    { lang: 'zh', theme: 'default', width: 390 },
    { lang: 'en', theme: 'dark', width: 390 },
  ] as const)('is drawn on $width pixels in $lang, and saved as PDF and Word', async (options) => {
    const page = await openPage(server, options);
    await signIn(
      page,
      server,
      { username: trade.sellerName, password: PASSWORD },
      `/main/appliance/sales/quotes/${id}`,
    );
    const { lang } = options;
    const other = lang === 'zh' ? 'en' : 'zh';
    const title = quotation.title[lang];
    await page.getByRole('button', { name: title }).click();
    const dialog = page.getByRole('dialog', { name: title });
    const first = dialog.getByRole('img', { name: fill(pdfTexts['pdf.page'][lang], { page: 1, pages: 1 }) });
    await first.waitFor();
    await expect.poll(() => first.evaluate(isDrawn)).toBe(true);
    await keepPicture(page, `document-${options.lang}-${options.theme}-${options.width}`);

    const loading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'PDF' }).click();
    const pdf = await loading;
    expect(pdf.suggestedFilename()).toMatch(new RegExp(`^${title} Q\\d`));
    expect((await readPdf(await readFile(await pdf.path()))).text).toContain('30/60/10');

    await dialog.getByText(languageOf(other).name, { exact: true }).click();
    const loadingWord = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Word' }).click();
    const word = await readFile(await (await loadingWord).path());
    expect(await readWord(word)).toContain(quotation.title[other]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });
});
