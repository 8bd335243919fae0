/**
 * A user subscribes to a list in their own calendar, renews and ends the link, and saves the list as a file.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enCommand } from '../../../runtime/kit/i18n/en/command.ts';
import { zhCommand } from '../../../runtime/kit/i18n/zh/command.ts';
import texts from '../../../runtime/list/subscribe/texts.json' with { type: 'json' };
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { type Client, login, sharedServer, type TestServer } from '../../support/server/server.ts';

const PAGE = '/main/operation/workCalendarDay';
const MORE = { en: enCommand['command.more'], zh: zhCommand['command.more'] };
const DAY_MS = 86_400_000;
const ahead = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

let server: TestServer;
let tenantId: number;
let boss: Client;

beforeAll(async () => {
  server = await sharedServer();
  tenantId = await makeTenant(server);
  const { username } = await makePerson(server, [tenantId], { permissions: ['*'] });
  boss = await login(server, username, PASSWORD);
  await boss.call('workCalendarCreate', {
    body: {
      ...{ name: 'Office', zone: 'Asia/Shanghai', weekend: [6, 7], inUse: true },
      days: [
        { day: ahead(1), kind: 'holiday', name: 'Founders’ day' },
        { day: ahead(2), kind: 'work', name: 'In return' },
      ],
    },
  });
});
afterAll(() => server?.stop());

/** Opens the list of special days for a new person. */
async function openList(options: Parameters<typeof openPage>[1]): Promise<Page> {
  const permissions = ['workCalendarDay:list', 'workCalendar:list'];
  const { username } = await makePerson(server, [tenantId], { permissions });
  const page = await openPage(server, options);
  await signIn(page, server, { username, password: PASSWORD }, PAGE);
  return page;
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Subscribe in a calendar' });
const addressIn = (page: Page): Promise<string> =>
  dialogOf(page).getByRole('textbox', { name: 'Address of the link' }).inputValue();
const statusOf = async (address: string): Promise<number> => (await fetch(address)).status;
const textOf = async (address: string): Promise<string> => (await fetch(address)).text();

it('is subscribed to by keyboard, read, renewed and ended', async () => {
  const page = await openList({ lang: 'en' });
  await page.getByRole('button', { name: 'Subscribe in a calendar' }).focus();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  await dialog.getByText('The calendar contains all records').waitFor();
  const name = dialog.getByRole('textbox', { name: 'Name in the calendar' });
  expect(await name.inputValue()).toBe('Holidays and make-up days');
  await name.fill('Days off');
  await page.keyboard.press('Enter');
  const first = await addressIn(page);
  expect(first).toMatch(/\/public\/calendar\/[\w-]{43}\/list\.ics$/);
  expect(await dialog.getByRole('link', { name: 'Open in the calendar program' }).getAttribute('href')).toBe(
    first.replace(/^https?/, 'webcal'),
  );
  const text = await textOf(first);
  expect(text).toContain('X-WR-CALNAME:Days off\r\n');
  expect(text).toContain('SUMMARY:Founders’ day\r\n');
  expect(text).toContain('CATEGORIES:Public holiday\r\n');

  await dialog.getByRole('button', { name: 'Create a new link' }).click();
  await expect.poll(() => addressIn(page)).not.toBe(first);
  const second = await addressIn(page);
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);

  await dialog.getByRole('button', { name: 'Unsubscribe' }).click();
  const question = page.getByRole('dialog', { name: 'Unsubscribe “Days off”?' });
  await question.getByRole('button', { name: 'Unsubscribe' }).click();
  await dialog.getByRole('button', { name: 'Create link' }).waitFor();
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Address of the link' }).count()).toBe(0);
  expect(await statusOf(second)).toBe(404);
});

it("contains exactly the records of the list, and is ended in the user's list of subscriptions", async () => {
  const page = await openList({ lang: 'en' });
  await page.goto(`${PAGE}?f.kind=work`);
  await page.getByRole('button', { name: 'Subscribe in a calendar' }).click();
  await dialogOf(page).getByText('of the current filter and search').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Create link' }).click();
  const address = await addressIn(page);
  const text = await textOf(address);
  expect(text).toContain('SUMMARY:In return');
  expect(text).not.toContain('Founders');
  await page.goto('/main/mine');
  const section = page.getByRole('region', { name: 'Calendars' });
  await section.getByText(/last read/).waitFor();
  await section.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }).click();
  await section.waitFor({ state: 'detached' });
  expect(await statusOf(address)).toBe(404);
});

it('is saved once as a file', async () => {
  const page = await openList({ lang: 'en' });
  await page.getByRole('button', { name: 'Subscribe in a calendar' }).click();
  const coming = page.waitForEvent('download');
  await dialogOf(page).getByRole('button', { name: 'Download (.ics)' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('Holidays and make-up days.ics');
  expect(await readFile(await file.path(), 'utf8')).toContain('SUMMARY:In return');
});

describe('the dialog', () => {
  it.each([
    { lang: 'en', theme: 'default', width: 1440 },
    { lang: 'zh', theme: 'dark', width: 1440 },
    { lang: 'zh', theme: 'default', width: 390 },
    { lang: 'en', theme: 'dark', width: 390 },
  ] as const)('fits into $width pixels in $lang', async (options) => {
    const page = await openList(options);
    const words = (key: keyof typeof texts) => texts[key][options.lang];
    const name = words('subscribe.title');
    if (options.width < 1000) {
      await page.getByRole('button', { name: MORE[options.lang] }).click();
      await page.getByRole('menuitem', { name }).click();
    } else await page.getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog', { name });
    await dialog.getByRole('button', { name: words('subscribe.make') }).click();
    await dialog.getByRole('status').waitFor();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth),
    ).toBe(false);
    await keepPicture(page, `subscribe-${options.lang}-${options.theme}-${options.width}`);
  });
});
