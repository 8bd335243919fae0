import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type Backend, startBackend } from '../../../server/devBackend.ts';

/** A server that records at its start which files are generated, and runs until it is ended. */
const SERVER = `
import { appendFileSync, readFileSync } from 'node:fs';
const at = (name) => new URL('../' + name, import.meta.url);
appendFileSync(at('starts'), readFileSync(at('generated'), 'utf8') + ' ');
setInterval(() => {}, 1000);
`;
/**
 * A codegen that reports idle immediately at the first question. At the second, it first writes the remaining files.
 */
const CODEGEN = `
import { writeFileSync } from 'node:fs';
let questions = 0;
const answer = () => process.send({ idle: true });
process.on('message', () => {
  if (++questions === 1) return answer();
  writeFileSync(new URL('generated', import.meta.url), 'half');
  setTimeout(() => {
    writeFileSync(new URL('generated', import.meta.url), 'whole');
    answer();
  }, 100);
});
`;

let root = '';
let codegen: ChildProcess;
let backend: Backend;
afterEach(async () => {
  await backend.stop();
  codegen.kill();
  await rm(root, { recursive: true, force: true });
});

const write = async (name: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), text);
};
const starts = async (): Promise<string> => readFile(join(root, 'starts'), 'utf8').catch(() => '');

/** Prepares the folders of a program with only a server and its codegen. */
async function open(server: string, codegenText: string): Promise<void> {
  root = await mkdtemp(join(tmpdir(), 'wattdeck-dev-'));
  for (const folder of ['runtime/core', 'runtime/fieldTypes', 'codegen', 'openapi'])
    await mkdir(join(root, folder), { recursive: true });
  await write('package.json', '{ "type": "module" }');
  await write('generated', 'first');
  await write('server/main.ts', server);
  await write('codegen.ts', codegenText);
  codegen = fork(join(root, 'codegen.ts'));
  backend = startBackend(root, codegen, {}, { problem() {}, ready() {} });
  await expect.poll(() => starts()).toBe('first ');
}

it('restarts the server when the codegen has written all files', async () => {
  await open(SERVER, CODEGEN);
  await write('server/call.ts', '');
  await expect.poll(() => starts()).toBe('first whole ');
});

/** A server that follows every request and records it. */
const FOLLOWING = `${SERVER}
process.on('message', () => {
  appendFileSync(at('starts'), 'followed ');
  process.send({ followed: true });
});
`;
const RESTING = "process.on('message', () => process.send({ idle: true }));";

it('lets the server reload definitions, and restarts it for calls, however late their save is reported', async () => {
  await open(FOLLOWING, RESTING);
  backend.generated(false);
  await expect.poll(() => starts()).toBe('first followed ');
  backend.generated(true);
  await expect.poll(() => starts()).toBe('first followed first ');
});
