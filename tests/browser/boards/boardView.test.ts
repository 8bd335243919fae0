import { readFile } from 'node:fs/promises';
import type { Locator, Page, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TrendConfig } from '../../../generated/types.ts';
import { BOARD, figureAndTrend, save } from '../../support/browser/board.ts';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { offer } from '../../support/browser/options.ts';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { WAIT_MS } from '../../support/server/patience.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, type Site, send } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

/** Creates a tenant with two stations, each with a board of one figure and one trend. */
async function openBoards(trend: TrendConfig = {}): Promise<{
  page: Page;
  client: Client;
  first: Site;
  second: Site;
  again(): Promise<Page>;
}> {
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { permissions: ['*'] });
  const client = await login(server, username, PASSWORD);
  const first = await makeSite(client);
  const second = await makeSite(client);
  for (const site of [first, second]) {
    const widgets = figureAndTrend(site).map((widget) =>
      widget.type === 'trend' ? { ...widget, config: { ...widget.config, ...trend } } : widget,
    );
    await save(client, site, widgets, 0);
  }
  await send(server.url, first.device, { power: 42.5 });
  const again = async () => {
    const page = await openPage(server);
    await signIn(page, server, { username, password: PASSWORD });
    return page;
  };
  const page = await again();
  await page.goto(`${BOARD}?station=${first.station.sn}`);
  await figure(page, '42.5').waitFor();
  return { page, client, first, second, again };
}

/** Returns the parts in the box of the trend: its drawing, and the mark that the user placed beside it. */
const parts = (page: Page) => page.locator('[data-widget=trend]').getByRole('img').locator('> div');
const address = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const figure = (page: Page, text: string) => page.locator('[data-widget=figure]').getByText(text).first();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Returns the number of days in the next answer with the curve of the trend. */
async function nextDays(page: Page, act: () => Promise<unknown>): Promise<number> {
  const [answer] = await Promise.all([
    page.waitForResponse((one) => one.url().endsWith('/siteKanban/query')),
    act(),
  ]);
  const { results } = (await answer.json()).data as { results: { data: { time_keys?: string[] }[] }[] };
  return results.flatMap(({ data }) => data).find(({ time_keys }) => time_keys)?.time_keys?.length ?? 0;
}

describe('zooming in a chart', () => {
  it('zooms the whole board; a double click returns, step by step', async () => {
    const { page, first } = await openBoards();
    const HALF_HOUR = 30 * 60_000;
    const day = Date.parse('2026-05-04T00:00:00+08:00');
    const points = Array.from({ length: 48 }, (_, at) => ({
      ts: day + at * HALF_HOUR,
      values: { power: 20 + (at % 7) },
    }));
    await send(server.url, first.device, points);
    await page.goto(`${BOARD}?station=${first.station.sn}&range=2026-05-04..2026-05-04`);
    const chart = page.locator('[data-widget=trend] canvas');
    const mark = async (from: number, to: number) => {
      // The chart has no size for a moment while it is drawn again.
      const box = await vi.waitUntil(() => chart.boundingBox(), { timeout: WAIT_MS });
      const y = box.y + box.height / 2;
      await page.mouse.move(box.x + box.width * from, y);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * ((from + to) / 2), y, { steps: 4 });
      await page.mouse.move(box.x + box.width * to, y, { steps: 4 });
      await page.mouse.up();
    };
    const span = () => (address(page).range ?? '').split('..').map((text) => Date.parse(`${text}Z`));
    await chart.waitFor();
    await mark(0.4, 0.8);
    await page.waitForURL((url) => url.searchParams.get('range') !== '2026-05-04..2026-05-04');
    const [from = 0, to = 0] = span();
    const hours = (to - from) / 3_600_000;
    expect(hours).toBeGreaterThan(8);
    expect(hours).toBeLessThan(12);
    const near = address(page).range;
    await button(page, new RegExp(near!.slice(0, 10))).waitFor();
    await chart.waitFor();
    await mark(0.3, 0.6);
    await page.waitForURL((url) => url.searchParams.get('range') !== near);
    const [second = 0, third = 0] = span();
    expect(third - second).toBeLessThan((to - from) / 2);
    await chart.dblclick();
    await page.waitForURL((url) => url.searchParams.get('range') === near);
    await chart.dblclick();
    await page.waitForURL((url) => url.searchParams.get('range') === '2026-05-04..2026-05-04');
    expect(await parts(page).count()).toBe(1);
  });

  it('has no effect in edit mode, where widgets are moved', async () => {
    const { page } = await openBoards();
    await button(page, 'Edit board').click();
    const box = (await page.locator('[data-widget=trend] canvas').boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2, { steps: 5 });
    expect(await parts(page).count()).toBe(1);
    await page.mouse.up();
    expect(address(page).range).toBeUndefined();
  });
});

