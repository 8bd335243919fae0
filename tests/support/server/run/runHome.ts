/** The folder of one run of tests: all that its servers, databases and browsers keep lies in it. */
import { globSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names the folder to the processes of the run. */
export const RUN_HOME = 'WATTDECK_TEST_HOME';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 2 ** 30;

/** Returns whether there is room in memory for files that nothing has to outlive. */
export function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Finds the place for folders of tests: that of the run, else memory where there is room. */
export const testHome = (): string => process.env[RUN_HOME] ?? (hasMemory() ? MEMORY : tmpdir());

function endProcess(pid: number): void {
  try {
    // It gives its shared memory back, and waits for nothing.
    process.kill(pid, 'SIGQUIT');
  } catch {
    // It ended on its own.
  }
}

/** Ends every PostgreSQL whose data lie in a folder, which outlive the process that started them, and deletes the folder. */
export function removeHome(home: string): void {
  for (const file of globSync('**/postmaster.pid', { cwd: home })) {
    const pid = Number(readFileSync(join(home, file), 'utf8').split('\n')[0]);
    if (pid > 1) endProcess(pid);
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
