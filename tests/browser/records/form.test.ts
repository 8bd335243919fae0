import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileChooser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { PNG } from '../../support/records/sampleFiles.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

const LIST = '/main/appliance/customer';
/** The company's own map server. No request leaves: the test answers the browser. */
const TILES = 'https://maps.example/{z}/{x}/{y}.png';
const MB = 1024 * 1024;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { WATTDECK_MAP_TILES: TILES } });
});
afterAll(() => server?.stop());

/** Opens the customers of a new tenant for a user with all permissions. */
async function openCustomers(names: string[], allow: RegExp[] = []) {
  return openList(LIST, ['customer:*'], names, allow);
}

async function openList(list: string, permissions: string[], names: string[] = [], allow: RegExp[] = []) {
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], {
    role: 'sales',
    permissions,
  });
  const client = await login(server, username, PASSWORD);
  for (const name of names) await client.call('customerCreate', { body: { name, state: 'developing' } });
  const page = await openPage(server, { allow });
  await page.route('https://maps.example/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: PNG }),
  );
  await signIn(page, server, { username, password: PASSWORD }, list);
  await page.getByRole('main').getByRole('region').first().waitFor();
  return { page, client };
}

const create = (page: Page) => page.getByRole('button', { name: 'New customer' }).first().click();
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

