import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Manifest } from '../../support/calls/inside.ts';
import { type Ended, runCommand } from '../../support/server/command.ts';
import { embeddedAccess } from '../../support/server/embeddedAccess.ts';
import { type ServerProcess, spawnServer } from '../../support/server/process.ts';
import { type Client, embeddedFolder, login, startedEmbedded } from '../../support/server/server.ts';
import { placesIn } from '../../support/telemetry/places.ts';
import { sendTelemetry } from '../../support/telemetry/telemetry.ts';

const BASE = Date.UTC(2026, 9, 1);
const VALUES = 20;
const servers: ServerProcess[] = [];
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const one of servers.splice(0)) {
    one.child.kill('SIGTERM');
    await one.ended;
  }
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function folder(make = embeddedFolder): Promise<string> {
  const { path, remove } = await make();
  cleanups.push(remove);
  return path;
}

async function start(dataDir: string): Promise<{ url: string; server: ServerProcess }> {
  const server = spawnServer(dataDir);
  servers.push(server);
  return { server, url: await server.ready() };
}

async function stop(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM');
  await server.ended;
}

const backup = (
  dataDir: string,
  target: string,
  more: Parameters<typeof runCommand>[3] = {},
): Promise<Ended> => runCommand('server/backup/main.ts', ['backup', target], dataDir, more);
const restore = (dataDir: string, target: string, ...more: string[]): Promise<Ended> =>
  runCommand('server/backup/main.ts', ['restore', target, ...more], dataDir);

