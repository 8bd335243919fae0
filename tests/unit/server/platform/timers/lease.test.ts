import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Lease } from '../../../../../server/platform/db/lease/leases.ts';
import { createLogger } from '../../../../../server/platform/log.ts';
import { every } from '../../../../../server/platform/timers/every.ts';
import { holdLease, leaseEvery } from '../../../../../server/platform/timers/lease.ts';

const log = createLogger('silent');

/** Creates a lease for all callers. `lose` ends it, like a broken connection. */
function oneLease() {
  let holder: AbortController | null = null;
  const waiting: ((lease: Lease) => void)[] = [];
  const grant = (): void => {
    const next = holder ? undefined : waiting.shift();
    if (!next) return;
    const lost = new AbortController();
    holder = lost;
    const release = async () => {
      if (holder !== lost) return;
      holder = null;
      grant();
    };
    next({ lost: lost.signal, release });
  };
  const lease = (_name: string, signal: AbortSignal): Promise<Lease | null> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(null));
      waiting.push(resolve);
      grant();
    });
  const lose = (): void => {
    const lost = holder;
    holder = null;
    lost?.abort();
    grant();
  };
  return { lease, lose };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve()));

describe('work of exactly one process', () => {
  it('runs in one, and in the other as soon as the first releases it', async () => {
    const { lease } = oneLease();
    const running: string[] = [];
    const startWork = (who: string) =>
      holdLease({ lease }, log, 'x', async (signal) => {
        running.push(who);
        await untilAborted(signal);
        running.splice(running.indexOf(who), 1);
      });
    const first = startWork('first');
    const second = startWork('second');
    await vi.advanceTimersByTimeAsync(0);
    expect(running).toEqual(['first']);
    await first.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(running).toEqual(['second']);
    await second.close();
    expect(running).toEqual([]);
  });

  it('stops when the lease is lost and restarts when it is regained', async () => {
    const { lease, lose } = oneLease();
    let starts = 0;
    let stops = 0;
    const work = holdLease({ lease }, log, 'x', async (signal) => {
      starts += 1;
      await untilAborted(signal);
      stops += 1;
    });
    await vi.advanceTimersByTimeAsync(0);
    lose();
    await vi.advanceTimersByTimeAsync(0);
    expect([starts, stops]).toEqual([2, 1]);
    await work.close();
  });

  it('restarts some seconds after it failed', async () => {
    const { lease } = oneLease();
    let starts = 0;
    const work = holdLease({ lease }, log, 'x', async () => {
      starts += 1;
      throw new Error('broken');
    });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(starts).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(starts).toBe(2);
    await work.close();
  });

  it('repeats a step in time, also after a failed one', async () => {
    const { lease } = oneLease();
    let steps = 0;
    const work = leaseEvery({ lease }, log, 'x', 1_000, async () => {
      steps += 1;
      if (steps === 2) throw new Error('broken');
    });
    await vi.advanceTimersByTimeAsync(3_500);
    expect(steps).toBe(4);
    await work.close();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(steps).toBe(4);
  });

  it('runs a step at once when a caller triggers it, in the process with the lease', async () => {
    const { lease } = oneLease();
    const steps: string[] = [];
    const repeat = (who: string) =>
      leaseEvery({ lease }, log, 'x', 10_000, async () => {
        steps.push(who);
      });
    const first = repeat('first');
    const second = repeat('second');
    await vi.advanceTimersByTimeAsync(0);
    first.wake();
    second.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(steps).toEqual(['first', 'first']);
    await first.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(steps).toEqual(['first', 'first', 'second']);
    await second.close();
  });
});

describe('a step that every process repeats', () => {
  it('begins at once or after the time, and never before the last one ended', async () => {
    const done: string[] = [];
    const repeat = (name: string, options?: { later: boolean }) =>
      every(
        log,
        name,
        1_000,
        async () => {
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          done.push(name);
        },
        options,
      );
    const works = [repeat('now'), repeat('later', { later: true })];
    await vi.advanceTimersByTimeAsync(1_500);
    expect(done).toEqual(['now']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(done).toEqual(['now', 'later']);
    await works[1]!.close();
    // A step has been running for half a second, so the lease waits for it.
    await vi.advanceTimersByTimeAsync(500);
    const closing = works[0]!.close();
    await vi.advanceTimersByTimeAsync(1_000);
    await closing;
    expect(done).toEqual(['now', 'later', 'now']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(done).toHaveLength(3);
  });

  it('continues at once if it was triggered during a step', async () => {
    let steps = 0;
    const work = every(log, 'x', 10_000, async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      steps += 1;
    });
    await vi.advanceTimersByTimeAsync(50);
    work.wake();
    await vi.advanceTimersByTimeAsync(200);
    expect(steps).toBe(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(steps).toBe(2);
    await work.close();
  });

  it('logs a failure once, until it fails in another way or works again', async () => {
    const error = vi.spyOn(log, 'error');
    const outcomes = ['down', 'down', 'denied', '', 'denied'];
    let at = 0;
    const work = every(log, 'x', 1_000, async () => {
      const reason = outcomes[at];
      at += 1;
      if (reason) throw new Error(reason);
    });
    await vi.advanceTimersByTimeAsync(4_500);
    await work.close();
    const errors = error.mock.calls.map(([, fields]) => String(fields?.error));
    expect(errors).toEqual(['Error: down', 'Error: denied', 'Error: denied']);
    error.mockRestore();
  });
});
