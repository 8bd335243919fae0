/** Lists and galleries show small pictures, which FFmpeg makes of pictures and films. */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepFilesNow } from '../../support/calls/inside.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { upload } from '../../support/records/excel.ts';
import { pictureSize } from '../../support/records/sampleFiles.ts';
import { needs } from '../../support/server/needs.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';

/** Simulates FFmpeg: records each run, prints the file `small`, and fails for a file with "BROKEN" in it. */
const PROGRAM = `#!/bin/sh
echo run >> "$(dirname "$0")/runs"
for word in "$@"; do case $word in file:*) file=\${word#file:};; esac; done
grep -q BROKEN "$file" && exit 1
cat "$(dirname "$0")/small"
`;
const SMALL = Buffer.from('small picture');
/** The beginning of a JPEG of 16 × 16 pixels. */
const JPEG_START = Buffer.from('ffd8ffc00011080010001003012200021101031101', 'hex');
const FILM_START = Buffer.from('\0\0\0\x18ftypisom', 'latin1');

let server: TestServer;
let folder: string;
let own: Client;
let stranger: Client;

async function makeClient(tenant: number): Promise<Client> {
  const { username } = await makePerson(server, [tenant], { permissions: ['customer:*'] });
  return login(server, username, PASSWORD);
}

async function start(ffmpeg: string): Promise<void> {
  server = await startServer({ env: { WATTDECK_FFMPEG: ffmpeg } });
  [own, stranger] = [await makeClient(await makeTenant(server)), await makeClient(await makeTenant(server))];
}

const store = (content: Buffer, name: string): Promise<string> =>
  own.call('uploadRetrunUrl', { form: upload(content, name) });

const read = async (address: string, client = own, headers: Record<string, string> = {}) => {
  const answer = await client.fetch(address, {
    headers: { authorization: `Bearer ${client.tokens().main}`, ...headers },
  });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    etag: answer.headers.get('etag') ?? '',
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
};

const makeFolder = async (): Promise<string> => mkdtemp(join(tmpdir(), 'wattdeck-small-'));

describe('a small picture', () => {
  const runs = async () =>
    (await readFile(join(folder, 'runs'), 'utf8').catch(() => '')).split('\n').length - 1;

  beforeAll(async () => {
    folder = await makeFolder();
    await writeFile(join(folder, 'ffmpeg'), PROGRAM);
    await chmod(join(folder, 'ffmpeg'), 0o700);
    await writeFile(join(folder, 'small'), SMALL);
    await start(join(folder, 'ffmpeg'));
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is made once for all who ask, and the browser keeps it', async () => {
    const address = await store(Buffer.concat([JPEG_START, randomBytes(5_000)]), 'cabinet.jpg');
    const answers = await Promise.all(Array.from({ length: 16 }, () => read(`${address}?size=small`)));
    for (const { status, type, bytes } of answers)
      expect([status, type, bytes.toString()]).toEqual([200, 'image/jpeg', SMALL.toString()]);
    expect(await runs()).toBe(1);
    const again = await read(`${address}?size=small`, own, { 'if-none-match': answers[0]!.etag });
    expect(again.status).toBe(304);
    const whole = await read(address, own, { 'if-none-match': answers[0]!.etag });
    expect([whole.status, whole.bytes.length]).toEqual([200, JPEG_START.length + 5_000]);
  });

  it('is that of a film, too', async () => {
    const address = await store(Buffer.concat([FILM_START, randomBytes(500)]), 'round.mp4');
    expect(await read(`${address}?size=small`)).toMatchObject({ status: 200, type: 'image/jpeg' });
  });

  it('is read by those alone who may read the file', async () => {
    const address = await store(Buffer.concat([JPEG_START, randomBytes(500)]), 'cabinet.jpg');
    await read(`${address}?size=small`);
    expect((await read(`${address}?size=small`, stranger)).status).toBe(404);
  });

  it('is the whole picture if none can be made, and it is tried once', async () => {
    const content = Buffer.concat([JPEG_START, Buffer.from('BROKEN')]);
    const address = await store(content, 'cabinet.jpg');
    const before = await runs();
    for (let round = 0; round < 3; round += 1)
      expect((await read(`${address}?size=small`)).bytes.equals(content)).toBe(true);
    expect(await runs()).toBe(before + 1);
    const film = await store(Buffer.concat([FILM_START, Buffer.from('BROKEN')]), 'round.mp4');
    expect((await read(`${film}?size=small`)).status).toBe(204);
  });

  it('is none of another file, which no program reads', async () => {
    const before = await runs();
    const address = await store(Buffer.from('#EXTM3U\nfile:/etc/passwd'), 'list.m3u8');
    expect((await read(`${address}?size=small`)).status).toBe(204);
    expect(await runs()).toBe(before);
  });

  it('is deleted a quarter of a year after it was made, and made again', async () => {
    const address = await store(Buffer.concat([JPEG_START, randomBytes(500)]), 'cabinet.jpg');
    await read(`${address}?size=small`);
    const [, , , bucket = '', name = ''] = address.split('/');
    const previews = join(server.config.dataDir, 'previews', bucket);
    const old = Date.now() / 1000 - 91 * 86_400;
    await utimes(join(previews, name), old, old);
    await sweepFilesNow(server);
    expect(await readdir(previews)).not.toContain(name);
    expect((await read(`${address}?size=small`)).bytes.equals(SMALL)).toBe(true);
  });
});

