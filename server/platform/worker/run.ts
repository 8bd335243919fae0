/**
 * Runs code that reads uploaded files in a separate process. A thread is not enough: a thread out of memory ends the
 * whole process. Some calls into the JavaScript engine also cannot be interrupted.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { AppError } from '../errors/errors.ts';
import type { Answer, WorkerRequest } from './child.ts';
import { LATE_STREAM } from './lateStream.ts';

export interface Limits {
  /** Maximum processor time of the reader in ms. Processor time is independent of a slow or busy machine. */
  ms: number;
  /** Maximum memory of the reader. Memory outside the engine's heap is measured only if /proc exists. */
  megabytes: number;
}

const CHILD = new URL('./child.ts', import.meta.url);
const LOOK_MS = 100;
const MB = 1_048_576;
const PAGE = 4_096;
/** Memory of an idle Node process. */
const NODE_MB = 100;

/** Lowers the priority, so that requests are served first. An operating system may refuse it. */
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

/** Returns the memory of a process in bytes. 0 if it is unknown. */
async function readMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE;
}

/** Ends a reader at its limits. Returns the reason why it ended without an answer. */
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
 * Yields the parts that a task produces from its input, one part ahead of the consumer. `task` is a module whose
 * default export is `(input: Input) => AsyncIterable<Piece>`. Input and parts are plain data. An AppError of the task
 * is passed on unchanged. `file.tooSlow` and `file.tooHeavy` mean that the task was ended at a limit.
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
  // A failed send is ignored, because the wait for the answer detects an ended process.
  const send = (what: WorkerRequest) => child.send(what, () => {});
  async function answer(): Promise<Answer> {
    const { value, done } = await answers.next();
    signal?.throwIfAborted();
    if (done) throw watched.error();
    return value[0] as Answer;
  }
  try {
    send({ task: task.href, input });
    for (let now = await answer(); !('done' in now); now = await answer()) {
      if ('refused' in now) throw AppError.from(now.refused);
      if ('failed' in now) throw new Error(now.failed);
      send({});
      yield now.piece as Piece;
    }
  } finally {
    signal?.removeEventListener('abort', end);
    watched.end();
    await answers.return?.();
    child.kill('SIGKILL');
  }
}
