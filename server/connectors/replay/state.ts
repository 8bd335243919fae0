/** A replay stores where it stopped, so that the same command continues there with the same shift. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export interface ReplayState {
  /** Everything before this time is stored. */
  position: number;
  /** Number of whole days by which times are moved, by file name. */
  days: Record<string, number>;
}

const FOLDERS = [join(homedir(), '.cache', 'wattdeck'), join(tmpdir(), 'wattdeck')];

function pathOf(folder: string, key: string): string {
  return join(folder, `replay-${createHash('sha256').update(key).digest('hex').slice(0, 16)}.json`);
}

/** Returns the name of a replay's state, for a folder that is played into a station of a server. */
export function stateKey(folder: string, url: string, station: string, shift: string): string {
  return [resolve(folder), url, station, shift].join('\n');
}

export async function readState(key: string): Promise<ReplayState | null> {
  for (const folder of FOLDERS) {
    const text = await readFile(pathOf(folder, key), 'utf8').catch(() => null);
    if (text === null) continue;
    try {
      return JSON.parse(text) as ReplayState;
    } catch {
      return null;
    }
  }
  return null;
}

/** A replay continues without it. Only a later one cannot resume. */
export async function writeState(key: string, state: ReplayState): Promise<void> {
  for (const folder of FOLDERS) {
    try {
      const path = pathOf(folder, key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, JSON.stringify(state));
      return;
    } catch {
      // The next folder may be writable.
    }
  }
}

export async function forgetState(key: string): Promise<void> {
  for (const folder of FOLDERS) await rm(pathOf(folder, key), { force: true }).catch(() => {});
}
