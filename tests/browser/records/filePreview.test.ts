/** Users' files are previewed in the page, and nothing in them can run. */
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enRecord } from '../../../runtime/kit/i18n/en/record.ts';
import { zhRecord } from '../../../runtime/kit/i18n/zh/record.ts';
import { openPage, type PageOptions, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { tableFile } from '../../support/records/excel.ts';
import { makePdfFile, makeWav, makeWordFile, PNG } from '../../support/records/sampleFiles.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let username: string;
let id: number;

async function sampleFiles(): Promise<Record<string, Buffer>> {
  return {
    'manual.pdf': await makePdfFile('Turn the key.'),
    'report.docx': await makeWordFile('All cells are well.'),
    'points.xlsx': await tableFile([
      ['Device', 'Power'],
      ...Array.from({ length: 600 }, (_, at) => [`D${at}`, String(at)]),
    ]),
    'plate.png': PNG,
    'hum.wav': makeWav(),
    'chinese.csv': Buffer.from([0xc9, 0xe8, 0xb1, 0xb8, 0x2c, 0x31]),
    'broken.mp4': Buffer.from('no film'),
    'broken.pdf': Buffer.from('no paper'),
    'broken.docx': Buffer.from('no letter'),
    'broken.xlsx': Buffer.from('no table'),
    'drawing.dwg': Buffer.from('a drawing'),
  };
}

beforeAll(async () => {
  server = await sharedServer();
  const tenant = await makeTenant(server);
  const permissions = ['customer:*'];
  ({ username } = await makePerson(server, [tenant], { role: 'sales', permissions }));
  const client = await login(server, username, PASSWORD);
  const values = { name: 'Suzhou Power', state: 'developing', city: 'Suzhou', level: 'NP' };
  ({ id } = await client.call('customerCreate', { body: values }));
  for (const [name, bytes] of Object.entries(await sampleFiles())) {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), name);
    await client.call('recordAttachmentAdd', { path: { entity: 'customer', id }, form: body });
  }
});
afterAll(() => server?.stop());

async function openFiles(options: PageOptions = {}): Promise<Page> {
  const page = await openPage(server, options);
  await signIn(page, server, { username, password: PASSWORD }, `/main/appliance/customer/${id}`);
  await page
    .getByRole('tab', { name: (options.lang === 'zh' ? zhRecord : enRecord)['record.attachments'] })
    .click();
  return page;
}

/** Opens a file, checks its preview, and closes it. */
async function lookAt(page: Page, name: string, look: (dialog: Locator) => Promise<unknown>): Promise<void> {
  await page.getByRole('link', { name: `Show ${name}` }).click();
  const dialog = page.getByRole('dialog', { name });
  await look(dialog);
  await keepPicture(page, `file-${name}`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

describe('a file of a record', () => {
  it('is previewed according to its type', async () => {
    const page = await openFiles();
    await lookAt(page, 'manual.pdf', (dialog) => dialog.getByRole('img', { name: /page 1/i }).waitFor());
    await lookAt(page, 'report.docx', async (dialog) => {
      const frame = dialog.frameLocator('iframe');
      await frame.getByText('All cells are well.').waitFor();
      expect(await frame.getByText('a link').getAttribute('href')).toBe(null);
      expect(await dialog.locator('iframe').getAttribute('sandbox')).toBe('');
    });
    await lookAt(page, 'points.xlsx', async (dialog) => {
      await dialog.getByRole('cell', { name: 'D498' }).waitFor();
      await dialog.getByText('The first 500 of 601 rows are shown').waitFor();
      expect(await dialog.getByRole('row').count()).toBe(501);
    });
    await lookAt(page, 'plate.png', async (dialog) => {
      const picture = dialog.getByRole('img', { name: 'plate.png' });
      await picture.waitFor();
      await expect.poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1);
    });
    await lookAt(page, 'hum.wav', (dialog) =>
      expect
        .poll(() => dialog.locator('audio').evaluate((one) => (one as HTMLAudioElement).duration))
        .toBe(1),
    );
    await lookAt(page, 'chinese.csv', async (dialog) => {
      const text = await dialog.locator('pre').innerText();
      expect(Buffer.from(text, 'utf16le').toString('hex')).toBe('be8b07592c003100');
    });
  });

  it('is shown within the width of a phone', async () => {
    const page = await openFiles({ lang: 'zh', theme: 'dark', width: 390 });
    for (const name of ['report.docx', 'points.xlsx', 'chinese.csv']) {
      await page.getByRole('link', { name }).click();
      const dialog = page.getByRole('dialog', { name });
      await dialog.locator('iframe, table, pre').waitFor();
      await keepPicture(page, `file-phone-${name}`);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });

  it('that is damaged is reported, and can still be saved', async () => {
    const page = await openFiles();
    for (const name of ['broken.mp4', 'broken.pdf', 'broken.docx', 'broken.xlsx'])
      await lookAt(page, name, async (dialog) => {
        await dialog.getByText('This file cannot be shown').waitFor();
        const save = dialog.getByRole('button', { name: 'Download' });
        const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
        expect(download.suggestedFilename()).toBe(name);
      });
  });

  it('that cannot be previewed is saved at once', async () => {
    const page = await openFiles();
    const link = page.getByRole('link', { name: 'Download drawing.dwg' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('drawing.dwg');
  });
});
