/** The disk under the data folder is full for a while: nothing is acknowledged then, and nothing lost after. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '../support/server.ts';
import { embeddedAccess, startFleet } from './fleet.ts';
import { acknowledgedAgain, beginLedger, compareLedger, ledgerText, makeSite } from './ledger.ts';
import { Breach, type Scenario, Skipped, throwBreach } from './scenario.ts';

const SIZE = '600m';
const FULL_MS = 12_000;
const BLOCK = 1024 * 1024;

/** A small file system of its own, which only root can make. */
async function makeSmallDisk(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'wattdeck-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0711`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    await rm(path, { recursive: true });
    throw new Skipped(`a small file system cannot be mounted here: ${String(error).split('\n')[0]}`);
  }
  return {
    path,
    async remove() {
      execFileSync('umount', ['--lazy', path]);
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Takes all that is left. */
async function fillDisk(path: string): Promise<string> {
  const filler = join(path, 'filler');
  const { bavail, bsize } = await statfs(path);
  await writeFile(filler, Buffer.alloc(BLOCK));
  for (let left = bavail * bsize; left > 0; left -= BLOCK) {
    const full = await writeFile(filler, Buffer.alloc(BLOCK), { flag: 'a' }).then(
      () => false,
      () => true,
    );
    if (full) break;
  }
  return filler;
}

export default {
  title: 'the disk is full for a while',
  async run() {
    const disk = await makeSmallDisk();
    const folder = join(disk.path, 'data');
    let fleet: Awaited<ReturnType<typeof startFleet>> | null = null;
    try {
      await chmod(disk.path, 0o711);
      fleet = await startFleet(folder, { server: {} });
      const site = await makeSite(await login({ url: fleet.addresses()[0] ?? '' }));
      const { ledger, end } = beginLedger(fleet.addresses, site);
      await acknowledgedAgain(ledger);
      await sleep(2_000);
      const filler = await fillDisk(disk.path);
      const failures = ledger.failures;
      const until = performance.now() + FULL_MS;
      // The preallocated space is used up first.
      while (performance.now() < until || ledger.failures === failures) {
        if (performance.now() > until + 60_000) throw new Breach('a full disk was never noticed');
        await sleep(100);
      }
      await sleep(3_000);
      await rm(filler);
      const back = await acknowledgedAgain(ledger);
      await end();
      const [url = ''] = fleet.addresses();
      throwBreach(await compareLedger(url, embeddedAccess(folder), site, ledger));
      return `${ledger.failures - failures} attempts refused while it was full, ${ledgerText(ledger)}, the server started again ${fleet.restarts()} times, back ${(back / 1000).toFixed(1)} s after there was room`;
    } finally {
      await fleet?.close();
      await disk.remove();
    }
  },
} satisfies Scenario;
