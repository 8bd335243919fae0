import AxeSource from 'axe-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardWidget } from '../../generated/definition.ts';
import { openPage, type PageOptions, signIn } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../support/people.ts';
import { login, startServer, type TestServer } from '../support/server.ts';
import { makeSite, type Site, send, until } from '../support/site.ts';

const BOARD = '/main/ems/map/monitor/dashboard';
const EDITOR = ['*'];
const VIEWER = ['kanban:get', 'station:*', 'device:list', 'deviceVariable:list', 'alarm:list'];

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

interface Stage {
  client: Client;
  site: Site;
  page: Page;
}

/** A tenant of its own with one station, and somebody who looks at its board. */
async function openBoard(
  widgets: BoardWidget[] = [],
  { permissions = EDITOR, ...options }: PageOptions & { permissions?: readonly string[] } = {},
): Promise<Stage> {
  const tenant = await makeTenant(server.app.db);
  const owner = await makePerson(server.app.db, [tenant], { permissions: EDITOR });
  const viewer = await makePerson(server.app.db, [tenant], { permissions });
  const client = await login(server, owner.username, PASSWORD);
  const site = await makeSite(client);
  await send(server.url, site.device, { power: 42.5 });
  if (widgets.length > 0) await save(client, site, widgets, 0);
  const page = await openPage(server, options);
  await signIn(page, server, { username: viewer.username, password: PASSWORD });
  await page.goto(BOARD);
  await page.locator('.wd-board').waitFor();
  return { client, site, page };
}

async function save(
  client: Client,
  { station }: Site,
  widgets: BoardWidget[],
  version: number,
): Promise<void> {
  const lg = widgets.map(({ id }, at) => ({
    i: id,
    x: (at * 6) % 24,
    y: Math.floor(at / 4) * 5,
    w: 6,
    h: 5,
  }));
  await client.call('kanbanSave', {
    body: { stationSn: station.sn, document: { version: 1, widgets, layouts: { lg } }, version },
  });
}

const storedBoard = async ({ client, site }: Stage) =>
  (await client.call('kanbanGet', { path: { stationSn: site.station.sn } })).document;

const figure = (id: string, name: string, textValue = 'text'): BoardWidget => ({
  id,
  type: 'keyData',
  version: 1,
  config: { name, dataType: 'text', textValue },
});
const item = (page: Page, id: string) => page.locator(`[data-widget="${id}"]`);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const said = (page: Page) => page.locator('[data-announcer]').innerText();

async function edit(page: Page): Promise<void> {
  await button(page, '编辑看板').click();
}

