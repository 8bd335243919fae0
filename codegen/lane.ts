import { Worker } from 'node:worker_threads';
import type { Answer, Request, TASKS } from './laneThread.ts';

type Tasks = typeof TASKS;
type Lane = <Name extends keyof Tasks>(
  task: Name,
  ...input: Parameters<Tasks[Name]>
) => ReturnType<Tasks[Name]>;

/**
 * Creates a second thread for slow tasks. The thread starts with the first task and is reused, so that a watching
 * codegen loads the tools once. An idle thread does not block the exit of the process.
 */
export function createLane(): Lane {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | undefined;
  let last = 0;
  const fail = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    worker = undefined;
  };
  const start = (): Worker => {
    const started = new Worker(new URL('./laneThread.ts', import.meta.url), {
      execArgv: [],
      // Tasks build trees of many small objects that live until the end. A small young generation would copy them
      // repeatedly.
      resourceLimits: { maxYoungGenerationSizeMb: 96 },
    });
    started.on('error', fail);
    started.on('message', (answer: Answer) => {
      const task = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) started.unref();
      if ('error' in answer) task?.reject(answer.error);
      else task?.resolve(answer.output);
    });
    return started;
  };
  const send = (task: Request['task'], ...input: unknown[]): Promise<unknown> => {
    worker ??= start();
    worker.ref();
    last += 1;
    const done = Promise.withResolvers<unknown>();
    waiting.set(last, done);
    worker.postMessage({ id: last, task, input } satisfies Request);
    return done.promise;
  };
  return send as Lane;
}
