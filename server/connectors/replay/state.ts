/** Stores the position of a replay, so that the same command continues there with the same shift. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export interface ReplayState {
  /** Values before this time are stored. */
  position: number;
  /** Number of whole days by which times are moved, by file name. */
  days: Record<string, number>;
}

const FOLDERS = [join(homedir(), '.cache', 'wattdeck'), join(tmpdir(), 'wattdeck')];

function pathOf(folder: string, key: string): string {
  return join(folder, `replay-${createHash('sha256').update(key).digest('hex').slice(0, 16)}.json`);
}

/** Returns the key of a replay's state. It identifies the folder, the server and the station. */
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

/**
 * Stores the state of a replay in the first folder that accepts it. Errors are ignored, because only a later
 * run needs the state.
 */
export async function writeState(key: string, state: ReplayState): Promise<void> {
  for (const folder of FOLDERS) {
    try {
      const path = pathOf(folder, key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, JSON.stringify(state));
      return;
    } catch {
      // Tries the next folder, which may be writable.
    }
  }
}

export async function forgetState(key: string): Promise<void> {
  for (const folder of FOLDERS) await rm(pathOf(folder, key), { force: true }).catch(() => {});
}
