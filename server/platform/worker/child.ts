/** The process in which a task runs. It receives the task and produces one part per request. */
import '../languagePacks.ts';
import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorParts } from '../errors/errors.ts';
import { LATE_STREAM } from './lateStream.ts';
import { sendToParent } from './sendToParent.ts';

export type WorkerRequest = { task: string; input: unknown } | Record<string, never>;

export type Answer = { piece: unknown } | { done: true } | { refused: ErrorParts } | { failed: string };

/**
 * A task that blocks the event loop would outlive a killed server and could not report its running time. A separate
 * thread does both.
 */
const WATCH = `const parent = process.ppid;
const { writeSync } = require('node:fs');
const { workerData: ms } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  const { user, system } = process.cpuUsage();
  if (user + system > ms * 1000) writeSync(${LATE_STREAM}, 'late');
}, 200);`;

let pieces: AsyncIterator<unknown> | undefined;

async function begin(task: string, input: unknown): Promise<AsyncIterator<unknown>> {
  const { default: run } = (await import(task)) as { default(input: unknown): AsyncIterable<unknown> };
  // This process will be killed. Flushing the cache saves the next process the compilation.
  flushCompileCache();
  return run(input)[Symbol.asyncIterator]();
}

async function answer(order: WorkerRequest): Promise<Answer> {
  try {
    pieces ??= await begin(String(order.task), order.input);
    const { value, done } = await pieces.next();
    return done ? { done } : { piece: value };
  } catch (error) {
    if (!(error instanceof AppError))
      return { failed: error instanceof Error ? String(error.stack) : String(error) };
    const { cause: _cause, ...extras } = error.extras;
    return { refused: { key: error.key, params: error.params, extras } };
  }
}

new Worker(WATCH, { eval: true, execArgv: [], env: {}, workerData: Number(process.argv[2]) }).unref();
process.on('disconnect', () => process.exit());
process.on('message', async (order: WorkerRequest) => sendToParent(await answer(order)));
