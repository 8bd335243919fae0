/** A page of blocks shows a list, a form, figures and a text side by side, with a common filter. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, type PageOptions, signIn } from '../../support/browser/browser.ts';
import { eventually } from '../../support/browser/listPage.ts';
import { offer } from '../../support/browser/options.ts';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator, makeSite } from '../../support/telemetry/site.ts';

const ADDRESS = '/main/operation/worksheet/today';
const PHONE = { width: 390, height: 844 } as const;

let server: TestServer;
let boss: Client & { tenantId: number };
let north: string;
let south: string;
beforeAll(async () => {
  server = await sharedServer();
  boss = await makeOperator(server);
  [north, south] = (await Promise.all([makeSite(boss), makeSite(boss)])).map(
    ({ station }) => station.sn!,
  ) as [string, string];
});
afterAll(() => server?.stop());

async function open(permissions: string[], options: PageOptions = {}) {
  const { username } = await makePerson(server, [boss.tenantId], { permissions, name: 'Dora Lin' });
  const client = await login(server, username, PASSWORD);
  const page = await openPage(server, options);
  await signIn(page, server, { username, password: PASSWORD }, ADDRESS);
  return { page, client };
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();
const WHOLE = ['siteWorksheet:*', 'station:list', 'station:get', 'user:list'];

it('creates a record in its form, which the list and the figures beside it show', async () => {
  const { page } = await open(WHOLE);
  const form = region(page, 'Assign work');
  await form.getByRole('textbox', { name: 'Work order', exact: true }).fill('Tighten a clamp');
  await form.getByRole('combobox', { name: 'Station' }).click();
  await offer(page, north).click();
  await form.getByRole('textbox', { name: 'Work order', exact: true }).press('Enter');
  const list = region(page, 'My open work orders');
  await list.getByRole('switch').click();
  await list.getByRole('button', { name: 'Tighten a clamp', exact: true }).waitFor();
  await expect.poll(() => region(page, 'Work order overview').innerText()).toMatch(/Open\s+1/);
  // After saving, the form is empty again and the first field has the focus.
  await expect
    .poll(() => form.getByRole('textbox', { name: 'Work order', exact: true }).inputValue())
    .toBe('');
});

it("filters all blocks together, and the next record begins with the filter's value", async () => {
  const make = (name: string, stationSn: string) =>
    boss.call('siteWorksheetCreate', { body: { name, stationSn, type: 'repair', priority: 'normal' } });
  await Promise.all([make('Clean the roof', north), make('Read the meter', south)]);
  const { page } = await open(WHOLE);
  const list = region(page, 'My open work orders');
  await list.getByRole('switch').click();
  await list.getByRole('button', { name: 'Read the meter', exact: true }).waitFor();
  const filters = page.getByRole('group', { name: 'Filter this page' });
  await filters.getByRole('button', { name: 'Station' }).click();
  // The form also has a control with this name. The filter's control exists once its editor is open.
  await page.getByRole('tooltip').getByRole('combobox', { name: 'Station' }).click();
  await offer(page, south).click();
  await page.keyboard.press('Escape');
  await list.getByRole('button', { name: 'Clean the roof', exact: true }).waitFor({ state: 'detached' });
  expect(await list.getByRole('button', { name: 'Read the meter', exact: true }).count()).toBe(1);
  await expect.poll(() => region(page, 'Work order overview').innerText()).toMatch(/Open\s+1/);
  await expect.poll(() => region(page, 'Assign work').innerText()).toContain(south);
});

it('hides blocks without permission, and is closed if all are hidden', async () => {
  const { page } = await open(['siteWorksheet:list', 'siteWorksheet:get']);
  await region(page, 'To be checked').waitFor();
  expect(await region(page, 'Assign work').count()).toBe(0);
  expect(await region(page, 'Open alarm tasks').count()).toBe(0);
  const { page: closed } = await open(['customer:list']);
  await closed.getByRole('heading', { name: 'No permission' }).waitFor();
});

it('shows the error of one block with a retry, while the others work', async () => {
  const { page } = await open(WHOLE, { allow: [/ERR_FAILED/] });
  await page.route('**/manager/statistic/worksheets**', (route) => route.abort());
  await page.reload();
  const figures = region(page, 'Work order overview');
  await figures.getByRole('button', { name: 'Retry' }).waitFor();
  await region(page, 'To be checked').waitFor();
  await page.unroute('**/manager/statistic/worksheets**');
  await figures.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => figures.innerText()).toMatch(/Open/);
});

it('stacks the blocks on a phone, in their order', async () => {
  const { page } = await open(WHOLE, PHONE);
  const names = ['Work order overview', 'My open work orders', 'Assign work', 'To be checked'];
  await region(page, 'To be checked').waitFor();
  const boxes = async () =>
    Promise.all(
      names.map(async (name) => {
        const box = await region(page, name).boundingBox();
        return { top: box?.y ?? 0, fits: (box?.x ?? 0) + (box?.width ?? 0) <= PHONE.width };
      }),
    );
  await eventually(async () => (await boxes()).every(({ fits }) => fits)).toBe(true);
  const tops = (await boxes()).map(({ top }) => top);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expect(new Set(tops).size).toBe(names.length);
});

it('is operated by keyboard, block after block, and from one record to the next', async () => {
  const { page } = await open(WHOLE);
  await region(page, 'To be checked').waitFor();
  const form = region(page, 'Assign work');
  const name = form.getByRole('textbox', { name: 'Work order', exact: true });
  const isLast = () =>
    region(page, 'To be checked').evaluate((block) => block.contains(document.activeElement));
  const reached = new Set<string>();
  await page.getByRole('group', { name: 'Filter this page' }).getByRole('button').first().focus();
  for (let step = 0; step < 200 && !(await isLast()); step += 1) {
    await page.keyboard.press('Tab');
    reached.add(
      await page.evaluate(
        () => document.activeElement?.closest('[data-as]')?.getAttribute('aria-label') ?? '',
      ),
    );
  }
  const blocks = ['My open work orders', 'Assign work', 'To be checked'];
  expect([...reached].filter((label) => blocks.includes(label))).toEqual(blocks);
  await name.focus();
  await page.keyboard.type('Replace a fuse');
  await form.getByRole('combobox', { name: 'Station' }).focus();
  await page.keyboard.press('ArrowDown');
  await offer(page, north).waitFor();
  await page.keyboard.press('Enter');
  await name.press('Enter');
  await expect.poll(() => name.inputValue()).toBe('');
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
});
