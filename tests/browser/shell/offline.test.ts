/** Without network, input is stored on the device. It is later sent once and in order, and never lost. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Inspection } from '../../../generated/types.ts';
import { fileName } from '../../../runtime/core/fileValue.ts';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import {
  fillItems,
  makeInspection,
  moveInspection,
  moveTemplate,
  readInspection,
  uploadPicture,
} from '../../support/records/inspections.ts';
import { PNG } from '../../support/records/sampleFiles.ts';
import { newVersionProxy } from '../../support/server/newVersionProxy.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, send } from '../../support/telemetry/site.ts';

let server: TestServer;
let boss: Client;
let username: string;

beforeAll(async () => {
  server = await sharedServer();
  const tenant = await makeTenant(server);
  const people = await Promise.all([1, 2].map(() => makePerson(server, [tenant], { permissions: ['*'] })));
  username = people[0]!.username;
  boss = await login(server, people[1]!.username, PASSWORD);
});
afterAll(() => server?.stop());

/**
 * Console messages of pages without network. Chromium also loads a preloaded module in the service worker, and again
 * for its import.
 */
const EXPECTED = [
  /ERR_INTERNET_DISCONNECTED/,
  /Failed to load resource/,
  /Failed to fetch/,
  /cross-world service worker resource mismatch/,
  /was preloaded using link preload but not used/,
];

async function makeFilled(): Promise<Inspection> {
  const client = await login(server, username, PASSWORD);
  // Today may already be over at the station, whose inspections of today are then missed.
  const day = dayAfter(new Date().toISOString().slice(0, 10), 1);
  const { id } = await makeInspection(client, { day });
  const photos = [await uploadPicture(client)];
  await fillItems(client, id, [{ value: 20 }, { result: 'normal', photos }, { result: 'normal' }]);
  return readInspection(client, id);
}

/** Opens the page of an inspection on a phone that stores all it needs. */
async function openInspection(id: number, url = server.url): Promise<Page> {
  const own = { ...server, url };
  const page = await openPage(own, { width: 390, height: 844, offline: true, allow: EXPECTED });
  await signIn(page, own, { username, password: PASSWORD }, `/main/operation/inspection/${id}`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  // Everything that the page requests is now stored on the device.
  await page.reload();
  await page.getByRole('button', { name: 'Finish' }).waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForLoadState('networkidle');
  return page;
}

const waitingButton = (page: Page) => page.getByRole('button', { name: /^Waiting to be sent/ });

async function write(page: Page, summary: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Summary' }).fill(summary);
}

/** Removes the platform's storage quota on this device. Returns a function that restores it. */
async function removeQuota(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1 });
  return () => session.detach();
}

/** Draws a picture as large as a photo. */
const drawPhoto = async (page: Page, size: { width: number; height: number }): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async ({ width, height }) => {
      const canvas = new OffscreenCanvas(width, height);
      canvas.getContext('2d')!.fillRect(0, 0, width, height / 2);
      const bytes = await (await canvas.convertToBlob({ type: 'image/jpeg' })).bytes();
      return [...bytes];
    }, size),
  );

const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read);