describe('the board of a station', () => {
  it('is built from nothing, saved, and shows live values', async () => {
    const stage = await openBoard();
    const { page, site } = stage;
    await button(page, '添加模块').first().click();
    await page.getByLabel('搜索模块').fill('关键数据');
    await page.locator('.wd-catalogue-entry').first().click();
    await page.locator('.ant-drawer-close').click();
    await button(page, '配置“关键数据”').click();
    const dialog = page.getByRole('dialog', { name: '模块配置：关键数据' });
    await dialog.getByText('设备数据', { exact: true }).click();
    await dialog.getByRole('combobox', { name: '设备变量' }).click();
    await page.getByText('Meter', { exact: true }).last().click();
    await page.getByText('Power', { exact: true }).last().click();
    await dialog.locator('.wd-config-preview').getByText('42.5').waitFor();
    await dialog.getByRole('button', { name: '保存' }).click();
    await button(page, '保存').click();
    await page.getByText('看板已保存').waitFor();
    await page.reload();
    await page.getByText('42.5').waitFor();
    await send(server.url, site.device, { power: 77.25 });
    await page.getByText('77.25').waitFor({ timeout: 8000 });
    expect((await storedBoard(stage)).widgets[0]?.config).toMatchObject({
      deviceValue: [site.device.sn, site.variable.sn],
      dataType: 'device_data',
    });
  });

  it('shows no tools to who may only look', async () => {
    const { page } = await openBoard([figure('a', 'Alpha')], { permissions: VIEWER });
    await item(page, 'a').waitFor();
    expect(await button(page, '编辑看板').count()).toBe(0);
    expect(await page.locator('.wd-widget-actions').count()).toBe(0);
  });

  it('asks the server once a round for all widgets', async () => {
    const gauges = Array.from(
      { length: 24 },
      (_, at): BoardWidget => ({
        id: `g${at}`,
        type: 'gauge',
        version: 1,
        config: { name: `G${at}` },
      }),
    );
    const stage = await openBoard(gauges);
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

  it('keeps what it cannot show, and opens what is broken', async () => {
    const strange: BoardWidget = { id: 's', type: 'hologram', version: 7, config: { depth: 3 } };
    const stage = await openBoard([
      strange,
      figure('a', '<img src=x onerror=alert(1)>', '<script>alert(2)</script>'),
    ]);
    const { page } = stage;
    await item(page, 's').getByText('无法显示类型为“hologram”的模块').waitFor();
    await page.getByText('<script>alert(2)</script>').waitFor();
    await edit(page);
    await item(page, 'a').focus();
    await page.keyboard.press('Shift+ArrowDown');
    await button(page, '保存').click();
    await page.getByText('看板已保存').waitFor();
    expect((await storedBoard(stage)).widgets[0]).toEqual(strange);
  });
});

describe('building', () => {
  it('works by keyboard alone, is told to who cannot see it, and is undone step by step', async () => {
    const { page } = await openBoard([figure('a', 'Alpha'), figure('b', 'Beta')]);
    await edit(page);
    await item(page, 'b').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => said(page)).toBe('Beta：第 8 列，第 1 行');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => said(page)).toBe('Beta：宽 7 列，高 5 行');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => said(page)).toBe('Beta 不能再往这个方向移动');
    await page.keyboard.press('Control+z');
    await expect.poll(() => said(page)).toBe('已撤销：调整大小');
    await page.keyboard.press('Control+Shift+Z');
    await expect.poll(() => said(page)).toBe('已重做：调整大小');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await button(page, '保存').isDisabled()).toBe(true);
  });

  it('drags and resizes with the pointer as one step each', async () => {
    const stage = await openBoard([figure('a', 'Alpha'), figure('b', 'Beta')]);
    const { page } = stage;
    await edit(page);
    const from = (await item(page, 'b').boundingBox())!;
    await page.mouse.move(from.x + 40, from.y + 100);
    await page.mouse.down();
    await page.mouse.move(from.x + 400, from.y + 104, { steps: 8 });
    await page.mouse.up();
    const handle = (await item(page, 'a').locator('.react-resizable-handle-se').boundingBox())!;
    await page.mouse.move(handle.x + 8, handle.y + 8);
    await page.mouse.down();
    await page.mouse.move(handle.x + 110, handle.y + 60, { steps: 8 });
    await page.mouse.up();
    await button(page, '保存').click();
    await page.getByText('看板已保存').waitFor();
    const { lg } = (await storedBoard(stage)).layouts;
    expect(lg.find(({ i }) => i === 'b')?.x).toBeGreaterThan(10);
    expect(lg.find(({ i }) => i === 'a')).toMatchObject({ x: 0, y: 0 });
    expect(lg.find(({ i }) => i === 'a')?.w).toBeGreaterThan(6);
  });

  it('asks before a widget is deleted', async () => {
    const { page } = await openBoard([figure('a', 'Alpha'), figure('b', 'Beta')]);
    await edit(page);
    await button(page, '删除“Alpha”').click();
    const question = page.getByRole('dialog').filter({ hasText: '确定要删除吗？' });
    await question.getByRole('button', { name: '取消' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await item(page, 'a').count()).toBe(1);
    await item(page, 'a').focus();
    await page.keyboard.press('Delete');
    await question.getByRole('button', { name: '删除' }).click();
    await expect.poll(() => item(page, 'a').count()).toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(() => item(page, 'a').count()).toBe(1);
  });

  it('leaves a configuration as it was when the dialog is cancelled', async () => {
    const { page } = await openBoard([figure('a', 'Alpha', 'before')]);
    await edit(page);
    await button(page, '配置“Alpha”').click();
    await page.getByLabel('文本内容').fill('after');
    await page.locator('.wd-config-preview').getByText('after').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
    await button(page, '放弃修改').last().click();
    await expect.poll(() => item(page, 'a').innerText()).toContain('before');
    expect(await button(page, '保存').isDisabled()).toBe(true);
  });

  it('never overwrites what somebody else saved without asking', async () => {
    const stage = await openBoard([figure('a', 'Alpha')], { allow: [/409/] });
    const { page, client, site } = stage;
    await edit(page);
    await item(page, 'a').focus();
    await page.keyboard.press('ArrowRight');
    await save(client, site, [figure('theirs', 'Theirs')], 1);
    await button(page, '保存').click();
    const dialog = page.getByRole('dialog', { name: '看板已被他人保存' });
    await dialog.waitFor();
    expect((await storedBoard(stage)).widgets[0]?.id).toBe('theirs');
    await dialog.getByRole('button', { name: '用我的修改存为第 3 版' }).click();
    await page.getByText('看板已保存').waitFor();
    expect((await storedBoard(stage)).widgets[0]?.id).toBe('a');
  });

  it('finds unsaved work again after the window was lost', async () => {
    const { page } = await openBoard([figure('a', 'Alpha')], { allow: [/beforeunload/] });
    await edit(page);
    await item(page, 'a').focus();
    await page.keyboard.press('ArrowRight');
    const other = await page.context().newPage();
    await page.close({ runBeforeUnload: false });
    await other.goto(BOARD);
    await button(other, '恢复修改').click();
    expect(await other.getByText('正在编辑 · 有未保存的修改').count()).toBe(1);
  });

  it('on a phone stores the layout of the wide board', async () => {
    const stage = await openBoard([figure('a', 'Alpha'), figure('b', 'Beta')], { width: 390, height: 844 });
    const { page } = stage;
    const before = (await storedBoard(stage)).layouts;
    const [a, b] = [(await item(page, 'a').boundingBox())!, (await item(page, 'b').boundingBox())!];
    expect(b.y).toBeGreaterThan(a.y + a.height - 1);
    expect(a.width).toBeGreaterThan(340);
    await edit(page);
    await button(page, '配置“Alpha”').click();
    await page.getByLabel('文本内容').fill('changed on the phone');
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
    await button(page, '保存').click();
    await page.getByText('看板已保存').waitFor();
    expect((await storedBoard(stage)).layouts).toEqual(before);
  });
});

