/**
 * The queue of this process for documents, imports, exports and previews. Each uses a processor and much memory for
 * seconds.
 */
import { counter, gauge, metricsOnCollect } from '../metrics.ts';
import { createFairQueue, type QueueRequest } from './fairQueue.ts';

/** A document of a record, or a table that is read or written row by row. */
export type WorkKind = 'paper' | 'table';

export interface Turn extends QueueRequest {
  kind: WorkKind;
}

/** No single kind or tenant can use the last place, so that others need not wait for slow work. */
const TURN_BOUNDS = {
  all: { running: 4, waiting: 100 },
  kind: { running: 3, waiting: 100 },
  tenant: { running: 3, waiting: 40 },
  person: { running: 2, waiting: 10 },
  link: { running: 1, waiting: 3 },
};

/** The turn of the server's own work. */
export const OWN_TURN: Turn = { kind: 'paper', tenantId: 0, by: { person: 0 } };

const queue = createFairQueue(TURN_BOUNDS);

/** Runs work when its turn is granted. Throws `queue.full` if too much work is queued. */
export async function runInTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  const leave = await queue.enter(turn);
  try {
    return await work();
  } finally {
    leave();
  }
}

/**
 * Enters the queue for work that is defined later. Throws `queue.full` immediately. The returned function runs the
 * work.
 */
export function takeTurn(turn: Turn): <T>(work: () => Promise<T>) => Promise<T> {
  const entered = queue.enter(turn);
  // Prevents an unhandled rejection if the work never runs.
  entered.catch(() => {});
  return async (work) => {
    const leave = await entered;
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

const running = gauge('wattdeck_queue_running', 'Documents and tables in work', ['kind']);
const waiting = gauge('wattdeck_queue_waiting', 'Documents and tables that wait for their turn', ['kind']);
const ended = counter('wattdeck_queue_total', 'Documents and tables that got a turn, left or were refused', [
  'kind',
  'outcome',
]);

metricsOnCollect(() => {
  ended.reset();
  for (const [kind, counts] of queue.counts()) {
    running.set({ kind }, counts.running);
    waiting.set({ kind }, counts.waiting);
    for (const outcome of ['turns', 'left', 'refused'] as const)
      ended.inc({ kind, outcome }, counts[outcome]);
  }
});