describe('looking at a board', () => {
  it('stores station and range in the address, which opens the same view elsewhere', async () => {
    const { page, first, second, again } = await openBoards({ queryInterval: 'MONTH' });
    await button(page, /^Time range/).click();
    expect(await nextDays(page, () => button(page, 'Last month').click())).toBeGreaterThanOrEqual(28);
    expect(address(page)).toEqual({ station: first.station.sn, range: 'lastMonth' });
    await button(page, 'Earlier').click();
    await page.waitForURL((url) => url.searchParams.get('range')?.includes('..') === true);
    const { range } = address(page);
    expect(range).toMatch(/^\d{4}-\d\d-01\.\.\d{4}-\d\d-\d\d$/);

    await page.getByRole('combobox', { name: 'Station' }).click();
    await offer(page, second.station.sn).click();
    await page.waitForURL((url) => url.searchParams.get('station') === second.station.sn);
    await page.goBack();
    await figure(page, '42.5').waitFor();
    expect(address(page)).toEqual({ station: first.station.sn, range });

    const other = await again();
    await other.goto(`${BOARD}?station=${second.station.sn}&range=${range}&record=2026-02`);
    await other.getByText('Snapshot of', { exact: false }).first().waitFor();
    await other.getByRole('alert').getByText('No board version from that month', { exact: false }).waitFor();
    await other.getByRole('banner').getByText(second.station.name).waitFor();
    expect(await button(other, 'Edit board').count()).toBe(0);
    await button(other, 'Back to live').click();
    await button(other, 'Edit board').waitFor();
    expect(address(other)).toEqual({ station: second.station.sn, range });
    await other.goto(`${BOARD}?station=NO_USER`);
    await other.getByText('The station NO_USER does not exist').waitFor();
  });

  it('opens the stations, the menu and the time range by keyboard, with the focus there', async () => {
    const { page, second } = await openBoards();
    await figure(page, '42.5').waitFor();
    const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement);
    await page.keyboard.press('Tab');
    await page.getByRole('combobox', { name: 'Station' }).focus();
    // A list of the same name replaces the button.
    const stations = page.getByRole('combobox', { name: 'Station' }).and(page.locator('input'));
    await stations.waitFor();
    await expect.poll(() => isFocused(stations)).toBe(true);
    await page.keyboard.type(second.station.sn);
    await page.keyboard.press('Enter');
    // The board of the other station has tools of its own.
    await figure(page, '42.5').waitFor({ state: 'detached' });
    await page.locator('[data-widget=figure]').waitFor();

    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.focus();
    await page.keyboard.press('Enter');
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'hidden' });
    await expect.poll(() => isFocused(more)).toBe(true);

    await button(page, /^Time range/).focus();
    await page.keyboard.press('Enter');
    await button(page, 'Last month').waitFor();
  });

  it('shows cached data at once when a user returns to a board, and requests it again, once', async () => {
    const { page, second } = await openBoards();
    await figure(page, '42.5').waitFor();
    await page.getByRole('combobox', { name: 'Station' }).click();
    await Promise.all([
      page.waitForResponse((one) => one.url().endsWith('/siteKanban/query')),
      offer(page, second.station.sn).click(),
    ]);
    await page.locator('[data-widget=trend]').waitFor();
    let requests = 0;
    const late = Promise.withResolvers<void>();
    await page.route('**/siteKanban/query', async (route) => {
      requests += 1;
      await late.promise;
      await route.continue();
    });
    await page.goBack();
    await figure(page, '42.5').waitFor();
    await page.locator('[data-widget=trend] canvas').first().waitFor();
    await expect.poll(() => requests).toBe(1);
    const answered = page.waitForResponse((one) => one.url().endsWith('/siteKanban/query'));
    late.resolve();
    expect((await answered).status()).toBe(200);
    expect(requests).toBe(1);
  });

  it('requests the data of a known board while the previous one is still shown, once', async () => {
    const { page, second } = await openBoards();
    // The user leaves the board before the answer. Its document is loaded, but not its data.
    await page.route('**/siteKanban/query', () => {});
    await page.getByRole('combobox', { name: 'Station' }).click();
    const isOfSecond = (request: Request) =>
      request.url().endsWith('/siteKanban/query') && !!request.postData()?.includes(second.station.sn!);
    await Promise.all([page.waitForRequest(isOfSecond), offer(page, second.station.sn).click()]);
    await page.unroute('**/siteKanban/query');
    const answered = () => page.waitForResponse((one) => one.url().endsWith('/siteKanban/query'));
    await Promise.all([answered(), page.goBack()]);
    await figure(page, '42.5').waitFor();
    await page.evaluate(() => {
      const left = location.search;
      const standing: boolean[] = [];
      let before = new Set<Element>();
      // Reads the widgets at the change of the address, before the next board is drawn.
      const look = () => {
        before = new Set(document.querySelectorAll('[data-widget]'));
      };
      window.addEventListener('popstate', look, { capture: true });
      const { fetch } = window;
      window.fetch = (input, init) => {
        // The restored board may still send requests when the user leaves it again.
        const isNext = location.search !== left;
        if (isNext && input instanceof Request && input.url.endsWith('/siteKanban/query'))
          standing.push([...document.querySelectorAll('[data-widget]')].every((one) => before.has(one)));
        return fetch(input, init);
      };
      Object.assign(window, { standing });
    });
    await page.goForward();
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'standing'))).toEqual([true]);
  });

  it('rotates through the boards of a station on a wall, from any board', async () => {
    const { page, client, first } = await openBoards();
    const stationSn = first.station.sn!;
    const { id } = await client.call('boardCreate', { body: { name: 'Hall', visibility: 'private' } });
    await client.call('boardMark', { body: { stationSn, boardId: id!, isDefault: true } });
    await page.goto(`${BOARD}?station=${stationSn}&kiosk=5&rotate=boards`);
    await page.getByRole('region', { name: 'This board is empty' }).waitFor();
    await figure(page, '42.5').waitFor();
    expect(address(page)).toMatchObject({ board: 'own', kiosk: '5' });
  });

  it('prints everything on A4, also collapsed sections and other tabs, and exports pictures', async () => {
    const { page, client, first } = await openBoards();
    const stationSn = first.station.sn!;
    const own = figureAndTrend(first);
    const section = { type: 'section', version: 1, config: { titleName: 'Storage', collapsed: true } };
    const widgets = [
      { ...section, id: 'section', tab: 'one' },
      ...own.map((one) => ({ ...one, tab: 'one' })),
    ];
    widgets.push({ ...own[0]!, id: 'other', tab: 'two' });
    const document = {
      version: 2,
      tabs: ['one', 'two'].map((id) => ({ id, title: `Tab ${id}` })),
      widgets,
      layouts: { lg: widgets.map(({ id }, at) => ({ i: id, x: 0, y: at * 5, w: 24, h: 5 })) },
    };
    await client.call('kanbanSave', { body: { stationSn, document, version: 1 } });
    await page.reload();
    await page.locator('[data-widget=section]').waitFor();
    expect(await page.locator('[data-widget=figure]').count()).toBe(0);
    await button(page, 'More').first().click();
    await page.getByRole('menuitem', { name: /^Print/ }).click();
    const printing = page.getByRole('dialog', { name: 'Print preview of the board' });
    const sheet = printing.getByRole('region', { name: /^Page / });
    await sheet.getByText('42.5').first().waitFor();
    await sheet.locator('canvas').waitFor();
    expect(await printing.getByRole('status', { name: 'Loading' }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'All tabs' }).check();
    await sheet.getByRole('heading', { name: /Tab two/ }).waitFor();
    expect(await sheet.count()).toBe(2);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    // A4 landscape, in points.
    expect(pdf.match(/\/MediaBox\s*\[0 0 84[12][\d.]* 59[45][\d.]*\]/g)).toHaveLength(2);
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'PNG').click()]);
    expect(file.suggestedFilename()).toMatch(/ - Station board 1\.png$/);
    const png = await readFile(await file.path());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.readUInt32BE(16)).toBeGreaterThan(2000);
  });

  it('prints the moment at which it is paused, and the month of a snapshot', async () => {
    const { page, first } = await openBoards();
    await page.keyboard.press('p');
    const pausedAt = /\d\d:\d\d/.exec(await page.getByText('Paused at').innerText())![0];
    await page.evaluate((ahead) => {
      const { now } = Date;
      Date.now = () => now() + ahead;
    }, 3 * 3_600_000);
    const print = async () => {
      await button(page, 'More').first().click();
      await page.getByRole('menuitem', { name: /^Print/ }).click();
      return page
        .getByRole('region', { name: /^Page / })
        .locator('> header')
        .innerText();
    };
    expect(await print()).toContain(`${pausedAt} (Asia/Shanghai)`);
    await page.goto(`${BOARD}?station=${first.station.sn}&record=2026-02`);
    await page.getByRole('alert').getByText('No board version from that month', { exact: false }).waitFor();
    expect(await print()).toContain('2026-02');
  });

  it('shows the values of a chart at the pointer', async () => {
    const { page } = await openBoards();
    const chart = page.locator('[data-widget=trend]').getByRole('img');
    await chart.locator('canvas').waitFor();
    expect(await parts(page).count()).toBe(1);
    await chart.hover();
    await chart.getByRole('tooltip').waitFor();
  });

  it('does not change while it is paused, and exports the figures of a widget', async () => {
    const { page, first, again } = await openBoards();
    const other = await again();
    await other.goto(`${BOARD}?station=${first.station.sn}`);
    await figure(other, '42.5').waitFor();
    await page.keyboard.press('p');
    await page.getByText('Paused at').waitFor();
    // The window that is not paused shows both values in turn.
    for (const power of [66.25, 77.25]) {
      await send(server.url, first.device, { power });
      await figure(other, String(power)).waitFor();
    }
    expect(await figure(page, '42.5').count()).toBe(1);
    expect(await figure(page, '66.25').count()).toBe(0);
    await page.keyboard.press('p');
    await figure(page, '77.25').waitFor();

    await page.locator('[data-widget=figure]').hover();
    await button(page, 'Data of Now').click();
    const dialog = page.getByRole('dialog', { name: 'Data of Now' });
    await dialog.getByRole('cell', { name: '77.25' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('Now.csv');
    const [head, row] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(head).toBe('Name,Variable,Value,Unit,Time (Asia/Shanghai)');
    expect(row).toMatch(new RegExp(`^Now,${first.variable.sn},77.25,kW,20\\d\\d-\\d\\d-\\d\\d `));
  });
});
