import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DashboardDocument } from '../../../generated/definition.ts';
import {
  BOARD,
  button,
  edit,
  figure,
  figureAndTrend,
  item,
  openBoard,
  type Stage,
  said,
  storedBoard,
} from '../../support/browser/board.ts';
import type { PageOptions } from '../../support/browser/browser.ts';
import { offer, offered } from '../../support/browser/options.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, type Site, send } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

const VARIABLE = { dataType: 'number', kind: 'gauge' } as const;

async function more(page: Page, name: string): Promise<void> {
  await button(page, 'More').first().click();
  await page.getByRole('menuitem', { name }).click();
}
async function openList(page: Page): Promise<void> {
  await button(page, /^Board: /).click();
  await page.getByRole('textbox', { name: 'Search boards' }).waitFor();
}

/**
 * Opens the station of the stage with a board of two widgets, and a second station whose meter measures another
 * quantity.
 */
async function openTwoSites(options: PageOptions = {}): Promise<Stage & { other: Site }> {
  const stage = await openBoard(server, [], options);
  const { client, site, page } = stage;
  const other = await makeSite(client);
  const widgets = figureAndTrend(site);
  const lg = widgets.map(({ id }, at) => ({ i: id, x: at * 6, y: 0, w: 6, h: 5 }));
  await client.call('kanbanSave', {
    body: { stationSn: site.station.sn, document: { version: 1, widgets, layouts: { lg } }, version: 0 },
  });
  await page.reload();
  await item(page, 'figure').waitFor();
  return { ...stage, other };
}

/** Presses the keys. Returns whether the board handled them. */
async function pressPaste(page: Page): Promise<boolean> {
  await page.evaluate(() => {
    const heard = new Promise((done) => {
      addEventListener('paste', ({ defaultPrevented }) => done(defaultPrevented), { once: true });
    });
    Object.assign(window, { heard });
  });
  await page.keyboard.press('Control+v');
  return page.evaluate(() => Reflect.get(window, 'heard') as Promise<boolean>);
}

async function pasteMatched(page: Page): Promise<void> {
  await expect.poll(() => pressPaste(page)).toBe(true);
  await page.getByText('1 variable replaced by that of this station').waitFor();
}

async function chooseSite(page: Page, { station }: Site): Promise<void> {
  await page.getByRole('combobox', { name: 'Station' }).click();
  await offer(page, station.sn).click();
  await page.waitForURL((url) => url.searchParams.get('station') === station.sn);
}

