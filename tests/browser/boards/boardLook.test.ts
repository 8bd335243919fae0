import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardWidget } from '../../../generated/definition.ts';
import { button, figure, item, openBoard, save } from '../../support/browser/board.ts';
import type { PageOptions } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { PHONE } from '../../support/browser/tab.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { type Site, send } from '../../support/telemetry/site.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

/** Console messages of a lost network. */
const OFFLINE = [/net::ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK_CHANGED/];

const gauge = ({ device, variable }: Site): BoardWidget => ({
  id: 'gauge',
  type: 'gauge',
  version: 1,
  config: { name: 'Dial', monitorVars: [{ deviceVar: [device.sn, variable.sn], showName: 'P' }] },
});
const bare: BoardWidget = { id: 'bare', type: 'gauge', version: 1, config: { name: 'Bare' } };

async function openWith(widgets: (site: Site) => BoardWidget[], options: PageOptions = {}) {
  const stage = await openBoard(server, [], { lang: 'en', ...options });
  await save(stage.client, stage.site, widgets(stage.site), 0);
  await stage.page.reload();
  await item(stage.page, widgets(stage.site)[0]!.id).getByRole('heading').first().waitFor();
  return stage;
}

/** Returns each text below an element with its font. It runs in the page. */
function fontsIn(root: Element): string[] {
  return [root, ...root.querySelectorAll('*')].flatMap((one) => {
    const text = [...one.childNodes].find(
      ({ nodeType, data }: Node & { data?: string }) => nodeType === 3 && data?.trim(),
    );
    if (!text) return [];
    const { fontFamily, fontSize, fontWeight, fontFeatureSettings } = getComputedStyle(one);
    return [[text.textContent, fontFamily, fontSize, fontWeight, fontFeatureSettings].join(' | ')];
  });
}

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
const bodySize = (page: Page, id: string) =>
  item(page, id)
    .getByRole('heading')
    .evaluate((element) => {
      const box = element.getBoundingClientRect();
      return box.height / (element as HTMLElement).offsetHeight;
    });

describe('a board without network', () => {
  it('keeps its figures with their age, and retries automatically', async () => {
    const { page } = await openWith((site) => [gauge(site)], { allow: OFFLINE });
    const dial = item(page, 'gauge').getByRole('meter', { name: 'P' });
    await dial.getByText('42').waitFor();
    await page.context().setOffline(true);
    await button(page, 'Pause').click();
    await button(page, 'Pause').click();
    const late = item(page, 'gauge').getByRole('button', { name: /^Refresh failed/ });
    await late.getByText(/ago/).waitFor();
    await dial.getByText('42').waitFor();
    await page.context().setOffline(false);
    await late.waitFor({ state: 'detached' });
  });
});

describe('an unconfigured widget', () => {
  it('shows the common text, with the button that opens its configuration', async () => {
    const { page } = await openWith(() => [bare, figure('empty', 'Key', '')]);
    await item(page, 'bare').getByText('Please configure variables').waitFor();
    await item(page, 'empty').getByText('Please configure', { exact: true }).waitFor();
    await item(page, 'bare').getByRole('button', { name: 'Configure', exact: true }).click();
    await page.getByRole('dialog').getByText('Widget configuration: Bare').waitFor();
    await page.keyboard.press('Escape');
    // The same button works in edit mode.
    await item(page, 'bare').getByRole('button', { name: 'Configure', exact: true }).click();
    await page.getByRole('dialog').getByText('Widget configuration: Bare').waitFor();
  });

  it("is not printed, and the picture of a board has the board's name", async () => {
    const { page, site } = await openWith((one) => [gauge(one), bare]);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search pages/ }).fill('print');
    await page.getByRole('option', { name: /Print/ }).first().click();
    const preview = page.getByRole('dialog', { name: 'Print preview of the board' });
    await preview.getByRole('heading', { name: /Station board/ }).waitFor();
    await preview.getByRole('heading', { name: 'Dial' }).waitFor();
    expect(await preview.getByRole('heading', { name: 'Bare' }).count()).toBe(0);
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'PNG').click()]);
    expect(file.suggestedFilename()).toBe(`${site.station.name} - Station board 1.png`);
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  });

  it('is exported as a picture with the fonts of the screen', async () => {
    const { page } = await openWith((one) => [gauge(one), figure('b', 'Beta')]);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search pages/ }).fill('print');
    await page.getByRole('option', { name: /Print/ }).first().click();
    const sheet = page.getByRole('region', { name: /^Page / });
    await sheet.getByRole('heading', { name: 'Dial' }).waitFor();
    await sheet.getByText('42').first().waitFor();
    const onScreen = await sheet.evaluate(fontsIn);
    expect(onScreen.length).toBeGreaterThan(5);
    // The picture is drawn from an SVG, which is a document of its own and must name its fonts.
    await page.evaluate(() => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')!;
      Object.defineProperty(HTMLImageElement.prototype, 'src', {
        set(value: string) {
          if (value.startsWith('data:image/svg+xml')) Object.assign(window, { drawn: value });
          set!.call(this, value);
        },
      });
    });
    await Promise.all([page.waitForEvent('download'), button(page, 'PNG').click()]);
    const drawn = await page.evaluate(() => String(Reflect.get(window, 'drawn')));
    const picture = await page.context().newPage();
    await picture.goto(drawn);
    expect(await picture.getByRole('region', { name: /^Page / }).evaluate(fontsIn)).toEqual(onScreen);
    await picture.close();
  });
});

