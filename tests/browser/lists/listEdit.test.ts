import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, names, openCustomers } from '../../support/browser/listPage.ts';
import { offered } from '../../support/browser/options.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

const openList = (count: number, allow: RegExp[] = []) => openCustomers(server, count, { allow });

describe('editing in the list', () => {
  it('collects changes by keyboard, shows an error at its cell, and saves all together', async () => {
    const { page, client } = await openList(2, [/status of 40[09]/]);
    await page.getByRole('columnheader', { name: 'Customer name' }).getByRole('button').click();
    await eventually(() => names(page)).toEqual(['Customer 00', 'Customer 01']);
    await page.getByRole('button', { name: 'Edit in list' }).click();
    const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true });
    await cell('Customer 00').press('Enter');
    await page.getByRole('textbox', { name: 'Customer name, Customer 00' }).fill('Customer 01');
    await page.keyboard.press('Enter');
    await page.getByText('1 change in 1 row').waitFor();
    await page.getByRole('button', { name: 'Save all' }).click();
    const refused = page.locator('[role=gridcell][aria-invalid=true]');
    await refused.press('Enter');
    await page.keyboard.press('Escape');
    await refused.press('Enter');
    await page.getByRole('textbox', { name: 'Customer name, Customer 00' }).fill('Renamed');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save all' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { records } = await client.call('getCustomerList', { query: { sort: 'name' } });
    expect(records.map(({ name }) => name)).toEqual(['Customer 01', 'Renamed']);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Renamed', exact: true }).waitFor();
  });

  it('shows complete choices, however narrow the column is', async () => {
    const { page } = await openList(1);
    await page.getByRole('button', { name: 'Edit in list' }).click();
    const heads = await page.getByRole('columnheader').allInnerTexts();
    const row = page.locator('tbody').getByRole('row').first();
    const nature = row.getByRole('gridcell').nth(heads.indexOf('Nature'));
    await nature.press('Enter');
    const options = offered(page);
    await options.first().waitFor();
    const widths = await options.evaluateAll((all) =>
      all.map(({ textContent, scrollWidth, clientWidth }) => [textContent, scrollWidth - clientWidth]),
    );
    expect(widths.length).toBeGreaterThan(5);
    expect(widths.filter(([, cut]) => cut !== 0)).toEqual([]);
  });
});

describe('editing beside another user', () => {
  it("loses nothing: the other user's row appears below the changes, and all are saved", async () => {
    const { page, client } = await openList(2, [/status of 409/]);
    await page.getByRole('columnheader', { name: 'Customer name' }).getByRole('button').click();
    await eventually(() => names(page)).toEqual(['Customer 00', 'Customer 01']);
    await page.getByRole('button', { name: 'Edit in list' }).click();
    for (const index of [0, 1]) {
      await page.getByRole('gridcell', { name: `Customer 0${index}`, exact: true }).press('Enter');
      await page.getByRole('textbox', { name: `Customer name, Customer 0${index}` }).fill(`Mine ${index}`);
      await page.keyboard.press('Enter');
    }
    await page.getByText('2 changes in 2 rows').waitFor();
    const theirs = (await client.call('getCustomerList', { query: { sort: 'name' } })).records[0]!;
    await client.call('updateCustomer', {
      body: { id: theirs.id, version: theirs.version, city: 'Ningbo' },
    });
    await page.getByRole('button', { name: 'Save all' }).click();
    await page.getByText('Another user changed 1 row').waitFor();
    await page.getByText('2 changes in 2 rows').waitFor();
    await page.getByRole('button', { name: 'Load the latest and keep my changes' }).click();
    await page.getByRole('button', { name: 'Save all' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { records } = await client.call('getCustomerList', { query: { sort: 'name' } });
    expect(records.map(({ name, city }) => [name, city])).toEqual([
      ['Mine 0', 'Ningbo'],
      ['Mine 1', null],
    ]);
  });
});
