import { readlink, realpath } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../log.ts';
import { isProcessAlive } from './lock.ts';
import { postmasterPid } from './postmaster.ts';

const POLL_MS = 25;
/** The signals that end a leftover server: fast shutdown, immediate shutdown, kill. Each has a timeout in ms. */
const STEPS: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 2_000],
];

function socketAnswers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

/**
 * Returns whether the process is certainly the postmaster of this cluster. The system may have reused a process id from
 * a file.
 */
async function isPostmasterOurs(pid: number, cluster: string, socket: string): Promise<boolean> {
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  if (folder !== null) return folder === (await realpath(cluster));
  return socketAnswers(socket);
}

async function waitProcess(pid: number, limit: number): Promise<boolean> {
  for (const end = Date.now() + limit; Date.now() < end; await sleep(POLL_MS)) {
    if (!isProcessAlive(pid)) return true;
  }
  return false;
}

/**
 * Ends a postmaster that still runs after a crash of the server. The next postmaster then uses the current settings.
 */
export async function endLeftover(cluster: string, socket: string, log: Logger): Promise<void> {
  const pid = postmasterPid(cluster);
  if (!Number.isInteger(pid) || pid <= 1 || !isProcessAlive(pid)) return;
  if (!(await isPostmasterOurs(pid, cluster, socket))) return;
  log.warn('ending a database that an earlier crash left running', { pid });
  for (const [signal, limit] of STEPS) {
    process.kill(pid, signal);
    if (await waitProcess(pid, limit)) return;
  }
}
