/**
 * A large upload continues after the network connection is lost, and after a reload of the page. A recording
 * can be played from any position.
 */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Request } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, signIn } from '../../support/browser/browser.ts';
import { saveForm } from '../../support/browser/desk.ts';
import { keepPicture } from '../../support/browser/keepPicture.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

const MB = 1_048_576;
/** An hour of sound at 8 kHz. */
const SECONDS = 3_600;
const RATE = 8_000;

const LIST = '/main/ems/map/deviceManagement/info/files';
const NAME = 'Hum of the hall';
/** The error in the console after the network connection is lost. */
const ALLOW = [/ERR_INTERNET_DISCONNECTED/];

let server: TestServer;
let username: string;
let tenant: number;
let path: string;

/** Makes a WAV file with one hour of noise. */
function makeLongSound(): Buffer {
  const size = SECONDS * RATE;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + size, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(size, 40);
  return Buffer.concat([head, randomBytes(size)]);
}

beforeAll(async () => {
  server = await sharedServer();
  tenant = await makeTenant(server);
  const permissions = ['electronicFile:*', 'electronicFileGroup:*', 'station:*'];
  ({ username } = await makePerson(server, [tenant], { role: 'engineering', permissions }));
  const client = await login(server, username, PASSWORD);
  const stationSn = `LF-${tenant}`;
  await client.call('stationCreate', { body: { sn: stationSn, name: 'One', timeZone: 'Asia/Shanghai' } });
  const { id: groupId } = await client.call('electronicFileGroupCreate', {
    body: { stationSn, name: 'Sounds' },
  });
  await client.call('electronicFileCreate', { body: { name: NAME, groupId } });
  path = join(server.config.dataDir, 'hall.wav');
  await writeFile(path, makeLongSound());
});
afterAll(() => server?.stop());

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${NAME}”` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('dialog').waitFor();
}

async function choose(page: Page, name: RegExp): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name }).last().click();
  await (await chooser).setFiles(path);
}

/** Counts the parts that the page sends, and cuts the network after some of them. */
async function watchParts(page: Page) {
  const state = { left: Number.POSITIVE_INFINITY, begun: 0, offsets: [] as number[] };
  await page.route('**/sys-file/parts**', (route) => {
    const request: Request = route.request();
    const isPart = request.method() === 'PATCH';
    if (isPart ? state.left <= 0 : state.left < 0) return route.abort('internetdisconnected');
    if (request.method() === 'POST') state.begun += 1;
    if (isPart) {
      state.left -= 1;
      state.offsets.push(Number(request.headers()['upload-offset']));
    }
    return route.continue();
  });
  return state;
}

async function start(width?: number): Promise<Page> {
  const page = await openPage(server, { allow: ALLOW, ...(width ? { width } : {}) });
  page.on('dialog', (dialog) => void dialog.accept());
  await signIn(page, server, { username, password: PASSWORD }, LIST);
  return page;
}

it('a large upload continues after a lost network, a pause and a reload, and a sound can be played from any position', async () => {
  const page = await start();
  const parts = await watchParts(page);
  parts.left = 1;
  await openForm(page);
  await choose(page, /^Files /);
  await page.getByText('No connection. The upload continues automatically.').waitFor();
  const bar = page.getByRole('progressbar', { name: 'hall.wav' });
  expect(Number(await bar.getAttribute('value'))).toBe(2 * MB);
  await page.reload();

  parts.left = 1;
  await openForm(page);
  await choose(page, /^Files /);
  await page.getByText('No connection. The upload continues automatically.').waitFor();
  expect([parts.begun, parts.offsets]).toEqual([1, [0, 2 * MB]]);
  await page.getByRole('button', { name: 'Pause uploading “hall.wav”' }).click();
  await page.getByText('Paused').waitFor();
  await keepPicture(page, 'large-file-paused');
  parts.left = Number.POSITIVE_INFINITY;
  await page.getByRole('button', { name: 'Continue uploading “hall.wav”' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Show hall.wav' }).waitFor();
  expect([parts.begun, parts.offsets[2]]).toEqual([1, 4 * MB]);
  await saveForm(page.getByRole('dialog'));

  const far = page.waitForResponse(
    (answer) =>
      answer.status() === 206 && Number(/\d+/.exec(answer.headers()['content-range'] ?? '')) > 10 * MB,
  );
  await page.getByRole('link', { name: 'Show hall.wav' }).click();
  const sound = page.getByRole('dialog', { name: 'hall.wav' }).locator('audio');
  await expect
    .poll(() => sound.evaluate((one) => Math.round((one as HTMLAudioElement).duration)))
    .toBe(SECONDS);
  await sound.evaluate((one) => {
    (one as HTMLAudioElement).currentTime = 3_000;
  });
  await far;
  await expect.poll(() => sound.evaluate((one) => (one as HTMLAudioElement).readyState)).toBeGreaterThan(1);
});

it('a large upload is canceled on a phone, and leaves nothing', async () => {
  const page = await start(390);
  const parts = await watchParts(page);
  parts.left = 1;
  await openForm(page);
  await choose(page, /^Files /);
  await page.getByText('No connection. The upload continues automatically.').waitFor();
  await keepPicture(page, 'large-file-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Stop uploading “hall.wav”' }).click();
  expect((await ended).status()).toBe(204);
  await page.getByRole('progressbar', { name: 'hall.wav' }).waitFor({ state: 'detached' });
});
