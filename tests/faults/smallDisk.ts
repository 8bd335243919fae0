/** Mounts a small file system (tmpfs), which a fault test fills completely. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Skipped } from './scenario.ts';

const SIZE = '600m';
const BLOCK = 1024 * 1024;

/** Creates a small disk. Only root can do this. */
export async function makeSmallDisk(): Promise<{ path: string; remove(): Promise<void> }> {
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

/** Fills all free space. */
export async function fillDisk(path: string): Promise<string> {
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
