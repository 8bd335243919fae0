import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findAccount } from '../../../../../server/platform/db/embedded/account.ts';
import { lockFolder } from '../../../../../server/platform/db/embedded/lock.ts';
import { makeSettings } from '../../../../../server/platform/db/embedded/settings.ts';

/** Boot id that a lock contains. If the system has none, the process id alone decides. */
const BOOT = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
  (text) => text.trim(),
  () => '',
);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wattdeck-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the lock of a data folder', () => {
  it('admits one holder and leaves no file', async () => {
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(/is in use by another server/);
    await unlock();
    expect(await readdir(folder)).toEqual([]);
    await (await lockFolder(folder))();
  });

  it('admits one of many in parallel', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  });

  it.each([
    ['of a process that is gone', { pid: 2 ** 22 + 1, started: '1', boot: BOOT }],
    ['of a process id that was given to another since', { pid: process.ppid, started: '1', boot: BOOT }],
    ['of an earlier boot', { pid: process.ppid, started: '1', boot: 'earlier' }],
  ])('%s is taken over', async (_, holder) => {
    await writeFile(join(folder, 'server.lock'), JSON.stringify({ token: 'x', ...holder }));
    await (await lockFolder(folder))();
  });

  it('with invalid content is taken over', async () => {
    await writeFile(join(folder, 'server.lock'), '{"pid":');
    await (await lockFolder(folder))();
  });

  it('of a living process is respected, and taken over once that was killed', async () => {
    const lock = join(import.meta.dirname, '../../../../../server/platform/db/embedded/lock.ts');
    const script = `const { lockFolder } = await import(${JSON.stringify(lock)});
      await lockFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((done) => child.stdout.once('data', done));
    await expect(lockFolder(folder)).rejects.toThrow(`process ${child.pid}`);
    child.kill('SIGKILL');
    await new Promise((done) => child.once('exit', done));
    await (await lockFolder(folder))();
  });
});

describe('memory of the embedded database', () => {
  const GB = 1024 ** 3;
  it.each([
    [256 * 1024 ** 2, '64MB'],
    [24 * GB, '128MB'],
    [512 * GB, '1024MB'],
  ])('%d bytes of host give %s of buffers', (memory, buffers) => {
    expect(makeSettings(memory).shared_buffers).toBe(buffers);
  });

  it('durability is never traded', () => {
    expect(makeSettings(GB)).toMatchObject({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
    });
  });
});

it('as root an account of the system runs the database, preferably a dedicated one', () => {
  const nobody = 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533:nobody:/:/bin/false\n';
  expect(findAccount(nobody)).toEqual({ uid: 65534, gid: 65533 });
  expect(findAccount(`${nobody}wattdeck:x:990:991::/:/bin/false\n`)).toEqual({ uid: 990, gid: 991 });
  const other = { uid: 990, gid: 991 };
  expect(findAccount(`${nobody}wattdeck:x:990:991::/:/bin/false\n`, other)).toEqual({
    uid: 65534,
    gid: 65533,
  });
  expect(findAccount('root:x:0:0::/root:/bin/sh\n')).toBeNull();
});
