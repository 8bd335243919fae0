/** S12: an asset is created from its device, opened by the code on its label, repaired and scrapped. */
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { offer } from '../../support/browser/options.ts';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { fileForm } from '../../support/records/records.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

const ASSETS = '/main/ems/map/deviceManagement/info/assets';

let server: TestServer;
let boss: Client;
let account: { username: string; password: string };
beforeAll(async () => {
  server = await sharedServer();
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { role: 'administrator' });
  account = { username, password: PASSWORD };
  boss = await login(server, username, PASSWORD);
  await boss.call('stationCreate', {
    body: { sn: 'LIFE', name: 'Works', timeZone: 'UTC', fixLineTelephone: '0512-55550118' },
  });
  await boss.call('deviceCreate', {
    body: { sn: 'LIFE-FAN', name: 'Cooling unit', stationSn: 'LIFE', type: 'other', model: 'CU-48' },
  });
});
afterAll(() => server?.stop());

async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Enters the asset of the device, with the device's name and model. Returns its id. */
async function enterAsset(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'New Asset' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Device', exact: true }).click();
  await offer(page, 'Cooling unit').click();
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Model' }).inputValue()).toBe('CU-48');
  await save(dialog);
  const { records } = await boss.call('assetPage', {});
  expect(records).toMatchObject([{ name: 'Cooling unit', state: 'running' }]);
  return records[0]!.id;
}

/** Adds a public manual and an internal report. */
async function addDocuments(assetId: number): Promise<void> {
  for (const [name, open] of [
    ['Manual of the fan', true],
    ['Factory report', false],
  ] as const) {
    const file = open ? 'manual.pdf' : 'report.pdf';
    const form = fileForm(file, Buffer.from(`%PDF-1.4 ${name}`));
    const { bucketName, fileName } = await boss.call('uploadFile', { form });
    const files = [`/admin/sys-file/${bucketName}/${fileName}#${file}`];
    const kind = open ? ('manual' as const) : ('testReport' as const);
    await boss.call('assetDocumentCreate', { body: { assetId, name, kind, open, files } });
  }
}

it('is created from its device, opened by its code, repaired, and scrapped only without open defects', async () => {
  const page = await openPage(server, { allow: [/status of 409/] });
  await signIn(page, server, account, `${ASSETS}?station=LIFE`);
  const id = await enterAsset(page);
  await addDocuments(id);

  await page.goto(`${ASSETS}/${id}?station=LIFE`);
  await page.getByRole('button', { name: 'Public link' }).click();
  const link = page.getByRole('dialog', { name: 'Public link' });
  await link.getByRole('button', { name: 'Create link' }).click();
  const address = await link.getByRole('textbox', { name: 'Address of the link' }).inputValue();
  expect(address).toMatch(/\/deviceDocumentsQrcode\?t=[\w-]{43}$/);

  const guest = await openPage(server, { width: 390, allow: [/status of 404/] });
  await guest.goto(address);
  const paper = guest.getByRole('article');
  await paper.getByText('Manual of the fan', { exact: true }).waitFor();
  for (const part of ['Cooling unit', 'CU-48', '0512-55550118'])
    await paper.getByText(part).first().waitFor();
  expect(await guest.getByText('Factory report').count()).toBe(0);

  const { id: defectId, version } = await boss.call('defectRecordCreate', {
    body: { assetId: id, name: 'Fan rattles', level: 'general', foundOn: '2026-03-01', state: 'reported' },
  });
  await page.goto(`${ASSETS}/${id}?station=LIFE`);
  // The disabled button of a transition shows the reason.
  const hindered = page.getByRole('button', { name: /^Scrap.*1 defects are still open/ });
  expect(await hindered.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('tab', { name: /^Defect/ }).click();
  await page.getByText('Fan rattles').first().waitFor();

  const form = { closedOn: '2026-03-04', result: 'Fan replaced', parts: 'FAN-48' };
  const path = { entity: 'defectRecord', id: defectId };
  await boss.call('recordTransition', { path, body: { name: 'close', version, form } });
  await page.goto(`${ASSETS}/${id}?station=LIFE`);
  expect(await page.getByRole('button', { name: 'Scrap', exact: true }).getAttribute('aria-disabled')).toBe(
    'false',
  );
  await page.getByRole('tab', { name: /^Operation/ }).click();
  await page.getByText('Fan replaced').first().waitFor();
  await page.getByText('FAN-48').first().waitFor();

  await page.getByRole('button', { name: 'Public link' }).click();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke this link?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await page.getByText('No active link').waitFor();
  await guest.reload();
  await guest.getByRole('alert').getByText('This link is no longer valid').waitFor();
});
