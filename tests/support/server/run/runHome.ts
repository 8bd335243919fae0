/** The folder of one test run. It contains everything that its servers, databases and browsers store. */
import { globSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Variable with the folder, for the processes of the run. */
export const RUN_HOME = 'WATTDECK_TEST_HOME';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 2 ** 30;

/** Returns whether there is room in memory for temporary files. */
export function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Returns the parent folder for test folders: the one of the run, else memory if there is room. */
export const testHome = (): string => process.env[RUN_HOME] ?? (hasMemory() ? MEMORY : tmpdir());

function endProcess(pid: number): void {
  try {
    // After this signal, PostgreSQL frees its shared memory and does not wait.
    process.kill(pid, 'SIGQUIT');
  } catch {
    // The process has already ended.
  }
}

/**
 * Ends every PostgreSQL with data in a folder, and deletes the folder. Otherwise they would outlive the process that
 * started them.
 */
export function removeHome(home: string): void {
  for (const file of globSync('**/postmaster.pid', { cwd: home })) {
    const pid = Number(readFileSync(join(home, file), 'utf8').split('\n')[0]);
    if (pid > 1) endProcess(pid);
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
