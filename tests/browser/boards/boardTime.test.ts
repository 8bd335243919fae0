import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardWidget } from '../../../generated/definition.ts';
import { BOARD, openBoard, type Stage, save } from '../../support/browser/board.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { send } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

const MINUTE_MS = 60_000;

/**
 * Opens a board with two curves, a current value, a value of today, and the bars of the month. Its variable has
 * values of the past three hours.
 */
async function openTimes(): Promise<Stage> {
  const stage = await openBoard(server, [], { lang: 'en' });
  const { site, client, page } = stage;
  const now = Date.now();
  const points = Array.from({ length: 180 }, (_, at) => ({
    ts: now - at * MINUTE_MS,
    values: { power: 40 + (at % 9) },
  }));
  await send(server.url, site.device, points);
  const pair = [site.device.sn, site.variable.sn];
  const nodeInfo = [{ deviceVar: pair, name: 'P' }];
  const figure = { dataType: 'device_data', deviceValue: pair };
  const widget = (id: string, type: string, config: BoardWidget['config']): BoardWidget => ({
    ...{ id, type, config },
    version: 1,
  });
  const widgets = [
    widget('course', 'trend', { name: 'Course', nodeInfo, appendInformation: false }),
    widget('other', 'trend', { name: 'Other', nodeInfo, appendInformation: false }),
    widget('now', 'keyData', figure),
    widget('day', 'keyData', { ...figure, name: 'Sum', calcInterval: 'DAY', calcMethod: 'SUM' }),
    widget('month', 'histogram', { name: 'Days', nodeInfo, bucket: 'day', range: 'thisMonth' }),
  ];
  await save(client, site, widgets, 0);
  await page.goto(`${BOARD}?station=${site.station.sn}`);
  await card(stage, 'course').getByRole('img').waitFor();
  return stage;
}

const card = ({ page }: Stage, id: string) => page.locator(`[data-widget="${id}"]`);
const control = ({ page }: Stage) => page.getByRole('button', { name: /^Time range:/ });

describe('the range of a board', () => {
  it('offers minutes and hours, accepts an entered range and explains an invalid one', async () => {
    const stage = await openTimes();
    const { page } = stage;
    await control(stage).click();
    await page.getByRole('button', { name: 'Past 15 minutes' }).click();
    await page.waitForURL((url) => url.searchParams.get('range') === 'now-15m');
    await expect
      .poll(() => control(stage).getAttribute('aria-label'))
      .toMatch(/^Time range: Past 15 minutes · \d{4}-\d\d-\d\d \d\d:\d\d – /);
    await control(stage).click();
    const typed = page.getByRole('textbox', { name: /^Enter a range/ });
    expect(await typed.inputValue()).toBe('now-15m');
    await typed.fill('3 hours');
    await typed.press('Enter');
    await page.getByRole('alert').getByText('now-3h is the past 3 hours', { exact: false }).waitFor();
    await typed.fill('now-3h');
    await typed.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('range') === 'now-3h');
    await card(stage, 'course').getByText('Past 3 hours', { exact: true }).waitFor();
  });

  it('is shown on every card, including cards that do not follow it', async () => {
    const stage = await openTimes();
    const { page, site } = stage;
    const shows = (id: string, text: string) => card(stage, id).getByText(text, { exact: true }).waitFor();
    await shows('course', 'Past 24 hours');
    await shows('day', 'Today');
    await shows('month', 'This month');
    expect(await card(stage, 'now').getByText('Now', { exact: true }).count()).toBe(0);
    // A widget without a title is named after its content.
    await shows('now', `${site.variable.name}`);
    await control(stage).click();
    await page.getByRole('button', { name: 'Yesterday' }).click();
    await shows('course', 'Yesterday');
    await shows('day', 'Yesterday');
    await shows('month', 'This month');
    await shows('now', 'Now');
  });

  it('leaves room for the titles of narrow cards, however long its text is', async () => {
    const stage = await openTimes();
    const { page, site } = stage;
    await page.setViewportSize({ width: 900, height: 800 });
    await page.goto(`${BOARD}?station=${site.station.sn}&range=2025-11-24T00:00..2026-11-24T00:00`);
    const day = card(stage, 'day');
    const time = day.getByTitle('2025-11-24 – 2026-11-23');
    await time.waitFor();
    const edge = (box: { x: number; width: number } | null) => box!.x + box!.width;
    expect(edge(await time.boundingBox())).toBeLessThan(edge(await day.boundingBox()));
    expect((await day.getByTitle('Sum', { exact: true }).boundingBox())!.width).toBeGreaterThan(20);
  });
});

describe('pointing at a chart', () => {
  it('shows the same time in the other charts, and draws nothing else there', async () => {
    const stage = await openTimes();
    const { page } = stage;
    const chart = card(stage, 'course').locator('canvas');
    const line = card(stage, 'other').locator('[data-crosshair]');
    const box = (await chart.boundingBox())!;
    const other = (await card(stage, 'other').locator('canvas').boundingBox())!;
    await page.evaluate(() => {
      const changes: string[] = [];
      const note = ({ target, addedNodes }: MutationRecord) => {
        const nodes = addedNodes.length > 0 ? [...addedNodes] : [target];
        for (const node of nodes) changes.push((node as HTMLElement).dataset?.crosshair ?? 'else');
      };
      const watched = document.querySelector('[data-widget="other"]')!;
      const options = { subtree: true, childList: true, attributes: true, characterData: true };
      new MutationObserver((all) => all.forEach(note)).observe(watched, options);
      Object.assign(window, { changes });
    });
    for (const part of [0.5, 0.6, 0.7]) {
      await page.mouse.move(box.x + box.width * part, box.y + box.height / 2);
      await expect
        .poll(async () => {
          const at = await line.boundingBox();
          return at && Math.abs(at.x - other.x - other.width * part);
        })
        .toBeLessThan(3);
    }
    const changes = await page.evaluate(() => Reflect.get(window, 'changes') as string[]);
    expect(changes.length).toBeGreaterThan(0);
    expect(changes).not.toContain('else');
    await page.mouse.move(box.x + box.width / 2, box.y - 60);
    await expect.poll(() => line.count()).toBe(0);
  });
});
