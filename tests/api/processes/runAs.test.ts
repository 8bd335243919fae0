import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { needs } from '../../support/server/needs.ts';
import {
  isFolderReachable,
  isProcessAlive,
  postmasterPid,
  type ServerProcess,
  spawnServer,
} from '../../support/server/process.ts';
import { embeddedFolder, login } from '../../support/server/server.ts';

/** An account that every Debian has, and that runs nothing. */
const USER = 'daemon';
const ACCOUNT = { uid: 1, gid: 1 };
const ROOT = join(import.meta.dirname, '..', '..', '..');
const isRoot = process.geteuid?.() === 0;
const canRun = isRoot && (await isFolderReachable(ROOT, ACCOUNT));

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function makeFolder(): Promise<string> {
  const { path, remove } = await embeddedFolder();
  cleanups.push(remove);
  return path;
}

function start(dataDir: string, user: string): ServerProcess {
  const server = spawnServer(dataDir, { env: { WATTDECK_USER: user, WATTDECK_ADMIN_PASSWORD: '' } });
  cleanups.push(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  });
  return server;
}

/** Real, effective, saved and file-system account of a running process. */
const accountsOf = (pid: number, kind: 'Uid' | 'Gid'): number[] =>
  (new RegExp(`^${kind}:(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '')
    .trim()
    .split(/\s+/)
    .map(Number);

describe(
  'a server that root starts for another account',
  needs(canRun, 'root, and a folder open to all'),
  () => {
    it('runs, stores and stops as that account, and starts again', async () => {
      const dataDir = await makeFolder();
      const first = start(dataDir, USER);
      const url = await first.ready();
      await expect.poll(() => first.output()).toMatch(/admin +\S{8,}/);
      const password = /admin +(\S+)/.exec(first.output())?.[1] ?? '';
      const client = await login({ url }, 'admin', password);
      expect(accountsOf(first.pid, 'Uid')).toEqual([1, 1, 1, 1]);
      expect(accountsOf(first.pid, 'Gid')).toEqual([1, 1, 1, 1]);
      const postmaster = postmasterPid(dataDir);
      expect([0, 1]).not.toContain(accountsOf(postmaster, 'Uid')[0]);
      // Only the server can read the key. The database could otherwise read it with a query.
      const key = statSync(join(dataDir, 'key'));
      expect([key.uid, key.mode & 0o777]).toEqual([1, 0o600]);
      expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(1);
      // Root continues to write in this folder, so the account must not be able to replace its files.
      const folder = statSync(dataDir);
      expect([folder.uid, folder.gid, folder.mode & 0o7777]).toEqual([0, ACCOUNT.gid, 0o1771]);
      const upload = new FormData();
      upload.append('file', new Blob(['kept']), 'kept.txt');
      await client.call('uploadFile', { form: upload, query: {} });
      first.child.kill('SIGTERM');
      expect(await first.ended).toBe(0);
      expect(isProcessAlive(postmaster)).toBe(false);

      const second = start(dataDir, USER);
      await login({ url: await second.ready() }, 'admin', password);
      const pid = postmasterPid(dataDir);
      second.child.kill('SIGKILL');
      await second.ended;
      // A separate process stops the database when the server is gone.
      await expect.poll(() => isProcessAlive(pid)).toBe(false);
      await start(dataDir, USER).ready();
    });

    it.each([
      ['nosuchaccount', /WATTDECK_USER: there is no account "nosuchaccount"/],
      ['root', /WATTDECK_USER: there is no account "root" but root's own/],
    ])('refuses %s', async (user, message) => {
      const server = start(await makeFolder(), user);
      expect(await server.ended).toBe(1);
      expect(server.output()).toMatch(message);
    });
  },
);
