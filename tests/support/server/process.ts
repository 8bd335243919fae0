import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export { isFolderReachable } from '../../../server/platform/db/embedded/account.ts';
export { isProcessAlive } from '../../../server/platform/db/embedded/lock.ts';

import { WAIT_MS } from './patience.ts';
import { type TestOptions, testEnv } from './server.ts';

/** The only variable that a test's server gets from the environment of the tests. */
const { PATH = '' } = process.env;
const ROOT = join(import.meta.dirname, '..', '..', '..');
const READY = /ready at (\S+)/;

/** Returns arguments that run a program of the project like the commands of package.json. */
export const nodeArgs = (entry: string): string[] => ['--import', './server/preload.js', join(ROOT, entry)];

export interface ServerProcess {
  child: ChildProcess;
  pid: number;
  /** Returns the output of the process so far, from both streams. */
  output(): string;
  /** Waits for a line of the output. Throws with the output if the process ends first, or after `limit` milliseconds. */
  said(line: RegExp, limit?: number): Promise<RegExpExecArray>;
  /** Resolves with the address when the server is ready. */
  ready(): Promise<string>;
  /** Resolves with the exit code, or the name of the signal. */
  ended: Promise<number | string>;
}

/** Starts a server as a separate process, for tests of exit codes, signals and kill -9. */
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

/** Returns the process id of the embedded postmaster of a data folder. */
export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}
