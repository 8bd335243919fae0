/** Staff import a file, and export the content of the list. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { recordLinks } from '../../support/browser/listPage.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { tableCells, tableFile } from '../../support/records/excel.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it('a file is checked, its valid rows imported, the others downloaded, and the list exported', async () => {
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], {
    role: 'sales',
    permissions: ['customer:*'],
  });
  const page = await openPage(server);
  await signIn(page, server, { username, password: PASSWORD }, '/main/appliance/customer');
  await page.getByRole('region', { name: 'Customer' }).waitFor();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import: Customer' });
  const buffer = await tableFile([['客户名称', 'Level'], ['Good one', 'VIP'], [], ['Bad one', 'Enormous']]);
  await dialog.locator('input[type=file]').setInputFiles({ name: 'customers.xlsx', mimeType: '', buffer });
  await dialog.getByRole('row', { name: '4 Level Not one of the possible values' }).waitFor();
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await dialog.getByText('The import is done.').waitFor();
  const downloaded = page.waitForEvent('download');
  await dialog
    .getByRole('button', { name: 'Download the rows with problems' })
    .or(dialog.getByRole('link', { name: 'Download the rows with problems' }))
    .click();
  const rejected = await tableCells(await readFile(await (await downloaded).path()));
  expect(rejected[1]).toEqual(['Bad one', 'Enormous', 'Level: Not one of the possible values']);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await recordLinks(page).filter({ hasText: 'Good one' }).waitFor();

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const exporting = page.getByRole('dialog', { name: 'Export: Customer' });
  await exporting.getByRole('button', { name: 'Export', exact: true }).click();
  await exporting.getByText('1 record was exported.').waitFor();
  await exporting.getByRole('button', { name: 'My jobs' }).click();
  const jobs = page.getByRole('dialog', { name: 'My jobs' });
  await jobs.getByText('Export of Customer').waitFor();
  expect(await jobs.getByRole('listitem').count()).toBe(3);
});
