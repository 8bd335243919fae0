/**
 * Runs what reads files of others in a process of its own. A thread would not do: a table that grows beyond the limits
 * of a thread ends the whole process, and some calls into the engine cannot be interrupted.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { AppError } from '../errors/errors.ts';
import type { Answer, Ask } from './child.ts';
import { LATE_STREAM } from './lateStream.ts';

export interface Limits {
  /** The processor time that the reader may take: a slow machine, or a busy one, is not the fault of a file. */
  ms: number;
  /** The memory that the reader may hold. It is counted outside of the engine's heap only where there is a /proc. */
  megabytes: number;
}

const CHILD = new URL('./child.ts', import.meta.url);
const LOOK_MS = 100;
const MB = 1_048_576;
const PAGE = 4_096;
/** Node itself needs so much before it has read anything. */
const NODE_MB = 100;

/** Gives work that answers requests a higher priority; a system may refuse that. */
function stepBack(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
}

function start({ ms, megabytes }: Limits): ChildProcess {
  const child = fork(CHILD, [String(ms)], {
    execArgv: [`--max-old-space-size=${megabytes}`],
    // Pass only the path of the compile cache, and no other settings.
    env: { SystemRoot: process.env.SystemRoot, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
  });
  stepBack(child);
  return child;
}

/** Bytes that a process holds; 0 where that is unknown. */
async function readMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE;
}

/** Ends a reader at its limits, and returns why one ended without an answer. */
function watch(child: ChildProcess, { megabytes }: Limits): { error(): Error; end(): void } {
  let broken: 'file.tooSlow' | 'file.tooHeavy' | null = null;
  const kill = (limit: typeof broken): void => {
    broken ??= limit;
    child.kill('SIGKILL');
  };
  (child.stdio[LATE_STREAM] as Readable).once('data', () => kill('file.tooSlow'));
  const timer = setInterval(async () => {
    if ((await readMemory(child.pid ?? 0)) >= (megabytes + NODE_MB) * MB) kill('file.tooHeavy');
  }, LOOK_MS);
  return {
    error() {
      const { exitCode, signalCode } = child;
      // The engine aborts when its heap is full.
      if (broken || signalCode !== null || (exitCode ?? 0) >= 128)
        return new AppError(broken ?? 'file.tooHeavy');
      return new Error(`a reader of files ended with ${exitCode}`);
    },
    end: () => clearInterval(timer),
  };
}

/**
 * Yields the pieces that a task makes of its input, one ahead of the consumer. `task` is a module whose default export
 * is `(input: Input) => AsyncIterable<Piece>`; input and pieces are plain data. An AppError of the task arrives as
 * such; `file.tooSlow` and `file.tooHeavy` say that it was ended.
 */
export async function* runInWorker<Input, Piece>(
  task: URL,
  input: Input,
  limits: Limits,
  signal?: AbortSignal,
): AsyncGenerator<Piece, void, undefined> {
  signal?.throwIfAborted();
  const child = start(limits);
  const watched = watch(child, limits);
  const end = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', end);
  const answers = on(child, 'message', { close: ['exit'] });
  // The wait for the answer finds out that a worker is gone: a sending that fails says no more.
  const ask = (what: Ask) => child.send(what, () => {});
  async function answer(): Promise<Answer> {
    const { value, done } = await answers.next();
    signal?.throwIfAborted();
    if (done) throw watched.error();
    return value[0] as Answer;
  }
  try {
    ask({ task: task.href, input });
    for (let now = await answer(); !('done' in now); now = await answer()) {
      if ('refused' in now) throw AppError.from(now.refused);
      if ('failed' in now) throw new Error(now.failed);
      ask({});
      yield now.piece as Piece;
    }
  } finally {
    signal?.removeEventListener('abort', end);
    watched.end();
    await answers.return?.();
    child.kill('SIGKILL');
  }
}
