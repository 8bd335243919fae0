import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export { isFolderReachable } from '../../server/platform/db/embedded/account.ts';
export { isProcessAlive } from '../../server/platform/db/embedded/lock.ts';

import { type TestOptions, testEnv } from './server.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const READY = /ready at (\S+)/;
const LIMIT_MS = 60_000;

export interface ServerProcess {
  child: ChildProcess;
  pid: number;
  /** Everything that it printed so far, both streams. */
  output(): string;
  /** The address, once it is ready; throws with the output when it ended before. */
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
  const child = spawn(process.execPath, [join(ROOT, entry)], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', ...testEnv(dataDir, options) },
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
  return {
    child,
    pid: child.pid ?? 0,
    output: () => text,
    ended,
    async ready() {
      for (const end = Date.now() + LIMIT_MS; Date.now() < end && !over; await sleep(20)) {
        const url = READY.exec(text)?.[1];
        if (url) return url;
      }
      throw new Error(`the server is not ready:\n${text}`);
    },
  };
}

/** The process id of the embedded postmaster of a data folder. */
export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}
