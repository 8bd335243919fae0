import AxeSource from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardWidget } from '../../../generated/definition.ts';
import { REFRESH_MS } from '../../../runtime/core/scheduler/refreshInterval.ts';
import {
  BOARD,
  button,
  edit,
  figure,
  item,
  openBoard,
  type Stage,
  storedBoard,
} from '../../support/browser/board.ts';
import { installClock } from '../../support/browser/browser.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeRule, send, until } from '../../support/telemetry/site.ts';

const VIEWER = ['kanban:get', 'station:*', 'device:list', 'deviceVariable:list', 'alarm:list'];

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

describe('the board of a station', () => {
  it('is created, saved, and shows live values', async () => {
    const stage = await openBoard(server);
    const { page, site } = stage;
    await button(page, /^Add (a )?widget$/)
      .first()
      .click();
    const catalogue = page.getByRole('dialog', { name: 'Add a widget' });
    await catalogue.getByLabel('Search widgets').fill('Key data');
    await catalogue.getByRole('listitem').getByRole('button').first().click();
    const dialog = page.getByRole('dialog', { name: 'Widget configuration: Key data' });
    await dialog.getByText('Device data', { exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Device variable' }).click();
    await page.getByTitle('Meter / Power').click();
    await dialog.getByRole('complementary', { name: 'Preview' }).getByText('42.5').waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await button(page, 'Save board').click();
    await page.getByText('Board saved').waitFor();
    await page.reload();
    await page.getByText('42.5').waitFor();
    await send(server.url, site.device, { power: 77.25 });
    await page.getByText('77.25').waitFor();
    expect((await storedBoard(stage)).widgets[0]?.config).toMatchObject({
      deviceValue: [site.device.sn, site.variable.sn],
      dataType: 'device_data',
    });
  });

  it('shows no tools to read-only users', async () => {
    const { page } = await openBoard(server, [figure('a', 'Alpha')], { permissions: VIEWER });
    await item(page, 'a').waitFor();
    expect(await button(page, 'Edit board').count()).toBe(0);
    expect(await item(page, 'a').getByRole('toolbar').count()).toBe(0);
  });

  it('sends one request per refresh for all widgets', async () => {
    const gauges = Array.from(
      { length: 24 },
      (_, at): BoardWidget => ({
        id: `g${at}`,
        type: 'gauge',
        version: 1,
        config: { name: `G${at}` },
      }),
    );
    const stage = await openBoard(server, gauges);
    const { page, site } = stage;
    const document = await storedBoard(stage);
    for (const widget of document.widgets)
      widget.config = { monitorVars: [{ deviceVar: [site.device.sn, site.variable.sn] }] };
    await stage.client.call('kanbanSave', { body: { stationSn: site.station.sn, document, version: 1 } });
    const answered: Promise<{ data: { results: unknown[] } }>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/siteKanban/query')) answered.push(response.json());
    });
    await page.reload();
    await page.getByText('42', { exact: true }).first().waitFor();
    expect(answered).toHaveLength(1);
    expect((await answered[0]!).data.results).toHaveLength(1);
  });

  it('requests the station’s own board in parallel with the list of boards, and only once', async () => {
    const { page } = await openBoard(server, [figure('f', 'Figure')]);
    let requests = 0;
    let release: () => void = () => {};
    const boardRequested = new Promise<void>((done) => {
      release = done;
    });
    page.on('request', (request) => {
      if (!/\/siteKanban\/ST\d+$/.test(new URL(request.url()).pathname)) return;
      requests += 1;
      release();
    });
    // Delays the answer of the list until the page has requested the board.
    await page.route('**/board/mine?**', async (route) => {
      await boardRequested;
      await route.continue();
    });
    await page.reload();
    await item(page, 'f').waitFor();
    expect(requests).toBe(1);
  });

  it('keeps widgets that it cannot show, and opens broken documents', async () => {
    const strange: BoardWidget = { id: 's', type: 'hologram', version: 7, config: { depth: 3 } };
    const stage = await openBoard(server, [
      strange,
      figure('a', '<img src=x onerror=alert(1)>', '<script>alert(2)</script>'),
    ]);
    const { page } = stage;
    await item(page, 's').getByText("Widgets of type “hologram” can't be shown here").waitFor();
    await page.getByText('<script>alert(2)</script>').waitFor();
    await edit(page);
    await item(page, 'a').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await button(page, 'Save').click();
    await page.getByText('Board saved').waitFor();
    expect((await storedBoard(stage)).widgets[0]).toEqual(strange);
  });
});

