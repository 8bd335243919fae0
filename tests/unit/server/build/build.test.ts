import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureBuild } from '../../../../server/build/index.ts';

/** Both steps record in a file that they ran, and write the same files as the real steps. */
const CODEGEN = `
  import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
  appendFileSync('ran', 'codegen ');
  mkdirSync('generated', { recursive: true });
  writeFileSync('generated/pages.ts', '');
`;
const VITE = `
  const { appendFileSync, mkdirSync, rmSync, writeFileSync } = require('node:fs');
  appendFileSync('ran', 'vite ');
  rmSync('dist', { recursive: true, force: true });
  mkdirSync('dist');
  writeFileSync('dist/index.html', '<p>' + 'page '.repeat(1000));
`;

let root: string;

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

const remove = (path: string) => rm(join(root, path), { recursive: true });
const readRuns = () => readFile(join(root, 'ran'), 'utf8');

beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  root = await mkdtemp(join(tmpdir(), 'wattdeck-build-'));
  await write('schemas/pages/home.json', '{}');
  await write('codegen/main.ts', CODEGEN);
  await write('node_modules/vite/bin/vite.js', VITE);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(root, { recursive: true });
});

test('an up-to-date product is not built again, and starts without the build tools', async () => {
  await ensureBuild(root);
  await remove('node_modules');
  await ensureBuild(root);
  expect(await readRuns()).toBe('codegen vite ');
  expect((await readFile(join(root, 'dist/index.html.br'))).length).toBeGreaterThan(0);
});

test.each([
  ['a changed definition', () => write('schemas/pages/home.json', '{"title": "Home"}')],
  ['a part of the build itself', () => write('server/build/sheets.ts', '//')],
  ['a changed generated file', () => write('generated/pages.ts', '//')],
  ['a missing generated file', () => remove('generated/pages.ts')],
  ['missing pages', () => remove('dist')],
])('%s is built again', async (_, change) => {
  await ensureBuild(root);
  await change();
  await ensureBuild(root);
  expect(await readRuns()).toBe('codegen vite codegen vite ');
});

test('a necessary build without the build tools is refused with a sentence', async () => {
  await ensureBuild(root);
  await remove('node_modules');
  await write('schemas/pages/home.json', '{"title": "Home"}');
  await expect(ensureBuild(root)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('run "npm ci && npm run build" first'),
  });
  expect(await readRuns()).toBe('codegen vite ');
});
