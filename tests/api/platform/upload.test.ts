import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { PNG } from '../../support/records/sampleFiles.ts';
import { ApiFailure, type Client, login, startServer, type TestServer } from '../../support/server/server.ts';

/** Returns the beginning of a JPEG with this size in its header. */
function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const app = Buffer.alloc(18);
  app.set([0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), app, frame]);
}
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const MB = 1024 * 1024;

let server: TestServer;
let tenant: number;
let own: Client;
let stranger: Client;

beforeAll(async () => {
  server = await startServer();
  const tenants = [await makeTenant(server), await makeTenant(server)];
  tenant = tenants[0]!;
  const people = await Promise.all(tenants.map((tenant) => makePerson(server, [tenant])));
  [own, stranger] = (await Promise.all(people.map(({ username }) => login(server, username, PASSWORD)))) as [
    Client,
    Client,
  ];
});
afterAll(() => server.stop());

function form(name: string, content: Buffer, field = 'file'): FormData {
  const data = new FormData();
  data.append(field, new Blob([Uint8Array.from(content)]), name);
  return data;
}

const upload = (name: string, content: Buffer, query: { type?: string } = {}) =>
  own.call('uploadFile', { form: form(name, content), query });

async function refusal(run: Promise<unknown>): Promise<ApiFailure> {
  const error = await run.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiFailure)) throw new Error(`it was not refused: ${String(error)}`);
  return error;
}

const read = (client: Client, { bucketName, fileName }: { bucketName: string; fileName: string }) =>
  client.request('readFile', { path: { bucketName, fileName } });

describe('an uploaded file', () => {
  it('keeps its original name and is returned byte for byte', async () => {
    const stored = await upload('站点 照片.png', PNG, { type: 'picture' });
    expect(stored.originalFilename).toBe('站点 照片.png');
    expect(stored.fileName).toMatch(/^[0-9a-f]{32}\.png$/);
    const response = await read(own, stored);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-disposition')).toContain(`inline; filename="__ __.png"`);
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('站点 照片.png'));
    expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).toBe(true);
  });

  it('is downloaded instead of displayed, unless it is an image', async () => {
    for (const [name, content] of [
      ['drawing.svg', SVG],
      ['page.html', Buffer.from('<script>alert(1)</script>')],
      ['picture.png', SVG],
    ] as const) {
      const response = await read(own, await upload(name, content));
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(response.headers.get('content-security-policy')).toContain('sandbox');
    }
  });

  it('is invisible to another tenant and to visitors', async () => {
    const stored = await upload('a.png', PNG);
    expect((await read(stranger, stored)).status).toBe(404);
    const { bucketName, fileName } = stored;
    expect((await fetch(`${server.url}/admin/sys-file/${bucketName}/${fileName}`)).status).toBe(401);
  });

  it('ignores paths in its name', async () => {
    const stored = await upload('../../../etc/passwd', Buffer.from('x'));
    expect(stored.originalFilename).toBe('passwd');
    expect(stored.fileName).toMatch(/^[0-9a-f]{32}$/);
    for (const fileName of ['../../secret', '..%2f..%2fsecret', stored.fileName.replace(/.$/, 'g')])
      expect(
        (await own.request('readFile', { path: { bucketName: stored.bucketName, fileName } })).status,
      ).toBeGreaterThanOrEqual(400);
  });

  it('returns its address', async () => {
    const url = await own.call('uploadRetrunUrl', { form: form('a.png', PNG) });
    expect((await own.fetch(url, { headers: { authorization: `Bearer ${own.tokens().main}` } })).status).toBe(
      200,
    );
  });
});

/** The mode bits that give other accounts of the machine access. */
const OTHERS = 0o077;

describe('the data folder', () => {
  it('is not readable for other accounts of the machine', async () => {
    await upload('a.txt', Buffer.from('secret'));
    const { dataDir } = server.config;
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const open: string[] = [];
    const seen: string[] = [];
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      seen.push(path.slice(dataDir.length + 1));
      if (((await stat(path)).mode & OTHERS) !== 0) open.push(path.slice(dataDir.length + 1));
    }
    expect(seen).toContain('incoming');
    expect(open).toEqual([]);
  });
});

describe('a picture', () => {
  it.each([
    ['a picture that only calls itself one', 'a.png', SVG],
    ['an image under another extension', 'a.gif', PNG],
    ['a text', 'a.txt', Buffer.from('text')],
    ['a file without an extension', 'picture', PNG],
    ['an empty file', 'a.jpg', Buffer.alloc(0)],
  ])('must be one: refuses %s', async (_, name, content) => {
    expect(await refusal(upload(name, content, { type: 'picture' }))).toMatchObject({
      status: 400,
      msg: '请选择图片',
    });
  });

  it('may also be a JPEG', async () => {
    const jpeg = jpegOf(640, 480);
    await expect(upload('a.JPEG', jpeg, { type: 'picture' })).resolves.toMatchObject({
      originalFilename: 'a.JPEG',
    });
  });
});

