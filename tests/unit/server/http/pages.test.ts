import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { precompressFolder } from '../../../../server/build/precompress.ts';
import { createErrorHandler } from '../../../../server/http/errorHandler.ts';
import { cacheControlFor, mountPages } from '../../../../server/http/pages.ts';
import { createLogger } from '../../../../server/platform/log.ts';

const SCRIPT = `/* ${'long '.repeat(500)}*/`;
let folder = '';
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wattdeck-pages-'));
  const dist = join(folder, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.json'), '{}');
  await writeFile(join(dist, '.stamp'), 'hidden');
  await writeFile(join(dist, 'index.html'), '<p>page');
  await writeFile(join(dist, 'assets/main-abc.js'), SCRIPT);
  await precompressFolder(dist);
  app = Fastify();
  app.setErrorHandler(createErrorHandler(createLogger('silent')));
  await mountPages(app, { embedOrigins: [] }, dist);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

it.each(['/', '/login', '/main/ems/map/monitor/dashboard', '/main/unknown?x=1'])(
  '%s is a page',
  async (url) => {
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.body]).toEqual([200, '<p>page']);
    expect(answer.headers['cache-control']).toBe('no-cache');
  },
);

it.each(['/manager/x', '/ems/api/x', '/act', '/assets/other.js', '/.stamp'])(
  '%s is not found, in JSON',
  async (url) => {
    const answer = await app.inject({ url, headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 40401]);
  },
);

it.each(['/../secret.json', '/..%2fsecret.json', '/assets/..%2f..%2fsecret.json'])(
  '%s stays outside',
  async (url) => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toBe('{}');
  },
);

it('a file that was compressed at the build is sent compressed', async () => {
  const answer = await app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SCRIPT);
  expect(answer.headers['cache-control']).toContain('immutable');
  const plain = await app.inject({ url: '/assets/main-abc.js' });
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, SCRIPT]);
});

it('only files with a hash in their name are cached forever', () => {
  expect(cacheControlFor('/x/dist/assets/main-abc.js')).toContain('immutable');
  expect(cacheControlFor('/x/dist/index.html')).toBe('no-cache');
});