it('opens a record from a work order, and the link of a figure without a title', async () => {
  const linked = figure('a', 'Power');
  linked.config.link = { to: 'page', page: '/main/message' };
  const { page, client, site } = await openBoard(server, [
    { id: 'orders', type: 'workOrderList', version: 1, config: {} },
    linked,
  ]);
  const order = await client.call('siteWorksheetCreate', {
    body: { name: 'Clean the modules', stationSn: site.station.sn, type: 'cleaning', priority: 'normal' },
  });
  await page.reload();
  await item(page, 'a').getByRole('link', { name: 'Follow the link of “Power”' }).click();
  await page.waitForURL('**/main/message/**');
  await page.goBack();
  await item(page, 'orders').getByRole('link', { name: 'Clean the modules' }).click();
  await page.waitForURL(`**/${order.id}`);
  await page.getByRole('heading', { name: 'Clean the modules' }).first().waitFor();
});

describe('the alarm widgets', () => {
  const widgets: BoardWidget[] = [
    { id: 'list', type: 'alarmList', version: 1, config: { title: 'Alarm list' } },
    { id: 'status', type: 'stationAlarmStatus', version: 1, config: { name: 'Alarm status' } },
  ];

  async function raise({ client, site, page }: Stage): Promise<void> {
    await makeRule(client, site, 100, { level: 'critical', info: 'Power too high' });
    await send(server.url, site.device, { power: 500 });
    await page.getByText('Power too high').first().waitFor();
  }

  it('confirm an alarm in a dialog that no refresh closes', async () => {
    const stage = await openBoard(server, widgets);
    const { page, client, site } = stage;
    await installClock(page);
    await page.reload();
    await raise(stage);
    await button(page, /^Confirm: Power too high/).click();
    const dialog = page.getByRole('dialog', { name: 'confirm alarm' });
    await dialog.getByLabel('Enter the confirmation note').fill('seen');
    const refreshed = page.waitForResponse((one) => one.url().endsWith('/siteKanban/query'));
    await page.clock.fastForward(REFRESH_MS);
    await refreshed;
    expect(await dialog.getByLabel('Enter the confirmation note').inputValue()).toBe('seen');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('confirmation cancelled').waitFor();
    await button(page, /^Confirm: Power too high/).click();
    await dialog.getByLabel('Enter the confirmation note').fill('seen');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await item(page, 'list')
      .getByText(/^Confirmed -- /)
      .waitFor();
    const alarms = await until(
      () => client.call('alarmSummarys', { body: { stationSn: site.station.sn } }),
      ({ records }) => records[0]?.status === 0,
    );
    expect(alarms.records[0]).toMatchObject({ status: 0, checkInfo: 'seen' });
  });

  it('open the alarm records while an alarm is open, but not in edit mode', async () => {
    const stage = await openBoard(server, widgets);
    const { page } = stage;
    await item(page, 'status').getByText('normal').waitFor();
    await raise(stage);
    await item(page, 'status').getByText('Alarm', { exact: true }).waitFor();
    await edit(page);
    await item(page, 'status').getByText('Alarm', { exact: true }).click({ force: true });
    expect(page.url()).toContain(BOARD);
    await button(page, 'Stop editing').click();
    await item(page, 'status')
      .getByRole('button', { name: /^Alarm/ })
      .click();
    await page.waitForURL('**/main/ems/map/warning/record');
  });
});

describe('everybody can use it', () => {
  it.each([
    ['default', 'zh'],
    ['dark', 'en'],
  ] as const)('in the theme %s and the language %s', async (theme, lang) => {
    const gauge: BoardWidget = { id: 'g', type: 'gauge', version: 1, config: { name: 'G' } };
    // The user chose colours that are legible on at most one of the two backgrounds.
    const [pale, dark] = ['#f6f1d1', '#101820'].map((color, index): BoardWidget => {
      const drawn = figure(`c${index}`, `Coloured ${index}`);
      return { ...drawn, config: { ...drawn.config, nameColor: color, dataColor: color } };
    });
    const widgets = [figure('a', 'Alpha'), pale!, dark!, gauge];
    const { page } = await openBoard(server, widgets, { theme, lang });
    await item(page, 'c1').getByText('text').waitFor();
    const violations = async () => {
      await page.evaluate(AxeSource.source);
      return page.evaluate(async () => {
        const axe = Reflect.get(window, 'axe') as typeof import('axe-core');
        const { violations: found } = await axe.run('#main');
        return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      });
    };
    expect(await violations()).toEqual([]);
    await edit(page);
    expect(await violations()).toEqual([]);
  });
});