describe('kiosk mode', () => {
  it('is readable from across the room, in its own theme, and restores the previous theme', async () => {
    const { page } = await openWith((site) => [gauge(site)], { width: 1920, height: 1080 });
    expect(await bodySize(page, 'gauge')).toBeCloseTo(1, 1);
    const { pathname } = new URL(page.url());
    await page.goto(`${pathname}?kiosk=30&rotate=none&theme=dark`);
    await item(page, 'gauge').getByRole('meter').waitFor();
    expect(await themeOf(page)).toBe('dark');
    await expect.poll(() => bodySize(page, 'gauge')).toBeGreaterThan(1.3);
    const tools = page.getByRole('toolbar', { name: 'Board toolbar' });
    await tools.waitFor({ state: 'hidden' });
    await page.mouse.move(300, 300);
    await tools.waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.search.includes('theme'));
    await expect.poll(() => themeOf(page)).toBe('default');
  });
});

describe('a board on a phone', () => {
  it('shows two small figures side by side, and a single one over the whole width', async () => {
    const small = ['a', 'b', 'c'].map((id) => figure(id, id.toUpperCase()));
    const stage = await openBoard(server, [], { lang: 'en', ...PHONE });
    const lg = small.map(({ id }, at) => ({ i: id, x: at * 4, y: 0, w: 4, h: 3 }));
    await stage.client.call('kanbanSave', {
      body: {
        stationSn: stage.site.station.sn,
        document: { version: 1, widgets: small, layouts: { lg } },
        version: 0,
      },
    });
    const { page } = stage;
    await page.reload();
    await item(page, 'c').getByText('text').waitFor();
    const boxOf = async (id: string) => (await item(page, id).boundingBox())!;
    const [a, b, c] = [await boxOf('a'), await boxOf('b'), await boxOf('c')];
    expect(b.y).toBe(a.y);
    expect(b.x).toBeGreaterThan(a.x + a.width - 1);
    expect(c.y).toBeGreaterThan(a.y);
    expect(c.width).toBeGreaterThan(1.9 * a.width);
  });

  it('shows a complete figure beside its age, however low its card is', async () => {
    const stage = await openBoard(server, [], { lang: 'en', ...PHONE });
    const { page, client, site } = stage;
    const old = await client.call('deviceVariableCreate', {
      body: {
        ...{ deviceSn: site.device.sn, code: 'old', name: 'Old', unit: 'kW' },
        ...{ dataType: 'number', kind: 'gauge', decimals: 1 },
      },
    });
    await send(server.url, site.device, { ts: Date.now() - 7_200_000, values: { old: 12_345.6 } });
    const low = ['a', 'b'].map((id) => figure(id, id.toUpperCase()));
    for (const widget of low)
      widget.config = { name: 'Power', dataType: 'device_data', deviceValue: [site.device.sn, old.sn] };
    const lg = low.map(({ id }, at) => ({ i: id, x: at * 4, y: 0, w: 4, h: 2 }));
    const document = { version: 1, widgets: low, layouts: { lg } };
    await client.call('kanbanSave', { body: { stationSn: site.station.sn, document, version: 0 } });
    await page.reload();
    const value = item(page, 'a').getByTitle('12,345.6 kW');
    await value.waitFor();
    await item(page, 'a').getByText(/ago/).waitFor();
    const room = await value.evaluate(({ scrollHeight, clientHeight }) => clientHeight - scrollHeight);
    expect(room).toBeGreaterThanOrEqual(0);
    const size = await value
      .getByText('12,345.6')
      .evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
    expect(size).toBeGreaterThan(20);
    const card = (await item(page, 'a').boundingBox())!;
    const age = (await item(page, 'a').getByText(/ago/).boundingBox())!;
    expect(age.y + age.height).toBeLessThanOrEqual(card.y + card.height);
    await keepPicture(page, 'staleFigures');
  });
});

it('does not cover the title of a widget with its tools', async () => {
  const { page } = await openWith((site) => [gauge(site)]);
  await button(page, 'Edit board').click();
  const tools = item(page, 'gauge').getByRole('toolbar');
  await tools.waitFor();
  const title = (await item(page, 'gauge').getByRole('heading').boundingBox())!;
  expect(title.x + title.width).toBeLessThanOrEqual((await tools.boundingBox())!.x);
});
