import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { nodeArgs } from './process.ts';
import { testEnv } from './server.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

export interface Ended {
  code: number | string;
  /** Text of both output streams. */
  output: string;
}

/** Runs a command of the project to its end, with the settings of a test over this data folder. */
export function runCommand(
  entry: string,
  args: readonly string[],
  dataDir: string,
  {
    env = {},
    onOutput,
  }: {
    env?: Record<string, string>;
    onOutput?: (text: string, end: () => void, kill: () => void) => void;
  } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [...nodeArgs(entry), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', ...testEnv(dataDir, { env }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isStopping = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      onOutput?.(
        output,
        () => {
          // Sends the signal only once, because a second one would interrupt the shutdown.
          if (!isStopping) child.kill('SIGINT');
          isStopping = true;
        },
        () => void child.kill('SIGKILL'),
      );
    });
  }
  return new Promise((done) => {
    child.once('close', (code, signal) => done({ code: code ?? signal ?? 'unknown', output }));
  });
}
