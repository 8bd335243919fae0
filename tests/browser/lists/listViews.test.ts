import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { customer, eventually, LIST, names, openCustomers } from '../../support/browser/listPage.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

const openList = (count: number) => openCustomers(server, count);

describe('a list arranged by its user', () => {
  it('keeps moved, resized and pinned columns on any device', async () => {
    const { page } = await openList(1);
    const headers = () =>
      page
        .getByRole('columnheader')
        .getByRole('button')
        .allInnerTexts()
        .then((all) => all.slice(0, 3));
    const nature = page.getByRole('columnheader', { name: 'Nature' }).getByRole('button');
    const saved = page.waitForResponse((answer) => answer.url().includes('/manager/preference/'));
    await nature.press('Alt+ArrowLeft');
    expect(await headers()).toEqual(['Customer name', 'Nature', 'Industry']);
    await saved;
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('combobox', { name: 'Pin “Level”' }).click();
    const pinned = page.waitForResponse((answer) => answer.url().includes('/manager/preference/'));
    await page.getByTitle('Pin left').last().click();
    await pinned;
    // The list of columns covers some of them.
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Reset' }).waitFor({ state: 'hidden' });
    const level = page.getByRole('columnheader', { name: 'Level' });
    const wide = (await level.boundingBox())!.width;
    const sized = page.waitForResponse((answer) => answer.url().includes('/manager/preference/'));
    await level.getByRole('button').press('Alt+Shift+ArrowRight');
    await sized;
    const wider = (await level.boundingBox())!.width;
    expect(wider).toBeGreaterThan(wide);
    // Moves the industry before the state with the pointer.
    const head = page.getByRole('columnheader', { name: 'Industry' }).getByRole('button');
    const grip = (await head.boundingBox())!;
    const goal = (await page.getByRole('columnheader', { name: 'State' }).boundingBox())!;
    const dropped = page.waitForResponse((answer) => answer.url().includes('/manager/preference/'));
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(goal.x + goal.width - 20, goal.y + goal.height / 2, { steps: 5 });
    await page.mouse.up();
    await dropped;
    const order = (await page.getByRole('columnheader').getByRole('button').allInnerTexts()).slice(0, 5);
    expect(order).toEqual(['Customer name', 'Level', 'Nature', 'State', 'Industry']);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.startsWith('EMS-list.')) localStorage.removeItem(key);
    });
    await page.reload();
    await eventually(() =>
      page
        .getByRole('columnheader')
        .getByRole('button')
        .allInnerTexts()
        .then((all) => all.slice(0, 5)),
    ).toEqual(order);
    expect((await level.boundingBox())!.width).toBe(wider);
  });

  it('aligns every cell with its head, and has the roles of a table in every browser', async () => {
    const { page } = await openList(3);
    /** Returns where the cells of each row begin and end. */
    const edges = () =>
      page
        .getByRole('row')
        .evaluateAll((rows) =>
          rows.map((row) =>
            [...row.children].map((cell) => cell.getBoundingClientRect()).map(({ x, right }) => [x, right]),
          ),
        );
    const aligned = async () => {
      const [head, ...rows] = await edges();
      expect(rows.length).toBeGreaterThan(2);
      for (const row of rows) expect(row).toEqual(head);
      return head!;
    };
    const far = () =>
      page.getByRole('table').evaluate(({ parentElement: frame }) => {
        frame!.scrollLeft = frame!.scrollWidth;
      });
    await page.getByText('3 in total').waitFor();
    const usual = await aligned();
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const [column, way] of [
      ['Level', 'Pin left'],
      ['State', 'Pin right'],
    ]) {
      const saved = page.waitForResponse((answer) => answer.url().includes('/manager/preference/'));
      await page.getByRole('combobox', { name: `Pin “${column}”` }).click();
      await page.getByTitle(way!).last().click();
      await saved;
    }
    const nature = page.getByRole('columnheader', { name: 'Nature' }).getByRole('button');
    for (let press = 0; press < 20; press++) await nature.press('Alt+Shift+ArrowRight');
    const sized = await aligned();
    expect(sized).not.toEqual(usual);
    await far();
    const moved = await aligned();
    expect(moved).not.toEqual(sized);
    expect(
      [0, 1, 2, 3, -2, -1].map((at) => moved.at(at)),
      'the pinned ones stay',
    ).toEqual([0, 1, 2, 3, -2, -1].map((at) => sized.at(at)));

    const parts = page.getByRole('table').locator(':is(thead, tbody, tfoot, tr, th, td)');
    const roles = () => parts.evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('role')))]);
    expect((await roles()).sort()).toEqual(['cell', 'columnheader', 'row', 'rowgroup']);
    await page.getByRole('button', { name: 'Details of “Customer 00”' }).press('Enter');
    // The details do not move when the list is scrolled sideways.
    const { x } = (await page.getByRole('region', { name: 'Details of “Customer 00”' }).boundingBox())!;
    expect(x).toBe(moved[0]![0]);
    expect((await roles()).sort()).toEqual(['cell', 'columnheader', 'row', 'rowgroup']);
  });

  it('becomes a named view, shows its last change, and opens with it', async () => {
    const { page } = await openList(4);
    await page.getByRole('button', { name: 'Level', exact: true }).first().click();
    await page.getByRole('checkbox', { name: 'NP', exact: true }).check();
    await eventually(() => names(page).then((all) => all.length)).toBe(2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'All records' }).click();
    await page.getByRole('menuitem', { name: 'Save as view' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('New prospects');
    await page.getByRole('switch', { name: 'Use when the list opens' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const view = page.getByRole('button', { name: 'New prospects' });
    await view.waitFor();
    await page.goto(LIST);
    await eventually(() => names(page).then((all) => all.length)).toBe(2);
    await page.getByRole('columnheader', { name: 'Customer name' }).getByRole('button').click();
    await page.getByText('modified').waitFor();
    await view.click();
    await page.getByRole('menuitem', { name: 'Undo changes to the view' }).click();
    await page.getByText('modified').waitFor({ state: 'detached' });
    await view.click();
    await page.getByRole('menuitem', { name: 'All records' }).click();
    await eventually(() => names(page).then((all) => all.length)).toBe(4);
  });
});

describe('a view that a user shares', () => {
  it('opens the list for all users, marks their own changes, and can be copied but not changed by them', async () => {
    const tenant = await makeTenant(server);
    const boss = await makePerson(server, [tenant], { permissions: ['customer:*', 'view:share'] });
    const clerk = await makePerson(server, [tenant], {
      permissions: ['customer:list', 'customer:get'],
    });
    const client = await login(server, boss.username, PASSWORD);
    for (const index of [0, 1, 2]) await client.call('customerCreate', { body: customer(index) });
    await client.call('viewCreate', {
      body: {
        page: 'CustomersManagement',
        name: 'Only NP',
        scope: 'tenant',
        isDefault: true,
        state: { 'f.level': 'NP' },
      },
    });
    const page = await openPage(server);
    await signIn(page, server, { username: clerk.username, password: PASSWORD }, LIST);
    await eventually(() => names(page)).toEqual(['Customer 01']);
    await page.getByRole('columnheader', { name: 'Customer name' }).getByRole('button').click();
    await page.getByText('modified').waitFor();
    await page.getByRole('button', { name: 'Only NP' }).click();
    await page.getByRole('menuitem', { name: 'Save as view' }).waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'All records',
      'Only NP',
      'Undo changes to the view',
      'Save as view',
    ]);
  });
});

