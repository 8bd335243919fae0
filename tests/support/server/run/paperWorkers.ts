/**
 * The processes in which a server creates documents and reads tables. A stopped process keeps its turn until it
 * continues.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { WAIT_MS } from '../patience.ts';

const ENTRY = 'worker/child.ts';

/** Reads a file of /proc; a process may end during the read. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the process ids of the workers of the server with this process id. */
function listWorkers(server = process.pid): number[] {
  const children = readdirSync(`/proc/${server}/task`).flatMap((task) =>
    readProc(`${server}/task/${task}/children`).trim().split(' ').filter(Boolean).map(Number),
  );
  return children.filter((child) => readProc(`${child}/cmdline`).includes(ENTRY));
}

/** Stops the next worker that starts. Returns a function that continues it. */
export async function stopNextWorker(server = process.pid): Promise<() => void> {
  const before = new Set(listWorkers(server));
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(5)) {
    const worker = listWorkers(server).find((one) => !before.has(one));
    if (worker === undefined) continue;
    process.kill(worker, 'SIGSTOP');
    return () => process.kill(worker, 'SIGCONT');
  }
  throw new Error('no worker began');
}