describe('the alarm widgets', () => {
  const widgets: BoardWidget[] = [
    { id: 'list', type: 'alarmList', version: 1, config: { title: '告警列表' } },
    { id: 'status', type: 'stationAlarmStatus', version: 1, config: { name: '告警状态' } },
  ];

  async function raise({ client, site, page }: Stage): Promise<void> {
    await client.call('alarmGeneraterCreate', {
      body: {
        name: 'High power',
        stationSn: site.station.sn,
        variableSn: site.variable.sn,
        operator: '>',
        threshold: 100,
        level: 'critical',
        info: 'Power too high',
      },
    });
    await send(server.url, site.device, { power: 500 });
    await page.getByText('Power too high').first().waitFor({ timeout: 25_000 });
  }

  it('confirm an alarm in a dialog that no refresh closes', async () => {
    const stage = await openBoard(widgets);
    const { page, client, site } = stage;
    await raise(stage);
    await button(page, /^确认: Power too high/).click();
    const dialog = page.getByRole('dialog', { name: '确认告警' });
    await dialog.getByLabel('请输入确认信息').fill('seen');
    // A pushed alarm and pushed values refresh the list behind the dialog.
    await send(server.url, site.device, { power: 600 });
    await page.waitForTimeout(2500);
    expect(await dialog.getByLabel('请输入确认信息').inputValue()).toBe('seen');
    await dialog.getByRole('button', { name: '取消' }).click();
    await page.getByText('已取消确认').waitFor();
    await button(page, /^确认: Power too high/).click();
    await dialog.getByLabel('请输入确认信息').fill('seen');
    await dialog.getByRole('button', { name: '确认' }).click();
    await item(page, 'list')
      .getByText(/^已确认 -- /)
      .waitFor();
    const alarms = await until(
      () => client.call('alarmSummarys', { body: { stationSn: site.station.sn } }),
      ({ records }) => records[0]?.status === 0,
    );
    expect(alarms.records[0]).toMatchObject({ status: 0, checkInfo: 'seen' });
  });

  it('lead to the alarm records while an alarm is open, and not while the board is edited', async () => {
    const stage = await openBoard(widgets);
    const { page } = stage;
    await item(page, 'status').getByText('正常').waitFor();
    await raise(stage);
    await item(page, 'status').getByText('有告警').waitFor();
    await edit(page);
    await item(page, 'status').getByText('有告警').click({ force: true });
    expect(page.url()).toContain(BOARD);
    await button(page, '退出编辑').click();
    await item(page, 'status').getByRole('button').click();
    await page.waitForURL('**/main/ems/map/warning/record');
  });
});

describe('everybody can use it', () => {
  it.each([
    ['default', 'zh'],
    ['dark', 'en'],
  ] as const)('in the theme %s and the language %s', async (theme, lang) => {
    const gauge: BoardWidget = { id: 'g', type: 'gauge', version: 1, config: { name: 'G' } };
    const { page } = await openBoard([figure('a', 'Alpha'), gauge], { theme, lang });
    const violations = async () => {
      await page.evaluate(AxeSource.source);
      return page.evaluate(async () => {
        const axe = Reflect.get(window, 'axe') as typeof import('axe-core');
        // The colours of a figure are the person's own choice.
        const rules = { 'color-contrast': { enabled: false } };
        const { violations: found } = await axe.run('.wd-board', { rules });
        return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      });
    };
    expect(await violations()).toEqual([]);
    await button(page, lang === 'zh' ? '编辑看板' : 'Edit board').click();
    expect(await violations()).toEqual([]);
  });
});