describe('several boards of a station', () => {
  it('are created, found, starred, set as default and deleted', async () => {
    const stage = await openTwoSites({ allow: [/404/] });
    const { page } = stage;
    await openList(page);
    await button(page, 'New').last().click();
    const dialog = page.getByRole('dialog', { name: 'New board' });
    await dialog.getByText('Copy of this board').click();
    await dialog.getByLabel('Name').fill('Night shift');
    await dialog.getByLabel('Folder').fill('On duty');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL((url) => url.searchParams.has('board'));
    const gone = new URL(page.url()).searchParams.get('board');
    await item(page, 'trend').waitFor();
    await button(page, 'Board: Night shift. Switch').waitFor();

    // A board for another station can be created from a template. The form then asks whether it is for this
    // station or for any.
    await openList(page);
    await button(page, 'New').last().click();
    await dialog.getByLabel('Station').click();
    await expect.poll(() => offered(page).count()).toBe(1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    const list = page.getByRole('dialog', { name: 'Boards', exact: true });
    await list.getByText('On duty').waitFor();
    await button(page, 'Add Night shift to the favourites').click();
    await button(page, 'Remove Night shift from the favourites').first().waitFor();
    await button(page, 'More for Night shift').first().click();
    await page.getByRole('menuitem', { name: 'Open by default for this station' }).click();
    await list.getByText('Default', { exact: true }).first().waitFor();
    await page.getByRole('textbox', { name: 'Search boards' }).fill('No such board');
    await list.getByText('No such board', { exact: false }).waitFor();
    await page.getByRole('textbox', { name: 'Search boards' }).fill('night');
    await expect.poll(() => list.getByRole('listitem').count()).toBeGreaterThan(0);
    expect(await list.getByText('Station board').count()).toBe(0);

    await page.goto(`/main/ems/map/monitor/dashboard?station=${stage.site.station.sn}`);
    await button(page, 'Board: Night shift. Switch').click();
    await button(page, 'More for Night shift').first().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Delete' }).click();
    await button(page, 'Board: Station board. Switch').waitFor();
    await openList(page);
    expect(await list.getByRole('listitem').count()).toBe(1);

    // A visitor of the board's address sees an explanation and a link.
    await page.goto(`/main/ems/map/monitor/dashboard?station=${stage.site.station.sn}&board=${gone}`);
    await page.getByText('This board is not available to you').waitFor();
    await page.getByRole('button', { name: "Open the station's board" }).click();
    await item(page, 'trend').waitFor();
  });

  it('serve as a template for another station, where variables without a match are chosen', async () => {
    const stage = await openTwoSites();
    const { client, page, other } = stage;
    // The other station has no variable with the same name or quantity.
    const flow = { code: 'flow', name: 'Flow', unit: 'm³/h', dataType: 'number', kind: 'gauge' } as const;
    await client.call('deviceVariableCreate', { body: { ...flow, deviceSn: other.device.sn } });
    await client.call('deviceVariableDelete', { path: { id: other.variable.id } });
    await more(page, 'Use on another station');
    const dialog = page.getByRole('dialog', { name: 'Use the board on another station' });
    await dialog.getByRole('combobox').first().click();
    await offer(page, other.station.sn).click();
    await dialog.getByText('0 of 2 variables matched').waitFor();
    await dialog.getByLabel('Name of the new board').fill('Model');
    for (const left of [2, 1]) {
      await dialog.getByText(`Without a matching variable: ${left}`).waitFor();
      await dialog.getByRole('button', { name: 'Meter / Flow' }).first().click();
    }
    await dialog.getByRole('button', { name: 'Create board' }).click();
    await page.waitForURL((url) => url.searchParams.get('station') === other.station.sn);
    await item(page, 'trend').waitFor();
    await button(page, 'Board: Model. Switch').waitFor();
  });

  it('copy widgets to another station, whose variables replace the old ones', async () => {
    const stage = await openTwoSites();
    const { page, other } = stage;
    await edit(page);
    // Repeats the copy until the page confirms it, because the builder may not handle the first key press yet.
    const copy = async () => {
      await item(page, 'figure').focus();
      await page.keyboard.press('Control+c');
      return page.getByText(/copied/).count();
    };
    await expect.poll(copy).toBeGreaterThan(0);
    await button(page, 'Stop editing').click();
    await chooseSite(page, other);
    // Clicks beside the presets, which appear a moment later.
    await page.getByRole('region', { name: 'This board is empty' }).click({ position: { x: 4, y: 4 } });
    await pasteMatched(page);
    await button(page, 'Save').click();
    await page.getByText('Board saved').waitFor();
    const [widget] = (await storedBoard({ ...stage, site: other })).widgets;
    expect(widget?.config.deviceValue).toEqual([other.device.sn, other.variable.sn]);
  });

  it('begin from a file, with the variables of the station, or from a preset', async () => {
    const stage = await openTwoSites();
    const { page, other } = stage;
    const board = await storedBoard(stage);
    await chooseSite(page, other);
    await openList(page);
    await button(page, 'New').last().click();
    const dialog = page.getByRole('dialog', { name: 'New board' });
    await dialog.getByText('JSON file', { exact: true }).click();
    const storeDocument = (document: object) =>
      dialog.locator('input[type=file]').setInputFiles({
        ...{ name: 'board.json', mimeType: 'application/json' },
        buffer: Buffer.from(JSON.stringify(document)),
      });
    await storeDocument({ ...board, version: 99 });
    await dialog.getByRole('list', { name: 'Problems in the file' }).getByText('/version').waitFor();
    await storeDocument(board);
    await dialog.getByText('2 of 2 variables matched').waitFor();
    await dialog.getByLabel('Name').fill('From a file');
    const [saved] = await Promise.all([
      page.waitForResponse((one) => one.url().endsWith('/siteKanban/saveOrUpdate')),
      dialog.getByRole('button', { name: 'Create' }).click(),
    ]);
    const document = await saved.text();
    expect(document).toContain(other.variable.sn);
    expect(document).not.toContain(stage.site.variable.sn);
    await page.waitForURL((url) => url.searchParams.has('board'));
    await item(page, 'trend').waitFor();

    await openList(page);
    await button(page, 'New').last().click();
    await dialog.getByText('Preset', { exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Choose a preset' }).click();
    await offered(page).first().click();
    await dialog.getByLabel('Name').fill('From a preset');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await button(page, 'Board: From a preset. Switch').waitFor();
    await page.locator('[data-widget]').first().waitFor();
  });

  it('open on any station with its variables, and the ones of the chosen device', async () => {
    const stage = await openTwoSites();
    const { client, site, other, page } = stage;
    const sn = other.station.sn!;
    const device = await client.call('deviceCreate', {
      body: { sn: `${sn}-M2`, name: 'Second', stationSn: sn, type: 'meter' },
    });
    await client.call('deviceVariableCreate', {
      body: { ...VARIABLE, deviceSn: device.sn, code: 'power', name: 'Power', unit: 'kW' },
    });
    const only = await client.call('deviceVariableCreate', {
      body: { ...VARIABLE, deviceSn: site.device.sn!, code: 'flow', name: 'Flow', unit: 'L' },
    });
    await send(server.url, other.device, { power: 17 });
    await send(server.url, device, { power: 23 });
    const { id } = await client.call('boardCreate', { body: { name: 'Any', visibility: 'tenant' } });
    const shows = (name: string, deviceValue: unknown[]) => ({
      ...figure(name, name),
      config: { name, dataType: 'device_data', deviceValue },
    });
    const widgets = [
      shows('fixed', [site.device.sn, site.variable.sn]),
      shows('follows', ['{device}', 'power']),
      shows('lacks', [site.device.sn, only.sn]),
    ];
    const lg = widgets.map((widget, at) => ({ i: widget.id, x: at * 6, y: 0, w: 6, h: 5 }));
    const document = { version: 1, widgets, layouts: { lg } };
    const body = { stationSn: sn, boardId: id!, version: 0, document };
    await client.call('kanbanSave', { body });
    await page.goto(`${BOARD}?station=${site.station.sn}&board=${id}`);
    await item(page, 'fixed').getByText('42.5').waitFor();
    await item(page, 'follows').getByText('42.5').waitFor();
    await page.goto(`${BOARD}?station=${sn}&board=${id}`);
    await item(page, 'fixed').getByText('17').waitFor();
    await item(page, 'follows').getByText('17').waitFor();
    await item(page, 'lacks').getByText('Flow').waitFor();
    await page.getByRole('combobox', { name: 'Device' }).click();
    await page.getByTitle(`Second (${sn}-M2)`).click();
    await item(page, 'follows').getByText('23').waitFor();
    expect(new URL(page.url()).searchParams.get('device')).toBe(`${sn}-M2`);
    await page.reload();
    await item(page, 'follows').getByText('23').waitFor();
    await item(page, 'fixed').getByText('17').waitFor();

    // A variable that is chosen here replaces the missing one only on this station. The stored board stays unchanged.
    await item(page, 'lacks').getByRole('button', { name: 'Choose a variable' }).click();
    const dialog = page.getByRole('dialog', { name: /lacks/ });
    // Buttons inside a widget cannot be pressed while the board is edited.
    await expect.poll(() => item(page, 'lacks').getByText('Choose a variable').count()).toBe(0);
    await dialog.getByRole('combobox', { name: 'Device variable' }).first().fill('power');
    await page.getByTitle('Meter / Power').first().click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await item(page, 'lacks').getByText('17').waitFor();
    await button(page, 'Save').click();
    await button(page, 'Edit board').waitFor();
    const saved = await client.call('kanbanGet', { path: { stationSn: sn }, query: { boardId: id! } });
    const stored = saved.document as DashboardDocument;
    expect(stored.widgets.map(({ config }) => config.deviceValue)).toEqual([
      [site.device.sn, site.variable.sn],
      ['{device}', 'power'],
      [site.device.sn, only.sn],
    ]);
    expect(stored.standIns).toEqual([
      { stationSn: sn, from: only.sn, device: other.device.sn, variable: other.variable.sn },
    ]);
    const third = await makeSite(client);
    await page.goto(`${BOARD}?station=${third.station.sn}&board=${id}`);
    await item(page, 'lacks').getByText('Flow').waitFor();
    await send(server.url, site.device, { flow: 61 });
    await page.goto(`${BOARD}?station=${site.station.sn}&board=${id}`);
    await item(page, 'lacks').getByText('61').waitFor();
    await item(page, 'fixed').getByText('42.5').waitFor();
  });

  it('of any station remain open if a query about their variables fails, and copy matched widgets', async () => {
    const stage = await openTwoSites({ allow: [/503/] });
    const { client, site, other, page } = stage;
    const stationSn = other.station.sn!;
    const { id } = await client.call('boardCreate', { body: { name: 'Any', visibility: 'tenant' } });
    const widgets = figureAndTrend(site);
    // The dialog asks for the variables of this widget and of the figure together.
    widgets[1] = {
      ...widgets[1]!,
      config: { name: 'Trend', nodeInfo: [{ deviceVar: ['{device}', 'power'] }] },
    };
    const lg = widgets.map((widget, at) => ({ i: widget.id, x: at * 6, y: 0, w: 6, h: 5 }));
    const document = { version: 1, widgets, layouts: { lg } };
    await client.call('kanbanSave', { body: { stationSn, boardId: id!, version: 0, document } });
    await send(server.url, other.device, { power: 17 });
    await page.goto(`${BOARD}?station=${stationSn}&board=${id}`);
    await item(page, 'figure').getByText('17').waitFor();
    await edit(page);

    const binding = '**/main/board/binding';
    await page.route(binding, (route) => route.fulfill({ status: 503, json: { code: 503 } }));
    await item(page, 'trend').focus();
    await page.keyboard.press('Delete');
    const question = page.getByRole('dialog').filter({ hasText: 'Delete this record?' });
    await Promise.all([
      page.waitForResponse(binding),
      question.getByRole('button', { name: 'Delete' }).click(),
    ]);
    await expect.poll(() => item(page, 'trend').count()).toBe(0);
    await item(page, 'figure').getByText('17').waitFor();
    await button(page, 'Save').waitFor();
    await page.unroute(binding);

    await item(page, 'figure').focus();
    await page.keyboard.press('Control+c');
    await expect.poll(() => said(page)).toBe('Now copied');
    // Its variable is also on this board, so the widget is pasted unchanged.
    await page.keyboard.press('Control+v');
    await expect.poll(() => said(page)).toBe('Now pasted');
    await button(page, 'Save').click();
    await page.getByText('Board saved').waitFor();
    const saved = await client.call('kanbanGet', { path: { stationSn }, query: { boardId: id! } });
    const own = [site.device.sn, site.variable.sn];
    const shown = (board: unknown) =>
      (board as DashboardDocument).widgets.map(({ config }) => config.deviceValue);
    expect(shown(saved.document)).toEqual([own, own]);

    await openList(page);
    await page.getByRole('dialog').getByRole('listitem').getByText('Station board').click();
    await page.getByRole('region', { name: 'This board is empty' }).click({ position: { x: 4, y: 4 } });
    await pasteMatched(page);
    await button(page, 'Save').click();
    await page.getByText('Board saved').last().waitFor();
    await expect
      .poll(async () => shown(await storedBoard({ ...stage, site: other })))
      .toEqual([[other.device.sn, other.variable.sn]]);
  });

  it('are exported to a file and imported again', async () => {
    const stage = await openTwoSites();
    const { page, site } = stage;
    const [file] = await Promise.all([page.waitForEvent('download'), more(page, 'Export JSON')]);
    const exported = JSON.parse(await readFile(await file.path(), 'utf8')) as DashboardDocument & {
      document?: DashboardDocument;
    };
    const document = exported.document ?? exported;
    expect(document.widgets.map(({ id }) => id)).toEqual(['figure', 'trend']);
    const changed = { ...document, widgets: document.widgets.filter(({ id }) => id === 'trend') };
    changed.layouts = { lg: document.layouts.lg.filter(({ i }) => i === 'trend') };
    await more(page, 'Import JSON');
    const dialog = page.getByRole('dialog');
    const buffer = Buffer.from(
      JSON.stringify(exported.document ? { ...exported, document: changed } : changed),
    );
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'board.json', mimeType: 'application/json', buffer });
    await dialog.getByRole('button', { name: 'Replace the board' }).click();
    await expect.poll(() => item(page, 'figure').count()).toBe(0);
    expect((await storedBoard(stage)).widgets).toHaveLength(2);
    await button(page, 'Save').click();
    await page.getByText('Board saved').waitFor();
    const { widgets } = await storedBoard(stage);
    expect(widgets.map(({ config }) => config.name)).toEqual(['Trend']);
    expect(JSON.stringify(widgets)).toContain(site.variable.sn);
  });
});