const readManifest = async (target: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8')) as Manifest;

async function makeDevice(client: Client): Promise<string> {
  await client.call('stationCreate', { body: { sn: 's1', name: 'S', timeZone: 'Europe/Berlin' } });
  const body = { sn: 'd1', name: 'D', stationSn: 's1', type: 'meter' };
  return String((await client.call('deviceCreate', { body })).token);
}

/** Sends values one message after the other. Returns when each was acknowledged, in ms. */
async function sendPoints(
  url: string,
  token: string,
  acknowledged: Map<number, number>,
  so: { over: boolean },
) {
  for (let number = 0; !so.over; number += 1) {
    const message = Array.from({ length: VALUES }, (_, at) => ({
      ts: BASE + (number * VALUES + at) * 1000,
      values: { kw: number * VALUES + at, kvar: number * VALUES + at + 0.5 },
    }));
    const response = await sendTelemetry(url, token, message);
    await response.body?.cancel();
    if (response.status === 200) acknowledged.set(number, Date.now());
  }
}

async function readValues(client: Client, code: string): Promise<number[]> {
  const query = { querytimes: '2026-09-30,2026-10-30', sns: `d1-${code}` };
  const [entry] = JSON.parse(await client.call('oneTimeDatas', { query })) as {
    values: { value: number }[];
  }[];
  return (entry?.values ?? []).map(({ value }) => value);
}

async function upload(client: Client, name: string) {
  const form = new FormData();
  form.append('file', new Blob([`content of ${name}`]), name);
  return client.call('uploadFile', { form, query: {} });
}

const readText = async (client: Client, { bucketName, fileName }: { bucketName: string; fileName: string }) =>
  (await client.request('readFile', { path: { bucketName, fileName } })).text();

/** Creates a finished backup of a small installation. Returns it with its data folder, on which no server runs. */
async function makeBackup(): Promise<{ dataDir: string; target: string; home: string }> {
  const dataDir = await folder(startedEmbedded);
  const home = await folder();
  const target = join(home, 'first');
  const made = await backup(dataDir, target);
  expect(made).toMatchObject({ code: 0 });
  return { dataDir, target, home };
}

describe('a backup', () => {
  it('of a server under load contains every point that was acknowledged before, and every file', async () => {
    const dataDir = await folder(startedEmbedded);
    const target = join(await folder(), 'night');
    const { url, server } = await start(dataDir);
    const client = await login({ url });
    const token = await makeDevice(client);
    const uploaded = await upload(client, 'kept.txt');
    const acknowledged = new Map<number, number>();
    const so = { over: false };
    const sending = sendPoints(url, token, acknowledged, so);
    const uploads: Awaited<ReturnType<typeof upload>>[] = [];
    const uploading = (async () => {
      while (!so.over) uploads.push(await upload(client, `during-${uploads.length}.txt`));
    })();
    await expect.poll(() => acknowledged.size).toBeGreaterThan(5);
    const { code, output } = await backup(dataDir, target);
    so.over = true;
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringMatching(/rows in \d+ tables read/),
    });
    await Promise.all([sending, uploading]);
    await stop(server);

    const manifest = await readManifest(target);
    const moment = Date.parse(manifest.moment);
    const due = [...acknowledged].filter(([, at]) => at < moment).map(([number]) => number);
    expect(due.length).toBeGreaterThan(5);
    expect(manifest.missing).toEqual([]);

    const other = await folder();
    expect(await restore(other, target)).toMatchObject({ code: 0 });
    const again = await login({ url: (await start(other)).url });
    const values = await readValues(again, 'kw');
    const expected = due.flatMap((number) => Array.from({ length: VALUES }, (_, at) => number * VALUES + at));
    expect(values.slice(0, expected.length)).toEqual(expected);
    expect(await readValues(again, 'kvar')).toEqual(values.map((value) => value + 0.5));
    // The two values of a time are in one row of the device.
    for (const sn of ['d1-kw', 'd1-kvar'])
      expect(await placesIn(embeddedAccess(other), sn), sn).toEqual({ rows: values.length, singles: 0 });
    expect(await readText(again, uploaded)).toBe('content of kept.txt');
    const named = await Promise.all(
      uploads.map(async (file) => again.request('readFile', { path: file }).then(({ status }) => status)),
    );
    // The restore has all points before the moment and none after it. No message is incomplete.
    expect(named.lastIndexOf(200)).toBe(named.filter((status) => status === 200).length - 1);
  });

  it('of a data folder without a server is created in the same way', async () => {
    const { target } = await makeBackup();
    expect((await readManifest(target)).database).toMatchObject({ postgres: '18' });
  });

  it('that is interrupted leaves no file under its name, and the next one succeeds', async () => {
    const dataDir = await folder(startedEmbedded);
    const home = await folder();
    const target = join(home, 'broken');
    const { code, output } = await backup(dataDir, target, {
      onOutput: (text, end) => {
        if (text.includes('Copying the database')) end();
      },
    });
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('interrupted') });
    expect(await readdir(home)).toEqual([]);
    // As after kill -9.
    await mkdir(join(`${target}.partial`, 'data'), { recursive: true });
    expect(await backup(dataDir, target)).toMatchObject({ code: 0 });
    expect(await readdir(home)).toEqual(['broken']);
  });

  it('never overwrites a file, nor writes into the data folder', async () => {
    const { dataDir, target } = await makeBackup();
    expect((await backup(dataDir, target)).output).toContain('is there already');
    expect((await backup(dataDir, join(dataDir, 'b'))).output).toContain('must not lie in the data folder');
    expect((await backup(await folder(), join(await folder(), 'x'))).output).toContain(
      'there is no database in',
    );
  });

  it('of another PostgreSQL names the tool to use instead, and contains the files on request', async () => {
    const dataDir = await folder();
    await mkdir(join(dataDir, 'files/t1'), { recursive: true });
    await writeFile(join(dataDir, 'files/t1/a.txt'), 'a');
    const target = join(await folder(), 'files');
    const env = { DATABASE_URL: 'postgres://somebody@127.0.0.1:1/x' };
    expect((await backup(dataDir, target, { env })).output).toMatch(/pg_basebackup or pg_dump/);
    const files = await runCommand('server/backup/main.ts', ['backup', target, '--files'], dataDir, { env });
    expect(files).toMatchObject({ code: 0 });
    expect(await readFile(join(target, 'data/files/t1/a.txt'), 'utf8')).toBe('a');
    expect((await restore(await folder(), target)).output).toContain('files only');
  });
});

