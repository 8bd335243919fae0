import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardWidget } from '../../../generated/definition.ts';
import {
  BOARD,
  button,
  edit,
  figure,
  item,
  openBoard,
  said,
  save,
  storedBoard,
} from '../../support/browser/board.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

describe('building', () => {
  it('works with the keyboard alone, for screen readers, and is undone step by step', async () => {
    const { page } = await openBoard(server, [figure('a', 'Alpha'), figure('b', 'Beta')]);
    await edit(page);
    await item(page, 'b').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => said(page)).toBe('Beta: column 8, row 1');
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => said(page)).toBe('Beta: 7 columns wide, 5 rows high');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => said(page)).toBe('Beta is at the edge and cannot be moved further');
    await page.keyboard.press('Control+z');
    await expect.poll(() => said(page)).toBe('Undone: resize widget');
    await page.keyboard.press('Control+Shift+Z');
    await expect.poll(() => said(page)).toBe('Redone: resize widget');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await button(page, 'Save').isDisabled()).toBe(true);
  });

  it('selects, copies to another tab and locks with the keyboard alone', async () => {
    const stage = await openBoard(server, [figure('a', 'Alpha'), figure('b', 'Beta')]);
    const { page } = stage;
    const drawn = () => page.locator('[data-widget]').count();
    await edit(page);
    await item(page, 'a').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => said(page)).toBe('2 selected');
    await page.getByRole('toolbar', { name: 'Actions for the selected widgets' }).waitFor();
    await page.keyboard.press('Control+c');
    await expect.poll(() => said(page)).toBe('2 widgets copied');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Add a tab');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Tab 2', selected: true }).waitFor();
    // Commands here do not affect a selection on another tab.
    await expect
      .poll(() => page.getByRole('toolbar', { name: 'Actions for the selected widgets' }).count())
      .toBe(0);
    await page.keyboard.press('Control+d');
    expect(await drawn()).toBe(0);
    await page.keyboard.press('Control+v');
    await expect.poll(() => said(page)).toBe('2 widgets pasted');
    await expect.poll(drawn).toBe(2);
    await page.keyboard.press('Escape');
    await page.keyboard.press('[');
    await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
    await item(page, 'a').focus();
    await page.keyboard.press('l');
    await expect.poll(() => said(page)).toBe('Alpha locked');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => said(page)).toBe('Alpha is locked. Unlock it first.');
    await button(page, 'Save').click();
    await page.getByText('Board saved').waitFor();
    const { tabs, widgets } = await storedBoard(stage);
    expect(tabs?.map(({ title }) => title)).toEqual(['Overview', 'Tab 2']);
    expect(widgets.map(({ tab, locked }) => [tabs?.findIndex(({ id }) => id === tab), locked])).toEqual([
      [0, true],
      [0, undefined],
      [1, undefined],
      [1, undefined],
    ]);
  });

  it('undoes earlier steps after a reload', async () => {
    const { page } = await openBoard(server, [figure('a', 'Alpha'), figure('b', 'Beta')], {
      allow: [/beforeunload/],
    });
    page.on('dialog', (dialog) => void dialog.accept());
    await edit(page);
    await item(page, 'b').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+ArrowDown');
    await page.reload();
    await button(page, 'Restore').click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => said(page)).toBe('Undone: resize widget');
    await page.keyboard.press('Control+z');
    await expect.poll(() => said(page)).toBe('Undone: move widget');
    expect(await button(page, 'Save').isDisabled()).toBe(true);
  });

  it('collapses a section with the widgets below it', async () => {
    const section: BoardWidget = { id: 's', type: 'section', version: 1, config: { titleName: 'Storage' } };
    const { page } = await openBoard(server, [section, figure('a', 'Alpha')]);
    await item(page, 'a').waitFor();
    const fold = button(page.getByRole('region', { name: 'Storage' }), 'Storage');
    await fold.click();
    await expect.poll(() => item(page, 'a').count()).toBe(0);
    await fold.getByText('1 widget').waitFor();
    await edit(page);
    await item(page, 'a').waitFor();
  });

  it('drags and resizes with the pointer in one step each', async () => {
    const stage = await openBoard(server, [figure('a', 'Alpha'), figure('b', 'Beta')]);
    const { page } = stage;
    await edit(page);
    const from = (await item(page, 'b').boundingBox())!;
    await page.mouse.move(from.x + 40, from.y + 100);
    await page.mouse.down();
    await page.mouse.move(from.x + 400, from.y + 104, { steps: 8 });
    await page.mouse.up();
    const sized = (await item(page, 'a').boundingBox())!;
    const corner = { x: sized.x + sized.width - 8, y: sized.y + sized.height - 8 };
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down();
    await page.mouse.move(corner.x + 102, corner.y + 52, { steps: 8 });
    await page.mouse.up();
    await button(page, 'Save').click();
    await page.getByText('Board saved').waitFor();
    const { lg } = (await storedBoard(stage)).layouts;
    expect(lg.find(({ i }) => i === 'b')?.x).toBeGreaterThan(10);
    expect(lg.find(({ i }) => i === 'a')).toMatchObject({ x: 0, y: 0 });
    expect(lg.find(({ i }) => i === 'a')?.w).toBeGreaterThan(6);
  });

  it('drags all selected widgets, and shows them during the drag', async () => {
    const stage = await openBoard(server, [figure('a', 'Alpha'), figure('b', 'Beta')]);
    const { page } = stage;
    await edit(page);
    await item(page, 'a').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowRight');
    const at = async (id: string) => (await item(page, id).boundingBox())!;
    const [a, b] = [await at('a'), await at('b')];
    await page.mouse.move(a.x + 40, a.y + 100);
    await page.mouse.down();
    await page.mouse.move(a.x + 240, a.y + 104, { steps: 6 });
    await expect.poll(async () => Math.round((await at('b')).x - b.x)).toBeGreaterThan(150);
    expect(Math.abs((await at('b')).x - (await at('a')).x - (b.x - a.x))).toBeLessThan(4);
    await page.mouse.up();
    await button(page, 'Save').click();
    await page.getByText('Board saved').waitFor();
    const { lg } = (await storedBoard(stage)).layouts;
    const [first, second] = ['a', 'b'].map((id) => lg.find(({ i }) => i === id)!);
    expect(first!.x).toBeGreaterThan(1);
    expect(second!.x - first!.x).toBe(6);
  });

  it('asks for confirmation before a widget is deleted', async () => {
    const { page } = await openBoard(server, [figure('a', 'Alpha'), figure('b', 'Beta')]);
    await edit(page);
    await button(page, 'Delete Alpha').click();
    const question = page.getByRole('dialog').filter({ hasText: 'Delete this record?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await item(page, 'a').count()).toBe(1);
    await item(page, 'a').focus();
    await page.keyboard.press('Delete');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => item(page, 'a').count()).toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(() => item(page, 'a').count()).toBe(1);
  });

  it('keeps a configuration when the dialog is cancelled', async () => {
    const { page } = await openBoard(server, [figure('a', 'Alpha', 'before')]);
    await edit(page);
    await button(page, 'Configure Alpha').click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('after');
    await page.getByRole('complementary', { name: 'Preview' }).getByText('after').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Discard').last().click();
    await expect.poll(() => item(page, 'a').innerText()).toContain('before');
    expect(await button(page, 'Save').isDisabled()).toBe(true);
  });

  it("never overwrites another user's changes without asking, and keeps every version", async () => {
    const stage = await openBoard(server, [figure('a', 'Alpha')], { allow: [/409/] });
    const { page, client, site } = stage;
    await edit(page);
    await item(page, 'a').focus();
    await page.keyboard.press('ArrowRight');
    await save(client, site, [figure('theirs', 'Theirs'), figure('a', 'Alpha')], 1);
    await page.getByRole('textbox', { name: 'Note for this version (optional)' }).fill('Both');
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog', { name: 'Another user saved this board' });
    await dialog.waitFor();
    // Both users moved the widget, so the dialog asks which position to use.
    const merge = dialog.getByRole('button', { name: 'Merge and save as version 3' });
    expect(await merge.isDisabled()).toBe(true);
    await dialog.getByRole('radio', { name: 'Alpha: Mine' }).check();
    await merge.click();
    await page.getByText('Board saved').waitFor();
    const { layouts } = await storedBoard(stage);
    expect(layouts.lg.find(({ i }) => i === 'a')?.x).toBe(1);
    expect(layouts.lg.map(({ i }) => i).sort()).toEqual(['a', 'theirs']);

    await page.keyboard.press('v');
    const versions = page.getByRole('dialog', { name: 'Versions' });
    const list = versions.getByRole('list', { name: 'Saved versions, the newest first' }).getByRole('button');
    await expect.poll(() => list.count()).toBe(3);
    await list.filter({ hasText: 'Both' }).getByText('Current').waitFor();
    await list.filter({ hasText: 'Version 1' }).click();
    await versions.getByText('Difference from current').click();
    await versions.getByText('JSON', { exact: true }).click();
    await versions.getByText('"Theirs"').first().waitFor();
    await versions.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByText('Version 1 was restored as a new version').waitFor();
    await expect.poll(() => item(page, 'theirs').count()).toBe(0);
    expect((await storedBoard(stage)).widgets.map(({ id }) => id)).toEqual(['a']);
  });

  it('asks again which position to use if a third user saves in the meantime', async () => {
    const stage = await openBoard(server, [figure('a', 'Alpha')], { allow: [/409/] });
    const { page, client, site } = stage;
    await edit(page);
    await item(page, 'a').focus();
    await page.keyboard.press('ArrowRight');
    await save(client, site, [figure('second', 'Second'), figure('a', 'Alpha')], 1);
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog', { name: 'Another user saved this board' });
    const mine = dialog.getByRole('radio', { name: 'Alpha: Mine' });
    await mine.check();
    await save(client, site, [figure('third', 'Third'), figure('second', 'Second'), figure('a', 'Alpha')], 2);
    await dialog.getByRole('button', { name: 'Merge and save as version 3' }).click();
    const merge = dialog.getByRole('button', { name: 'Merge and save as version 4' });
    await merge.waitFor();
    await mine.waitFor();
    expect([await mine.isChecked(), await merge.isDisabled()]).toEqual([false, true]);
    await dialog
      .getByRole('radio', { name: /^Alpha: / })
      .last()
      .check();
    await merge.click();
    await page.getByText('Board saved').waitFor();
    expect((await storedBoard(stage)).layouts.lg.find(({ i }) => i === 'a')?.x).toBe(12);
  });

  it('restores unsaved work after the window was closed', async () => {
    const { page } = await openBoard(server, [figure('a', 'Alpha')], { allow: [/beforeunload/] });
    await edit(page);
    await item(page, 'a').focus();
    await page.keyboard.press('ArrowRight');
    const other = await page.context().newPage();
    await page.close({ runBeforeUnload: false });
    await other.goto(BOARD);
    await button(other, 'Restore').click();
    expect(await other.getByText('Editing · unsaved changes').count()).toBe(1);
  });

  it('on a phone edits the layout of the wide screen', async () => {
    const stage = await openBoard(server, [figure('a', 'Alpha'), figure('b', 'Beta')], {
      width: 390,
      height: 844,
    });
    const { page } = stage;
    const before = (await storedBoard(stage)).layouts;
    const [a, b] = [(await item(page, 'a').boundingBox())!, (await item(page, 'b').boundingBox())!];
    expect(b.y).toBeGreaterThan(a.y + a.height - 1);
    expect(a.width).toBeGreaterThan(340);
    await edit(page);
    await button(page, 'Configure Alpha').click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('changed on the phone');
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await button(page, 'Save').click();
    await page.getByText('Board saved').waitFor();
    expect((await storedBoard(stage)).layouts).toEqual(before);
  });
});