describe('without network', () => {
  it('a form opens, is filled with a photo, is kept over a restart, and is sent once the network returns', async () => {
    const { id } = await makeFilled();
    const page = await openInspection(id);
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: 31.299, longitude: 120.5853 });
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: 'Finish' }).waitFor();
    await write(page, 'Seen in the cellar');
    const dialog = page.getByRole('dialog');
    await dialog
      .locator('input[type=file]')
      .last()
      .setInputFiles({ name: 'cellar.png', mimeType: 'image/png', buffer: PNG });
    await dialog.getByRole('img', { name: 'Photos 1' }).last().waitFor();
    await save(page);
    await page.getByText('Saved on this device').first().waitFor();
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByRole('button', { name: 'Waiting to be sent: 2' }).waitFor();
    await page.reload();
    await page.getByText('Not yet sent from this device: Change · Finish').waitFor();
    expect(await readInspection(boss, id)).toMatchObject({ state: 'todo', summary: null });

    await page.context().setOffline(false);
    await eventually(async () => (await readInspection(boss, id)).state).toBe('done');
    const sent = await readInspection(boss, id);
    expect(sent).toMatchObject({ summary: 'Seen in the cellar' });
    expect(sent.photos).toEqual([expect.stringMatching(/^\/admin\/sys-file\/.*#.*cellar\.png$/)]);
    expect(fileName(sent.photos![0]!)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d 31\.2990, 120\.5853 cellar\.png$/);
    await waitingButton(page).waitFor({ state: 'detached' });
    const { total } = await boss.call('recordHistory', { path: { entity: 'inspection', id } });
    expect(total).toBe(4);
  });

  it('shrinks a large photo in its own thread', async () => {
    const { id } = await makeFilled();
    const page = await openInspection(id);
    const photo = await drawPhoto(page, { width: 3000, height: 2000 });
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const worker = page.waitForEvent('worker');
    await dialog
      .locator('input[type=file]')
      .last()
      .setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: photo });
    await worker;
    const shown = dialog.getByRole('img', { name: 'Photos 1' }).last();
    await shown.waitFor();
    const widthOf = () => shown.evaluate((picture: HTMLImageElement) => picture.naturalWidth);
    await eventually(widthOf).toBe(2560);
  });

  it('shows both versions if another user was faster, and sends the one that the person chooses', async () => {
    const { id } = await makeFilled();
    const page = await openInspection(id);
    await page.context().setOffline(true);
    await write(page, 'Mine');
    await save(page);
    await page.getByRole('button', { name: 'Waiting to be sent: 1' }).waitFor();
    const { version } = await readInspection(boss, id);
    await boss.call('inspectionUpdate', { body: { id, version, summary: 'Theirs', name: 'Renamed' } });
    await page.context().setOffline(false);
    await waitingButton(page).click();
    await page.getByText('Conflict: choose a value').waitFor();
    await page.getByRole('button', { name: 'Compare and choose' }).click();
    const decision = page.getByRole('dialog').last();
    const theirs = page.getByRole('radio', { name: 'Summary: take theirs' });
    await decision.locator('label', { has: theirs }).getByText('Theirs').waitFor();
    await decision.getByRole('radio', { name: 'Summary: keep mine' }).check();
    await decision.getByRole('button', { name: 'Send the chosen values' }).click();
    await eventually(async () => (await readInspection(boss, id)).summary).toBe('Mine');
    expect(await readInspection(boss, id)).toMatchObject({ name: 'Renamed' });
  });

  it('shows a refusal of the server, keeps the input until the person decides, and lets it be corrected', async () => {
    const { id } = await makeFilled();
    const page = await openInspection(id);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByRole('button', { name: 'Waiting to be sent: 1' }).waitFor();
    await moveInspection(boss, id, 'miss');
    await page.context().setOffline(false);
    await waitingButton(page).click();
    await page.getByText('Another user changed this record. Compare and try again.').waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Not accepted').waitFor();
    await page.getByText(/^Only possible in the states To do/).waitFor();
    await page.reload();
    await page.getByText('Not yet sent from this device: Finish').waitFor();
    expect(await readInspection(boss, id)).toMatchObject({ state: 'missed' });
    await page.getByRole('button', { name: 'Make up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make up' });
    await dialog.getByRole('textbox').fill('Done in the cellar without network');
    await dialog.getByRole('button', { name: 'Make up' }).click();
    await page.getByRole('button', { name: 'Finish' }).click();
    await eventually(async () => (await readInspection(boss, id)).state).toBe('done');
    expect(await readInspection(boss, id)).toMatchObject({
      ...{ late: true, lateReason: 'Done in the cellar without network' },
    });
    // The refused transition did not block the two later ones.
    await waitingButton(page).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    const question = page.getByRole('dialog', { name: 'Discard this entry?' });
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Nothing to send').waitFor();
  });

  it('reports a full device, keeps the form, and stores the input once there is room', async () => {
    const { id } = await makeFilled();
    const page = await openInspection(id);
    await page.context().setOffline(true);
    const restoreQuota = await removeQuota(page);
    await write(page, 'Too much for the device');
    await save(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The device storage is full').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe(
      'Too much for the device',
    );
    expect(await waitingButton(page).count()).toBe(0);
    await restoreQuota();
    await save(page);
    await page.getByRole('button', { name: 'Waiting to be sent: 1' }).waitFor();
    await page.context().setOffline(false);
    await eventually(async () => (await readInspection(boss, id)).summary).toBe('Too much for the device');
  });

  it('uses the last known value of the device, with its age, and sends it once the network returns', async () => {
    const client = await login(server, username, PASSWORD);
    const { device, station } = await makeSite(client);
    const ts = Date.now() - 20 * 60_000;
    await send(server.url, device, { ts, values: { power: 21.5 } });
    const { id: templateId } = await client.call('inspectionTemplateCreate', {
      body: { name: 'Measured', items: [{ name: 'Power', kind: 'number', code: 'power', upper: 30 }] },
    });
    await moveTemplate(client, templateId, 'release');
    const { id } = await client.call('inspectionCreate', {
      body: { name: 'Round', templateId, stationSn: station.sn!, deviceSn: device.sn! },
    });
    const page = await openInspection(id);
    // The device stores the values together with the record.
    const stored = () =>
      page.evaluate(async () => {
        const cache = await caches.open('wattdeck-data');
        return (await cache.keys()).some(({ url }) => url.includes('/stationinspect/readings'));
      });
    await expect.poll(stored).toBe(true);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take readings' }).click();
    await page.getByText('Readings taken: 1. The oldest is from 20 minutes ago.').waitFor();
    await keepPicture(page, 'inspection-readings');
    await save(page);
    await page.getByRole('button', { name: 'Waiting to be sent: 1' }).waitFor();
    await page.context().setOffline(false);
    await eventually(async () => (await readInspection(boss, id)).items![0]!.value).toBe(21.5);
    expect((await readInspection(boss, id)).items![0]).toMatchObject({
      ...{ takenAt: new Date(ts).toISOString(), verdict: 'normal' },
    });
  });

  it('a new version with pending input is announced, and the input is sent by the new version', async () => {
    const { id } = await makeFilled();
    const proxy = await newVersionProxy(server.url);
    onTestFinished(proxy.close);
    const page = await openInspection(id, proxy.url);
    await page.context().setOffline(true);
    await write(page, 'Written in the old version');
    await save(page);
    await page.getByRole('button', { name: 'Waiting to be sent: 1' }).waitFor();
    proxy.renew();
    await page.context().setOffline(false);
    await page.getByText('A new version is available. Unsent entries are kept on this device.').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('Not yet sent from this device: Change').waitFor();
    proxy.open();
    await eventually(async () => (await readInspection(boss, id)).summary).toBe('Written in the old version');
  });
});