const FFMPEG = spawnSync('which', ['ffmpeg'], { encoding: 'utf8' }).stdout.trim();

describe('FFmpeg', needs(FFMPEG !== '', 'ffmpeg on the search path'), () => {
  const draw = async (name: string, ...options: string[]): Promise<Buffer> => {
    const path = join(folder, name);
    execFileSync(FFMPEG, [
      '-loglevel',
      'error',
      '-y',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=800x600:r=5:d=1',
      ...options,
      path,
    ]);
    return readFile(path);
  };

  beforeAll(async () => {
    folder = await makeFolder();
    await start(FFMPEG);
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['photo.jpg', 'image/jpeg'],
    ['plan.png', 'image/png'],
  ] as const)('makes %s smaller', async (name, type) => {
    const content = await draw(name, '-frames:v', '1');
    const small = await read(`${await store(content, name)}?size=small`);
    expect([small.status, small.type]).toEqual([200, type]);
    expect(small.bytes.length).toBeLessThan(content.length);
    expect(await pictureSize(type, small.bytes)).toEqual({ width: 640, height: 480 });
  });

  it('makes no picture larger', async () => {
    const content = await draw('icon.png', '-frames:v', '1', '-vf', 'scale=64:48');
    const small = await read(`${await store(content, 'icon.png')}?size=small`);
    expect(await pictureSize('image/png', small.bytes)).toEqual({ width: 64, height: 48 });
  });

  it('makes a picture of a film', async () => {
    const small = await read(`${await store(await draw('round.mp4'), 'round.mp4')}?size=small`);
    expect([small.status, small.type]).toEqual([200, 'image/jpeg']);
    expect(await pictureSize('image/jpeg', small.bytes)).toEqual({ width: 640, height: 480 });
  });

  it('ends at a damaged film, and opens no other file', async () => {
    const film = await draw('round.mp4');
    const damaged = Buffer.concat([film.subarray(0, 64), randomBytes(50_000)]);
    expect((await read(`${await store(damaged, 'damaged.mp4')}?size=small`)).status).toBe(204);
    const list = Buffer.concat([
      JPEG_START,
      Buffer.from("\n#EXTM3U\nffconcat version 1.0\nfile '/etc/passwd'\n"),
    ]);
    expect((await read(`${await store(list, 'list.jpg')}?size=small`)).bytes.equals(list)).toBe(true);
  });
});
