import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export { isFolderReachable } from '../../../server/platform/db/embedded/account.ts';
export { isProcessAlive } from '../../../server/platform/db/embedded/lock.ts';

import { WAIT_MS } from './patience.ts';
import { type TestOptions, testEnv } from './server.ts';

/** The way to programs: all that a server of a test has of the environment of the tests. */
const { PATH = '' } = process.env;
const ROOT = join(import.meta.dirname, '..', '..', '..');
const READY = /ready at (\S+)/;

/** Runs an entry of ours as the commands of package.json do. */
export const nodeArgs = (entry: string): string[] => ['--import', './server/preload.js', join(ROOT, entry)];

export interface ServerProcess {
  child: ChildProcess;
  pid: number;
  /** Everything that it printed so far, both streams. */
  output(): string;
  /** Waits for a line; throws with the output when the server ended before, or did not print it in this time. */
  said(line: RegExp, limit?: number): Promise<RegExpExecArray>;
  /** The address, once it is ready. */
  ready(): Promise<string>;
  /** The exit code, or the name of the signal. */
  ended: Promise<number | string>;
}

/** A server as a process of its own, for what cannot be tried in this one: exit codes, signals, kill -9. */
export function spawnServer(
  dataDir: string,
  options: TestOptions = {},
  entry = 'server/main.ts',
): ServerProcess {
  const child = spawn(process.execPath, nodeArgs(entry), {
    cwd: ROOT,
    env: { PATH, ...testEnv(dataDir, options) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const ended = new Promise<number | string>((done) => {
    child.once('close', (code, signal) => done(code ?? signal ?? 'unknown'));
  });
  let over = false;
  void ended.then(() => {
    over = true;
  });
  async function said(line: RegExp, limit = WAIT_MS): Promise<RegExpExecArray> {
    for (const end = Date.now() + limit; Date.now() < end && !over; await sleep(20)) {
      const found = line.exec(text);
      if (found) return found;
    }
    throw new Error(`the server does not say ${line}:\n${text}`);
  }
  return {
    child,
    pid: child.pid ?? 0,
    output: () => text,
    ended,
    said,
    ready: async () => (await said(READY))[1] ?? '',
  };
}

/** The process id of the embedded postmaster of a data folder. */
export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}
