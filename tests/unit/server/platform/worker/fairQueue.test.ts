/** Tests the queue for documents and tables. It is bounded, fair to all callers, and drops callers who left. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../../server/platform/errors/errors.ts';
import {
  type Bounds,
  createFairQueue,
  type Leave,
  type QueueRequest,
} from '../../../../../server/platform/worker/fairQueue.ts';

const ROOMY = { running: 100, waiting: 100 };
const OPEN: Bounds = { all: ROOMY, kind: ROOMY, tenant: ROOMY, person: ROOMY, link: ROOMY };

/** Creates a queue, and records the callers in the order of their turns. `end` ends the turn of a caller. */
function watchQueue(bounds: Partial<Bounds>, now = () => 0) {
  const queue = createFairQueue({ ...OPEN, ...bounds }, now);
  const order: string[] = [];
  const leaves = new Map<string, Leave>();
  function ask(name: string, options: Partial<QueueRequest> = {}): Promise<void> {
    return queue.enter({ kind: 'paper', tenantId: 1, by: { person: 1 }, ...options }).then((leave) => {
      order.push(name);
      leaves.set(name, leave);
    });
  }
  /** Ends turns until no caller waits or runs. */
  async function drain(): Promise<string[]> {
    await setImmediate();
    for (let at = 0; at < order.length; at += 1) {
      leaves.get(order[at]!)!();
      await setImmediate();
    }
    return order;
  }
  const counts = () => queue.counts().get('paper');
  return { ask, drain, order, counts, end: (name: string) => leaves.get(name)?.() };
}

const one = { running: 1, waiting: 100 };
const refusal = (enter: () => unknown): AppError | null => {
  try {
    enter();
    return null;
  } catch (error) {
    return error as AppError;
  }
};

describe('turns', () => {
  it('alternate by tenant, however many requests one of them has', async () => {
    const { ask, drain } = watchQueue({ all: one });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name);
    void ask('b1', { tenantId: 2 });
    void ask('b2', { tenantId: 2 });
    void ask('c1', { tenantId: 3 });
    expect(await drain()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('alternate by person and link within a tenant', async () => {
    const { ask, drain } = watchQueue({ all: one });
    for (const name of ['l1', 'l2', 'l3']) void ask(name, { by: { link: 7 } });
    void ask('p1');
    void ask('q1', { by: { person: 2 } });
    void ask('p2');
    expect(await drain()).toEqual(['l1', 'p1', 'q1', 'l2', 'p2', 'l3']);
  });

  it('separate a person from a link with the same number', async () => {
    const { ask, order } = watchQueue({ link: { running: 1, waiting: 1 } });
    await ask('link', { by: { link: 1 } });
    await ask('person', { by: { person: 1 } });
    expect(order).toEqual(['link', 'person']);
  });
});

describe('bounds', () => {
  it('allow one running job per link, and others beside it', async () => {
    const { ask, order, end } = watchQueue({ link: { running: 1, waiting: 2 } });
    await ask('l1', { by: { link: 7 } });
    void ask('l2', { by: { link: 7 } });
    await ask('p1');
    expect(order).toEqual(['l1', 'p1']);
    end('l1');
    await setImmediate();
    expect(order).toEqual(['l1', 'p1', 'l2']);
  });

  it('leave a place to other kinds of work and to other tenants', async () => {
    const two = { running: 2, waiting: 10 };
    const byKind = watchQueue({ all: { running: 3, waiting: 10 }, kind: two });
    for (const name of ['p1', 'p2', 'p3']) void byKind.ask(name);
    void byKind.ask('t1', { kind: 'table' });
    await setImmediate();
    expect(byKind.order).toEqual(['p1', 'p2', 't1']);
    const byTenant = watchQueue({ all: { running: 3, waiting: 10 }, tenant: two });
    for (const name of ['a1', 'a2', 'a3']) void byTenant.ask(name);
    void byTenant.ask('b1', { tenantId: 2 });
    await setImmediate();
    expect(byTenant.order).toEqual(['a1', 'a2', 'b1']);
  });

  it.each(['all', 'kind', 'tenant', 'link'] as const)(
    'refuse at once what would wait beyond them, with a time (%s)',
    async (name) => {
      const { ask, counts } = watchQueue({ [name]: { running: 1, waiting: 2 } });
      for (const at of ['1', '2', '3']) void ask(at, { by: { link: 7 } });
      const refused = refusal(() => void ask('4', { by: { link: 7 } }));
      expect(refused).toMatchObject({
        key: 'queue.full',
        params: { seconds: 3 },
        extras: { headers: { 'retry-after': '3' } },
      });
      expect(counts()).toMatchObject({ running: 1, waiting: 2, refused: 1 });
    },
  );

  it('return a retry time by the durations of earlier jobs', async () => {
    let now = 0;
    const { ask, end } = watchQueue({ all: { running: 1, waiting: 1 } }, () => now);
    await ask('first');
    now = 101_000;
    end('first');
    void ask('second');
    void ask('third');
    // The mean duration is a fifth of 101 s plus four fifths of 1 s. The wait is two such durations.
    expect(refusal(() => void ask('fourth'))).toMatchObject({ params: { seconds: 42 } });
  });
});

describe('a caller who leaves', () => {
  it('is removed, and the next one gets the turn', async () => {
    const { ask, drain, counts } = watchQueue({ all: one });
    const gone = new AbortController();
    void ask('first');
    const left = ask('left', { signal: gone.signal });
    void ask('last');
    gone.abort(new AppError('http.left'));
    await expect(left).rejects.toMatchObject({ key: 'http.left' });
    expect(counts()).toMatchObject({ running: 1, waiting: 1, left: 1 });
    expect(await drain()).toEqual(['first', 'last']);
    expect(counts()).toMatchObject({ running: 0, waiting: 0, turns: 2 });
  });

  it('makes room for others at once', async () => {
    const { ask } = watchQueue({ link: { running: 1, waiting: 1 } });
    const gone = new AbortController();
    const by = { link: 7 };
    void ask('first', { by });
    ask('left', { by, signal: gone.signal }).catch(() => {});
    expect(refusal(() => void ask('third', { by }))).toMatchObject({ key: 'queue.full' });
    gone.abort();
    expect(refusal(() => void ask('third', { by }))).toBe(null);
  });

  it('gets no turn if they had left before', async () => {
    const { ask, counts } = watchQueue({});
    await expect(ask('gone', { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
    expect(counts()).toBe(undefined);
  });
});
