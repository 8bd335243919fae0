import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';

const MODULE = new URL('../../../../../server/platform/worker/sendToParent.ts', import.meta.url);
/** Reports immediately, and once more without a listener, then cleans up. */
const CHILD = `
import { sendToParent } from ${JSON.stringify(MODULE.href)};
sendToParent({ news: 'first' });
process.once('disconnect', () => {
  sendToParent({ news: 'second' });
  setTimeout(() => console.log('cleared up'), 50);
});
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wattdeck-tell-'));
  await writeFile(join(folder, 'child.mjs'), CHILD);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('notifies the process that started this one, and ends no process if that is gone', async () => {
  const child = fork(join(folder, 'child.mjs'), { silent: true });
  const output = text(child.stdout!);
  const ended = new Promise((done) => child.once('exit', done));
  expect(await new Promise((done) => child.once('message', done))).toEqual({ news: 'first' });
  child.disconnect();
  expect([await ended, await output]).toEqual([0, 'cleared up\n']);
});
