/**
 * Runs what reads files of others in a process of its own. A thread would not do: a table that grows beyond the limits
 * of a thread ends the whole process, and some calls into the engine cannot be interrupted.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { readFile } from 'node:fs/promises';
import { limitConcurrency } from '../concurrencyLimit.ts';
import { AppError } from '../errors/errors.ts';
import type { Answer, Ask } from './child.ts';

export interface Limits {
  /** The time that may be spent waiting for pieces, all together. */
  ms: number;
  /** The memory that the reader may hold. It is counted outside of the engine's heap only where there is a /proc. */
  megabytes: number;
}

const CHILD = new URL('./child.ts', import.meta.url);
/** So many files are read at the same time, whoever sent them; others wait for their turn. */
const MAX_WORKERS = 4;
const LOOK_MS = 100;
const MB = 1_048_576;
const PAGE = 4_096;
/** Node itself needs so much before it has read anything. */
const NODE_MB = 100;

const workers = limitConcurrency(MAX_WORKERS);

function start({ megabytes }: Limits): ChildProcess {
  return fork(CHILD, {
    execArgv: [`--max-old-space-size=${megabytes}`],
    // Nothing of our settings is any of its business, but for where compiled programs are kept.
    env: { SystemRoot: process.env.SystemRoot, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Bytes that a process holds; 0 where nobody can tell. */
async function readMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE;
}

function watchMemory(child: ChildProcess, { megabytes }: Limits): { heavy(): boolean; end(): void } {
  let heavy = false;
  const timer = setInterval(async () => {
    if ((await readMemory(child.pid ?? 0)) < (megabytes + NODE_MB) * MB) return;
    heavy = true;
    child.kill('SIGKILL');
  }, LOOK_MS);
  return { heavy: () => heavy, end: () => clearInterval(timer) };
}

/** Why a reader ended without a word: the engine aborts when its heap is full. */
const endError = ({ exitCode, signalCode }: ChildProcess, heavy: boolean): Error =>
  heavy || signalCode !== null || (exitCode ?? 0) >= 128
    ? new AppError('file.tooHeavy')
    : new Error(`a reader of files ended with ${exitCode}`);

/**
 * Gives the pieces that a task makes of its input, one ahead of whoever takes them. `task` is a module whose default
 * export is `(input: Input) => AsyncIterable<Piece>`; input and pieces are plain data. An AppError of the task arrives
 * as such; `file.tooSlow` and `file.tooHeavy` say that it was ended.
 */
export async function* runInWorker<Input, Piece>(
  task: URL,
  input: Input,
  limits: Limits,
): AsyncGenerator<Piece, void, undefined> {
  const leave = await workers.enter();
  const child = start(limits);
  const memory = watchMemory(child, limits);
  const answers = on(child, 'message', { close: ['exit'] });
  let left = limits.ms;
  let late = false;
  // The wait for the answer finds out that a worker is gone: a sending that fails says no more.
  const ask = (what: Ask) => child.send(what, () => {});
  async function answer(): Promise<Answer> {
    const begun = performance.now();
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, left);
    const { value, done } = await answers.next();
    clearTimeout(timer);
    left -= performance.now() - begun;
    if (!done) return value[0] as Answer;
    throw late ? new AppError('file.tooSlow') : endError(child, memory.heavy());
  }
  try {
    ask({ task: task.href, input });
    for (let now = await answer(); !('done' in now); now = await answer()) {
      if ('refused' in now) throw new AppError(...now.refused);
      if ('failed' in now) throw new Error(now.failed);
      ask({});
      yield now.piece as Piece;
    }
  } finally {
    memory.end();
    await answers.return?.();
    child.kill('SIGKILL');
    leave();
  }
}
