/** A saved record is reverted, commented, deleted and restored. */

import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { type Client, login, sharedServer, type TestServer } from '../../support/server/server.ts';

const LIST = '/main/appliance/customer';

let server: TestServer;
let page: Page;
let client: Client;
let id: number;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

/** Creates a customer with one change, and opens an address as a user with all permissions on it. */
async function open(address: (id: number) => string): Promise<void> {
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], {
    role: 'sales',
    permissions: ['customer:*', 'recycleBin:list'],
  });
  client = await login(server, username, PASSWORD);
  const made = await client.call('customerCreate', {
    body: { name: 'Suzhou Power', state: 'developing', city: 'Suzhou', level: 'NP' },
  });
  id = made.id;
  await client.call('updateCustomer', { body: { id, version: 1, city: 'Wuxi', level: 'VIP' } });
  page = await openPage(server);
  await signIn(page, server, { username, password: PASSWORD }, address(id));
}

const record = () => client.call('getCustomerInfoById', { query: { id } });

describe('a record', () => {
  it('shows its history field by field with the labels of the screen, and reverts by it', async () => {
    await open((one) => `${LIST}?record=${one}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('tab', { name: 'History' }).click();
    const newest = drawer.getByRole('tabpanel').getByRole('listitem').first();
    await newest.getByText('changed the record').waitFor();
    const changes = newest.locator('dl > div');
    expect(await changes.allInnerTexts()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^City\s+Before\s+Suzhou\s+After\s+Wuxi$/),
        expect.stringMatching(/^Level\s+Before\s+NP\s+After\s+VIP$/),
      ]),
    );
    // A field of the record has its own title, although notes of the log have the same name.
    const first = drawer.getByRole('tabpanel').getByRole('listitem').last();
    expect(await first.locator('dt').allTextContents()).toContain('Customer name');
    await newest.getByRole('button', { name: 'Undo this change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore earlier values' });
    await dialog.getByText('Wuxi').waitFor();
    await dialog.getByRole('button', { name: 'Revert' }).click();
    await dialog.waitFor({ state: 'detached' });
    await drawer.getByRole('tab', { name: 'Details', selected: true }).waitFor();
    await drawer.getByText('Suzhou', { exact: true }).waitFor();
    expect(await record()).toMatchObject({ city: 'Suzhou', level: 'NP', version: 3 });
    await drawer.getByRole('tab', { name: 'History' }).click();
    await drawer.getByText('restored earlier values').waitFor();
  });

  it('shows formatted text as entered: kinds of lists, tables, alignment', async () => {
    await open(() => LIST);
    const remark =
      '<p class="ql-align-center">Notes</p><ol><li data-list="bullet">point</li><li data-list="ordered">first</li></ol><table><tbody><tr><td>Inverter</td><td>12 kW</td></tr></tbody></table>';
    const { version } = await record();
    await client.call('updateCustomer', { body: { id, version, introduction: remark } });
    await page.reload();
    await page
      .getByRole('button', { name: /^Details/ })
      .first()
      .click();
    const text = page.getByRole('main');
    await text.getByRole('cell', { name: '12 kW' }).waitFor();
    const styleOf = (words: string, name: 'textAlign' | 'listStyleType') =>
      text.getByText(words).evaluate((element, key) => getComputedStyle(element)[key], name);
    expect(await styleOf('Notes', 'textAlign')).toBe('center');
    expect(await styleOf('point', 'listStyleType')).toBe('disc');
    expect(await styleOf('first', 'listStyleType')).toBe('decimal');
  });

  it('has its own page with comments and files', async () => {
    await open((one) => `${LIST}/${one}`);
    await page.getByRole('heading', { name: 'Suzhou Power' }).waitFor();
    expect(await page.title()).toContain('Suzhou Power');
    await page.getByRole('tab', { name: 'Comments' }).click();
    const box = page.getByRole('textbox', { name: 'Write a comment' });
    await box.pressSequentially('<b>Call</b> @Per');
    await page.getByRole('menuitem', { name: 'Person' }).first().click();
    await box.press('Control+Enter');
    const comment = page.getByRole('tabpanel').getByRole('listitem');
    await comment.getByText('<b>Call</b>').waitFor();
    expect(await comment.getByText(/^@/).innerText()).toMatch(/^@Person/);
    await page.getByRole('tab', { name: 'Comments (1)' }).waitFor();
    expect(
      (await client.call('recordComments', { path: { entity: 'customer', id } })).records[0]!.body,
    ).toMatch(/^<b>Call<\/b> @\[\d+\]$/);

    await page.getByRole('tab', { name: 'Attachments' }).click();
    const input = page.locator('input[type=file]');
    await input.setInputFiles([
      { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('the offer') },
      { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    ]);
    await page.getByText('fake.png: Choose a picture').waitFor();
    await page.getByRole('link', { name: 'Show offer.txt' }).click();
    const shown = page.getByRole('dialog', { name: 'offer.txt' });
    await shown.getByText('the offer').waitFor();
    const save = shown.getByRole('button', { name: 'Download' });
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(download.suggestedFilename()).toBe('offer.txt');
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Attachments (1)' }).waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForURL(`**${LIST}`);
  });

  it('that is deleted is in the recycle bin and can be restored', async () => {
    await open((one) => `${LIST}/${one}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No customer yet').waitFor();
    await page.goto('/main/operation/recycleBin');
    await page.getByRole('button', { name: 'Restore “Suzhou Power”' }).click();
    await page.getByText('1 restored').waitFor();
    await page.getByText('The recycle bin is empty').waitFor();
    expect(await record()).toMatchObject({ name: 'Suzhou Power', city: 'Wuxi', version: 2 });
    await page.goto(`${LIST}/${id}`);
    await page.getByRole('heading', { name: 'Suzhou Power' }).waitFor();

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No customer yet').waitFor();
    await page.goto('/main/operation/recycleBin');
    await page.getByRole('button', { name: 'Delete “Suzhou Power” permanently' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('1 deleted permanently').waitFor();
    await page.getByText('The recycle bin is empty').waitFor();
    expect((await client.call('recycleBin')).records).toEqual([]);
  });
});