describe('a picture of very many pixels', () => {
  const png = Buffer.from(PNG);
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);

  it.each([
    ['a.png', png],
    ['a.jpg', jpegOf(60_000, 60_000)],
  ] as const)('is refused as a picture, and else never shown (%s)', async (name, content) => {
    expect(await refusal(upload(name, content, { type: 'picture' }))).toMatchObject({
      status: 400,
      code: 40093,
    });
    const stored = await read(own, await upload(name, content));
    expect(stored.headers.get('content-type')).toBe('application/octet-stream');
    expect(stored.headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  it('is refused if its size is not within its first five hundred sections', async () => {
    const segments = Array.from({ length: 600 }, () => Buffer.from([0xff, 0xe1, 0, 2]));
    const endless = Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, jpegOf(1, 1).subarray(2)]);
    expect(await refusal(upload('a.jpg', endless, { type: 'picture' }))).toMatchObject({ code: 40045 });
  });
});

describe('limits of an upload', () => {
  it('include 200 characters of name, with the message of the rules', async () => {
    expect((await upload(`${'名'.repeat(196)}.txt`, Buffer.from('x'))).originalFilename).toHaveLength(200);
    expect(await refusal(upload(`${'名'.repeat(197)}.txt`, Buffer.from('x')))).toMatchObject({
      status: 400,
      msg: '请将文件名长度控制在200字数以内！',
    });
  });

  it('are 50 MB', async () => {
    expect(await refusal(upload('big.bin', Buffer.alloc(50 * MB + 1)))).toMatchObject({ status: 413 });
    await expect(upload('big.bin', Buffer.alloc(50 * MB))).resolves.toBeTruthy();
  });

  it('include one file, named file', async () => {
    expect(
      await refusal(own.call('uploadFile', { form: form('a', Buffer.from('x'), 'other') })),
    ).toMatchObject({ status: 400 });
    const two = form('a', Buffer.from('x'));
    two.append('file', new Blob(['y']), 'b');
    expect(await refusal(own.call('uploadFile', { form: two }))).toMatchObject({ status: 400 });
    expect(await refusal(own.call('uploadFile', { body: {} }))).toMatchObject({ status: 415 });
  });
});

describe('a file in a field of a record', () => {
  const someone = async (permissions: string[]) => {
    const { username } = await makePerson(server, [tenant], { permissions });
    return login(server, username, PASSWORD);
  };
  const address = ({ bucketName, fileName }: { bucketName: string; fileName: string }) =>
    `/admin/sys-file/${bucketName}/${fileName}`;

  it('is readable for users who see the record and the field, and is deleted with the record', async () => {
    const writer = await someone(['customer:*', 'recycleBin:*']);
    const [reader, outsider] = [await someone(['customer:get']), await someone(['station:*'])];
    const stored = await writer.call('uploadFile', { form: form('合同.pdf', Buffer.from('x')) });
    const documents = [`${address(stored)}#${encodeURIComponent('合同.pdf')}`];
    const { id } = await writer.call('customerCreate', { body: { name: 'Suzhou Power', documents } });
    expect((await read(reader, stored)).status).toBe(200);
    expect((await read(outsider, stored)).status).toBe(404);
    const { bucketName, fileName } = stored;
    const again = await reader.fetch(address(stored), {
      headers: { authorization: `Bearer ${reader.tokens().main}`, 'if-none-match': `"${fileName}"` },
    });
    expect([again.status, bucketName]).toEqual([304, `t${tenant}`]);
    await writer.call('customerDelete', { path: { id } });
    expect((await read(reader, stored)).status).toBe(404);
    const [waiting] = (await writer.call('recycleBin')).records;
    await writer.call('recycleBinPurge', { body: { ids: [waiting!.id] } });
    expect((await read(writer, stored)).status).toBe(404);
  });

  it('must have been uploaded, and be visible to the writer', async () => {
    const writer = await someone(['customer:*', 'user:*']);
    const other = await someone(['station:*']);
    const theirs = await other.call('uploadFile', { form: form('a.png', PNG), query: { type: 'picture' } });
    const body = { sn: 'ST-1', name: 'One', timeZone: 'Asia/Shanghai', photo: address(theirs) };
    await other.call('stationCreate', { body });
    const nowhere = `/admin/sys-file/t${tenant}/${'a'.repeat(32)}`;
    const wrong = { name: 'Wuxi Grid', logo: address(theirs), documents: [`${nowhere}.pdf`] };
    expect((await refusal(writer.call('customerCreate', { body: wrong }))).errors).toEqual([
      { field: '/logo', msg: '标志应为图片，请重新上传' },
      { field: '/documents/0', msg: '请重新上传资料' },
    ]);
    const elsewhere = { name: 'Wuxi Grid', logo: 'https://example.cn/track.png' };
    expect((await refusal(writer.call('customerCreate', { body: elsewhere }))).errors).toHaveLength(1);
  });
});