describe('a generated form', () => {
  it('keeps its input over a reload, and offers it once', async () => {
    const { page, client } = await openCustomers([]);
    page.on('dialog', (dialog) => void dialog.accept());
    await create(page);
    await box(page, 'Customer name').fill('Suzhou Power');
    await box(page, 'City').fill('Suzhou');
    await page.reload();
    await create(page);
    await page.getByText('Unsaved draft from').waitFor();
    expect(await box(page, 'Customer name').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Continue your draft' }).click();
    await expect.poll(() => box(page, 'City').inputValue()).toBe('Suzhou');
    await save(page);
    await page.getByText('Saved', { exact: true }).waitFor();
    await create(page);
    await box(page, 'Customer name').waitFor();
    expect(await page.getByText('Unsaved draft from').count()).toBe(0);
    expect((await client.call('getCustomerList')).records[0]).toMatchObject({
      name: 'Suzhou Power',
      city: 'Suzhou',
    });
  });

  it('resolves a conflict field by field, by keyboard', async () => {
    const { page, client } = await openCustomers(['Wuxi Grid'], [/status of 409/]);
    await page.getByRole('button', { name: 'Actions for “Wuxi Grid”' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await box(page, 'City').fill('Ningbo');
    await box(page, 'Tax number').fill('91320500MA1M2K7P0X');
    const [record] = (await client.call('getCustomerList')).records;
    const theirs = { city: 'Nanjing', address: 'Street 1' };
    await client.call('updateCustomer', { body: { id: record!.id, version: record!.version, ...theirs } });
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Another user changed this record' });
    const row = (name: string) => dialog.getByRole('row', { name: new RegExp(`^${name}`) });
    await dialog.waitFor();
    expect(await row('City').innerText()).toMatch(/--\s+Ningbo\s+Nanjing/);
    await row('Tax number').getByText('Only you changed it').waitFor();
    await row('Address').getByText('Only the other user changed it').waitFor();
    await dialog.getByRole('radio', { name: 'City: keep mine' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await dialog.getByRole('radio', { name: 'City: take theirs' }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Apply to the form' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Merged with the latest version').waitFor();
    expect(await box(page, 'City').inputValue()).toBe('Nanjing');
    await save(page);
    await page.getByText('Saved', { exact: true }).waitFor();
    const [saved] = (await client.call('getCustomerList')).records;
    expect(saved).toMatchObject({ ...theirs, taxNumber: '91320500MA1M2K7P0X' });
  });

  it('reports a used name at once, fills a table, a place on the map and an industry, all by keyboard', async () => {
    const { page, client } = await openCustomers(['Wuxi Grid']);
    await create(page);
    await box(page, 'Customer name').fill('Wuxi Grid');
    await page.getByText('This Customer name is already in use').waitFor();
    await box(page, 'Customer name').fill('Wuxi Solar');
    await page.getByText('This Customer name is already in use').waitFor({ state: 'detached' });
    const industry = page.getByRole('combobox', { name: 'Industry / Sub-industry' });
    await industry.fill('grid');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add office' }).press('Enter');
    await page.keyboard.type('Head office');
    await page.getByRole('button', { name: 'Duplicate “office 1”' }).press('Enter');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Branch');
    await page.keyboard.press('Alt+ArrowUp');
    // The first button belongs to the place of the customer itself.
    await page.getByRole('button', { name: 'Choose on the map' }).nth(1).press('Enter');
    const map = page.getByRole('application');
    await expect.poll(() => map.locator('image').count()).toBeGreaterThan(3);
    await map.press('+');
    await map.press('ArrowRight');
    await map.press('Enter');
    await map.waitFor({ state: 'detached' });
    await save(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const saved = (await client.call('getCustomerList')).records.find(({ name }) => name === 'Wuxi Solar');
    expect(saved).toMatchObject({
      industry: 'energy',
      subIndustry: 'energy.grid',
      offices: [{ name: 'Branch', place: [24, 15] }, { name: 'Head office' }],
    });
  });

  it('creates a missing referenced record, and continues', async () => {
    const { page, client } = await openList('/main/ems/Setting/communicationEquipment', [
      'device:*',
      'station:*',
    ]);
    await page.getByRole('button', { name: 'New device' }).first().click();
    await box(page, 'Device number').fill('DEV-1');
    await box(page, 'Device name').fill('Meter one');
    await page.getByRole('combobox', { name: 'Station' }).click();
    await page.getByRole('button', { name: 'New station' }).click();
    const dialog = page.getByRole('dialog', { name: 'New station' });
    await dialog.getByRole('textbox', { name: 'Station number' }).fill('ST-9');
    await dialog.getByRole('textbox', { name: 'Station name' }).fill('Station nine');
    await dialog.getByRole('textbox', { name: 'Station name' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('dialog').getByText('Station nine').waitFor();
    await save(page);
    await page
      .getByRole('link', { name: 'Meter one' })
      .or(page.getByRole('button', { name: 'Meter one', exact: true }))
      .waitFor();
    expect((await client.call('devicePage')).records[0]).toMatchObject({ sn: 'DEV-1', stationSn: 'ST-9' });
  });

  it('uploads pictures and files by the rules, and shows them in form, list and record', async () => {
    // Passes the content, because a machine without a locale cannot find files whose names are not ASCII.
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
    const folder = await mkdtemp(join(tmpdir(), 'wattdeck-'));
    const fileBig = async (name: string, size: number) => {
      const path = join(folder, name);
      const handle = await open(path, 'w');
      await handle.truncate(size);
      await handle.close();
      return path;
    };
    const { page, client } = await openCustomers([], [/ERR_FAILED/]);
    await create(page);
    await box(page, 'Customer name').fill('Suzhou Power');
    // Chooses files as a person does. The field accepts another file only after the previous one is finished.
    const chooser = (name: RegExp) => async (files: Parameters<FileChooser['setFiles']>[0]) => {
      const opened = page.waitForEvent('filechooser');
      await page.getByRole('dialog').getByRole('button', { name }).last().click();
      await (await opened).setFiles(files);
    };
    const [chooseLogo, chooseDocuments] = [chooser(/^Logo /), chooser(/^Documents /)];
    await chooseLogo(file('note.txt', Buffer.from('text')));
    await page.getByRole('alert').getByText('note.txt: Choose a picture').waitFor();
    await chooseLogo(file('fake.png', Buffer.from('text')));
    await page.getByRole('alert').getByText('fake.png: Choose a picture').waitFor();
    await chooseLogo(file('标志.png', PNG));
    await page.getByRole('dialog').getByRole('img', { name: 'Logo' }).waitFor();
    // No file system allows such a long name, but a browser may send one.
    await chooseDocuments({ name: `${'n'.repeat(197)}.txt`, mimeType: 'text/plain', buffer: PNG });
    await page.getByText('Please keep the file name within 200 characters!').waitFor();
    await chooseDocuments(await fileBig('big.bin', 50 * MB + 1));
    await page.getByText('big.bin: The file can have at most 50 MB').waitFor();
    await page.route('**/sys-file/**', (route) => route.abort());
    await chooseDocuments(file('plan.pdf', Buffer.from('plan')));
    await page.getByText('plan.pdf failed to upload. Delete this file.').waitFor();
    await page.getByRole('button', { name: 'Remove “plan.pdf”' }).press('Enter');
    await page.getByText('plan.pdf failed to upload').waitFor({ state: 'detached' });
    await page.unroute('**/sys-file/**');
    await chooseDocuments([file('合同 1.pdf', Buffer.from('a')), file('b.txt', Buffer.from('b'))]);
    await page.getByText('2 of 30').waitFor();
    await page.getByRole('button', { name: 'Remove “b.txt”' }).press('Enter');
    await page.getByText('1 of 30').waitFor();
    await save(page);
    await page.getByText('Saved', { exact: true }).waitFor();
    const [saved] = (await client.call('getCustomerList')).records;
    expect(saved!.documents).toEqual([expect.stringMatching(/\.pdf#%E5%90%88%E5%90%8C%201\.pdf$/)]);

    // A save waits for running uploads, and stops if one of them failed.
    await page.getByRole('button', { name: 'Actions for “Suzhou Power”' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    let gate = Promise.withResolvers<'abort' | 'continue'>();
    await page.route('**/sys-file/**', async (route) => route[await gate.promise]());
    await page.getByText('1 of 30').waitFor();
    // Presses Escape at the moment when the page shows the upload.
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (!document.body.textContent.includes('Uploading late.pdf')) return;
        observer.disconnect();
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await chooseDocuments(file('late.pdf', Buffer.from('late')));
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByText('Uploading late.pdf').waitFor();
    await save(page);
    await page.getByText('Files still uploading: 1').waitFor();
    gate.resolve('abort');
    await page.getByText('late.pdf failed to upload').waitFor();
    await page.getByText('A file was not uploaded').waitFor();
    gate = Promise.withResolvers();
    await chooseDocuments(file('late.pdf', Buffer.from('late')));
    await page.getByText('Uploading late.pdf').waitFor();
    await save(page);
    gate.resolve('continue');
    const documents = async () => (await client.call('getCustomerList')).records[0]!.documents;
    await expect.poll(documents).toEqual([saved!.documents![0], expect.stringMatching(/#late\.pdf$/)]);
    await page.unroute('**/sys-file/**');

    const seen = async () => {
      const picture = page.getByRole('img', { name: 'Logo' }).last();
      await picture.waitFor();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
      await page.getByRole('link', { name: '合同 1.pdf' }).last().waitFor();
    };
    await page.goto(`${LIST}?columns=name,logo,documents`);
    await seen();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: '合同 1.pdf' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('合同 1.pdf');
    await page.goto(`${LIST}/${saved!.id}`);
    await seen();
    await rm(folder, { recursive: true });
  });

  it('accepts amounts, durations, schedules, JSON, and text with a link', async () => {
    const { page, client } = await openList(LIST, ['customer:*', 'device:*', 'station:*'], ['Wuxi Grid']);
    await client.call('stationCreate', { body: { sn: 'ST-1', name: 'Harbour', timeZone: 'Asia/Shanghai' } });
    await client.call('deviceCreate', {
      body: { sn: 'DEV-1', name: 'Meter', stationSn: 'ST-1', type: 'meter' },
    });
    const edit = async (name: string) => {
      await page.getByRole('button', { name: `Actions for “${name}”` }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByRole('dialog').locator('form').waitFor();
    };
    await edit('Wuxi Grid');
    await page.getByLabel('Credit limit').fill('1234.5');
    const text = page.getByRole('textbox', { name: 'About the customer' });
    await text.fill('See the contract');
    await text.press('ControlOrMeta+A');
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    const address = page.getByRole('textbox', { name: 'Address of the link' });
    await address.fill('javascript:alert(1)');
    await address.press('Enter');
    await page.getByText('Enter an address such as').waitFor();
    await address.fill('example.com/contract');
    await address.press('Enter');
    await address.waitFor({ state: 'detached' });
    await save(page);
    const customer = async () => (await client.call('getCustomerList')).records[0];
    await expect.poll(customer).toMatchObject({
      creditLimit: '1234.50',
      introduction: expect.stringMatching(
        /<a href="https:\/\/example\.com\/contract"[^>]*>See the contract<\/a>/,
      ),
    });

    await page.goto('/main/ems/Setting/communicationEquipment');
    await edit('Meter');
    const schedule = page.getByRole('group', { name: 'Inspection schedule' });
    await schedule.getByLabel('Minute').fill('30');
    await schedule.getByLabel('Hour').fill('6');
    await schedule.getByLabel('Day', { exact: true }).fill('*');
    await schedule.getByLabel('Month').fill('*');
    await schedule.getByLabel('Weekday').fill('1-5');
    const span = page.getByRole('group', { name: 'Offline after' });
    await span.getByLabel('min').fill('2');
    await span.getByLabel('s', { exact: true }).fill('30');
    await page.getByRole('textbox', { name: 'Connection parameters' }).fill('{"port": 502}');
    await save(page);
    const device = async () => (await client.call('devicePage')).records[0];
    await expect.poll(device).toMatchObject({
      inspection: '30 6 * * 1-5',
      offlineAfter: 150,
      parameters: { port: 502 },
    });
  });

  it('in steps validates each before the next, goes back without loss, and saves after a summary', async () => {
    const { page, client } = await openList('/main/ems/map/warning/trigger', [
      'alarmGenerater:*',
      'station:*',
    ]);
    await client.call('stationCreate', { body: { sn: 'ST-1', name: 'Harbour', timeZone: 'Asia/Shanghai' } });
    await page.getByRole('button', { name: 'New alarm rule' }).first().click();
    const next = page.getByRole('button', { name: 'Next', exact: true });
    const step = (name: string) => page.locator('[aria-current=step]', { hasText: name });
    await step('Monitored object').waitFor();
    await next.click();
    await page.getByText('Rule name is required').waitFor();
    await step('Monitored object').waitFor();
    await box(page, 'Rule name').fill('Silent');
    const choose = async (field: string, option: string) => {
      await page.getByRole('combobox', { name: field, exact: true }).click();
      await page.getByTitle(option, { exact: true }).last().click();
    };
    await choose('Station', 'Harbour');
    await choose('Trigger', 'No data');
    await choose('Scope', 'All devices of the station');
    await next.click();
    await step('Condition').waitFor();
    await page.getByRole('group', { name: 'Silent for' }).getByLabel('min').fill('5');
    await page.getByRole('button', { name: 'Back', exact: true }).last().click();
    expect(await box(page, 'Rule name').inputValue()).toBe('Silent');
    for (const name of ['Condition', 'Active hours and level', 'Alarm text', 'Check']) {
      await next.click();
      await step(name).waitFor();
    }
    await save(page);
    await expect
      .poll(async () => (await client.call('alarmGeneraterPage')).records[0])
      .toMatchObject({ name: 'Silent', scope: 'station', silentSeconds: 300 });
  });
});