describe('a restore', () => {
  it('into a folder with data needs --replace, keeps the old data aside, and is refused while a server runs', async () => {
    const { dataDir, target } = await makeBackup();
    expect((await restore(dataDir, target)).output).toContain('is not empty');
    const { server, url } = await start(dataDir);
    await (await login({ url })).call('stationCreate', {
      body: { sn: 'late', name: 'L', timeZone: 'Europe/Berlin' },
    });
    expect((await restore(dataDir, target, '--replace')).output).toContain('in use by another server');
    await stop(server);
    expect(await restore(dataDir, target, '--replace')).toMatchObject({ code: 0 });
    expect((await readdir(dataDir)).filter((name) => name.startsWith('before-'))).toHaveLength(1);
    const again = await login({ url: (await start(dataDir)).url });
    expect((await again.request('stationDetails', { path: { sn: 'late' } })).status).toBe(404);
  });

  it("refuses damaged, incomplete, foreign and other versions' backups, and changes nothing", async () => {
    const { target } = await makeBackup();
    const empty = await folder();
    const refused = async (): Promise<string> => {
      const { code, output } = await restore(empty, target);
      expect([code, await readdir(empty)]).toEqual([1, []]);
      return output;
    };
    const file = join(target, 'manifest.json');
    const manifest = await readManifest(target);
    const rewrite = (change: object) => writeFile(file, JSON.stringify({ ...manifest, ...change }));
    const { migrations } = manifest.database!;
    const newer = { ...migrations, '9999_later.sql': createHash('sha256').digest('hex') };
    await rewrite({ database: { ...manifest.database, migrations: newer } });
    expect(await refused()).toContain('made by another version');
    await rewrite({ program: 'another' });
    expect(await refused()).toContain('is not a backup of Wattdeck');
    await rewrite({ folders: ['data/../../outside'] });
    expect(await refused()).toContain('is not a backup of Wattdeck');
    await rewrite({});
    await appendFile(join(target, 'data/postgres/PG_VERSION'), ' ');
    expect(await refused()).toContain('damaged: data/postgres/PG_VERSION');
  });

  it('refuses a manipulated backup, whatever hashes it contains', async () => {
    const { dataDir, target } = await makeBackup();
    const empty = await folder();
    const manifest = await readManifest(target);
    const path = 'data/postgres/PG_VERSION';
    const changed = `${await readFile(join(target, path), 'utf8')} `;
    await writeFile(join(target, path), changed);
    const files = manifest.files.map((file) =>
      file.path === path
        ? { path, size: changed.length, sha256: createHash('sha256').update(changed).digest('hex') }
        : file,
    );
    const write = (said: object) => writeFile(join(target, 'manifest.json'), JSON.stringify(said));
    await write({ ...manifest, files });
    expect((await restore(empty, target)).output).toContain('changed after it was made');
    await write({ ...manifest, files, signature: null });
    expect((await restore(empty, target)).output).toContain('not signed');
    expect(await readdir(empty)).toEqual([]);
    // A backup that contains another key and is signed by it does not belong to this installation.
    const other = await folder();
    await writeFile(join(other, 'key'), 'A'.repeat(43));
    await write(manifest);
    await writeFile(join(target, path), changed.slice(0, -1));
    expect((await restore(other, target)).output).toContain('another key');
    await writeFile(join(other, 'key'), await readFile(join(dataDir, 'key')));
    expect(await restore(other, target)).toMatchObject({ code: 0 });
    await write({ ...manifest, signature: null });
    expect(await restore(empty, target, '--unsigned')).toMatchObject({ code: 0 });
  });

  it('refuses to replace the data of another installation', async () => {
    const { target } = await makeBackup();
    const other = await folder();
    await stop((await start(other)).server);
    const before = (await stat(join(other, 'postgres'))).ino;
    expect((await restore(other, target, '--replace')).output).toContain('another installation');
    expect((await stat(join(other, 'postgres'))).ino).toBe(before);
  });
});
