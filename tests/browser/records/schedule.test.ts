/** A user who knows no recurrence rules creates a plan, and sees its days and its records. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { offer } from '../../support/browser/options.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { definePlans, visitsOf } from '../../support/records/timePlans.ts';
import { type Client, login, startedFolder, startOn, type TestServer } from '../../support/server/server.ts';

let folder: Awaited<ReturnType<typeof startedFolder>>;
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  folder = await startedFolder();
  server = await startOn(folder.path);
  admin = await login(server);
  await definePlans(admin);
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

const PLANS = '/main/operation/timePlan';
const DESK = 1440;
const PHONE = 390;

const control = (page: Page) => page.getByRole('group', { name: 'Rule' });

/** Returns the days that the control shows, in their order. */
async function readShownDays(page: Page): Promise<string[]> {
  const text = await control(page).innerText();
  return text.match(/\d{4}-\d\d-\d\d/g) ?? [];
}

it('a rule is chosen in parts, shows its days, and creates the records', async () => {
  const page = await openPage(server, { lang: 'en' });
  await signIn(page, server, server.admin, PLANS);
  await page.getByRole('button', { name: 'New timePlan' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Round');
  // Before the user chooses, there is no rule, so none is shown.
  expect(await dialog.getByRole('spinbutton', { name: 'Every' }).count()).toBe(0);
  await dialog.getByRole('combobox', { name: 'Unit' }).click();
  await offer(page, 'weeks').click();
  await dialog.getByRole('spinbutton', { name: 'Every' }).fill('2');
  await dialog.getByRole('combobox', { name: 'Weekdays' }).click();
  await offer(page, 'Mon').click();
  await page.keyboard.press('Escape');
  const rule = dialog.getByRole('textbox', { name: 'Rule (RFC 5545)' });
  await expect.poll(() => rule.inputValue()).toBe('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO');
  const days = await readShownDays(page);
  expect(days).toHaveLength(3);
  expect(days.map((day) => new Date(`${day}T00:00:00Z`).getUTCDay())).toEqual([1, 1, 1]);
  expect(dayAfter(days[0]!, 14)).toBe(days[1]);
  await keepPicture(page, 'rule-weekly');

  // The controls cannot show this rule, so it remains a text.
  await rule.fill('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30');
  await dialog.getByText('This rule has no days').waitFor();
  expect(await dialog.getByRole('combobox', { name: 'Unit' }).count()).toBe(0);
  await rule.fill('FREQ=MONTHLY;BYMONTHDAY=-1');
  await dialog.getByText('the last day', { exact: true }).waitFor();
  const [first] = await readShownDays(page);
  await dialog.getByRole('textbox', { name: 'From' }).fill(dayAfter(first!, -1));
  await dialog.getByRole('textbox', { name: 'From' }).press('Tab');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { data } = await openBooks(admin).ask('GET', 'timePlan/page');
  const [plan] = data.records as { id: number }[];
  await expect.poll(async () => (await visitsOf(admin, plan!.id)).map(({ day }) => day)).toContain(first);
});

it('a calendar is saved with its days, and a rule is chosen, on a desk and on a phone', async () => {
  for (const [lang, width, theme] of [
    ['zh', DESK, 'default'],
    ['en', PHONE, 'dark'],
  ] as const) {
    const page = await openPage(server, { lang, width, theme });
    await signIn(page, server, server.admin, '/main/operation/workCalendar');
    await page.getByText('Standard week').first().waitFor();
    await keepPicture(page, `calendars-${lang}`);
    await page.goto(`${server.url}${PLANS}`);
    await page.getByRole('button', { name: 'timePlan' }).first().click();
    await control(page).waitFor();
    // Its parts fit in the window.
    const wide = await control(page).evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await keepPicture(page, `rule-${lang}`);
  }
});
