import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { button, figure, item, openBoard, storedBoard } from '../../support/browser/board.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

const CHINESE = /[\u4e00-\u9fff]/;
/** More variables than the first page of a picker shows. */
const MANY = 60;

describe('a board from nothing', () => {
  it('finds a chart by its usual name, and adds several variables at once', async () => {
    const stage = await openBoard(server, [], { lang: 'en' });
    const { page, client, site } = stage;
    const variable = { deviceSn: site.device.sn, dataType: 'number', kind: 'gauge' } as const;
    for (let at = 0; at < MANY; at++)
      await client.call('deviceVariableCreate', {
        body: { ...variable, code: `cell_${at}`, name: `Cell ${at}`, unit: 'V' },
      });
    await button(page, 'Add a widget').first().click();
    const catalogue = page.getByRole('dialog', { name: 'Add a widget' });
    await catalogue.getByLabel('Search widgets').fill('line');
    await catalogue.getByRole('listitem').first().getByRole('button', { name: 'Trend analysis' }).waitFor();
    await catalogue.getByLabel('Search widgets').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Widget configuration: Trend analysis' });
    const many = dialog.getByRole('combobox', { name: 'Variables: choose several' });
    await many.click();
    await page
      .getByRole('status')
      .filter({ hasText: `${MANY + 1} variables, only the first 50 shown` })
      .waitFor();
    await many.fill('cell_41');
    await page
      .getByRole('status')
      .filter({ hasText: /^1 variable$/ })
      .waitFor();
    await many.press('Enter');
    await dialog.getByText('Variable 1', { exact: true }).waitFor();
    await many.fill('power kw');
    await page.getByText('42.50 kW').waitFor();
    await many.press('Enter');
    await dialog.getByText('Variable 2', { exact: true }).waitFor();
    // Escape closes the list, and only a second press would close the dialog.
    await many.press('Escape');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await button(page, 'Save board').click();
    await page.getByText('Board saved').waitFor();
    const { nodeInfo } = (await storedBoard(stage)).widgets[0]!.config as {
      nodeInfo: { deviceVar: string[] }[];
    };
    expect(nodeInfo.map(({ deviceVar }) => deviceVar)).toEqual([
      [site.device.sn, `${site.device.sn}-cell_41`],
      [site.device.sn, site.variable.sn],
    ]);
  });

  it('opens the configuration of an empty widget, also in edit mode', async () => {
    const { page } = await openBoard(server, [], { lang: 'en' });
    await button(page, 'Add a widget').first().click();
    const catalogue = page.getByRole('dialog', { name: 'Add a widget' });
    await catalogue.getByLabel('Search widgets').fill('dial');
    await catalogue.getByRole('button', { name: 'Gauge' }).click();
    const dialog = page.getByRole('dialog', { name: /^Widget configuration/ });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await catalogue.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Configure', exact: true }).click();
    await dialog.waitFor();
  });

  it('begins with a widget, and its presets have room beside each other', async () => {
    const { page } = await openBoard(server, [], { lang: 'en', width: 1440 });
    const empty = page.getByRole('region', { name: 'This board is empty' });
    const presets = empty.getByRole('region', { name: 'Or begin with a preset' }).getByRole('button');
    await presets.first().waitFor();
    expect(await empty.getByRole('button').first().innerText()).toBe('Add a widget');
    const boxes = await Promise.all((await presets.all()).map((one) => one.boundingBox()));
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1)) {
        const apart =
          one!.x + one!.width <= other!.x ||
          other!.x + other!.width <= one!.x ||
          one!.y + one!.height <= other!.y ||
          other!.y + other!.height <= one!.y;
        expect([one, other, apart]).toEqual([one, other, true]);
      }
  });
});

describe('the catalogue', () => {
  it('shows every widget in the reader’s language, without nested controls', async () => {
    const { page } = await openBoard(server, [], { lang: 'en', height: 1000 });
    await button(page, 'Add a widget').first().click();
    const catalogue = page.getByRole('dialog', { name: 'Add a widget' });
    await catalogue.getByText('Cooling', { exact: true }).first().waitFor();
    await expect.poll(() => catalogue.getByRole('status', { name: 'Loading' }).count()).toBe(0);
    expect(await catalogue.innerText()).not.toMatch(CHINESE);
    const nested = await catalogue.evaluate((root) => {
      const controls = 'a[href], button, input, select, textarea, [role="button"], [role="link"]';
      return [...root.querySelectorAll(controls)]
        .filter((one) => one.parentElement?.closest('a[href], button, [role="button"], [role="link"]'))
        .map((one) => one.outerHTML);
    });
    expect(nested).toEqual([]);
    await catalogue.getByRole('button', { name: 'Control', exact: true }).click();
    await expect
      .poll(() =>
        catalogue
          .getByRole('heading', { name: 'Control', exact: true })
          .evaluate((one) => one === document.activeElement),
      )
      .toBe(true);
  });

  it('keeps the board of a desk at its width, scrollable', async () => {
    const row = ['a', 'b', 'c', 'd'].map((id) => figure(id, `A long name ${id}`));
    const { page } = await openBoard(server, row, { lang: 'en', width: 1440 });
    await button(page, 'Edit board').click();
    const boxOf = async (id: string) => (await item(page, id).boundingBox())!;
    const before = [await boxOf('a'), await boxOf('d')];
    await button(page, 'Add widget').click();
    const catalogue = page.getByRole('dialog', { name: 'Add a widget' });
    await catalogue.getByLabel('Search widgets').fill('weather');
    expect([await boxOf('a'), await boxOf('d')]).toEqual(before);
    const edge = page.viewportSize()!.width - 360;
    for (const name of ['Add widget', 'Save board']) {
      const box = (await button(page, name).boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(edge);
    }
    await page.mouse.move(500, 500);
    await page.mouse.wheel(1000, 0);
    await expect.poll(async () => (await boxOf('d')).x + before[1]!.width).toBeLessThanOrEqual(edge);
    const title = (await item(page, 'd').getByText('A long name d').boundingBox())!;
    const tools = (await item(page, 'd').getByRole('toolbar').boundingBox())!;
    expect(title.x + title.width).toBeLessThanOrEqual(tools.x);
    await button(page, 'Save board').waitFor();
  });

  it('covers the board on a phone instead of narrowing it', async () => {
    const { page } = await openBoard(server, [figure('a', 'Alpha')], { lang: 'en', width: 390, height: 844 });
    await button(page, 'Edit board').click();
    const before = (await item(page, 'a').boundingBox())!;
    await button(page, 'Add widget').click();
    const catalogue = page.getByRole('dialog', { name: 'Add a widget' });
    await catalogue.getByLabel('Search widgets').fill('weather');
    const after = (await item(page, 'a').boundingBox())!;
    expect([after.x, after.width]).toEqual([before.x, before.width]);
    await catalogue.getByRole('button', { name: 'Weather' }).click();
    await catalogue.waitFor({ state: 'detached' });
  });
});