describe('what the filter selects', () => {
  it("is summed below the rows, and printed with the filter's text", async () => {
    const tenant = await makeTenant(server);
    const { username } = await makePerson(server, [tenant], { permissions: ['leave:*'] });
    const client = await login(server, username, PASSWORD);
    const leave = (type: 'personal' | 'sick', startDate: string, endDate: string, endHalf = false) =>
      client.call('leaveCreate', {
        body: { subject: `Off from ${startDate}`, type, startDate, endDate, endHalf },
      });
    await Promise.all([
      leave('personal', '2026-12-01', '2026-12-02'),
      leave('personal', '2026-12-07', '2026-12-08', true),
      leave('sick', '2026-12-14', '2026-12-17'),
    ]);
    const page = await openPage(server);
    await signIn(page, server, { username, password: PASSWORD }, '/main/apply/leave');
    const sums = () =>
      page
        .getByRole('table')
        .locator('tfoot tr')
        .innerText()
        .then((text) => text.split(/\s+/).filter(Boolean));
    await eventually(sums).toEqual(['Total', '7.5']);
    await page.goto('/main/apply/leave/applications?f.type=personal');
    await eventually(sums).toEqual(['Total', '3.5']);

    await page.getByRole('button', { name: 'Print', exact: true }).click();
    const paper = page.getByRole('dialog', { name: 'Print: Leave application' });
    await eventually(() => paper.locator('tbody tr').count()).toBe(2);
    expect(await paper.getByRole('listitem').innerText()).toBe('Leave type: Personal leave');
    await paper.getByRole('button', { name: 'Close' }).click();
    await paper.waitFor({ state: 'detached' });
  });
});
