import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Lease } from '../../../server/platform/db/leases.ts';
import { createLogger } from '../../../server/platform/log.ts';
import { holdLease, leaseEvery } from '../../../server/platform/timers/lease.ts';

const log = createLogger('silent');

/** One lease for all who ask; `lose` takes it from its holder, as a broken connection does. */
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
  it('runs in one, and in the other as soon as the first gives it back', async () => {
    const { lease } = oneLease();
    const running: string[] = [];
    const hold = (who: string) =>
      holdLease({ lease }, log, 'x', async (signal) => {
        running.push(who);
        await untilAborted(signal);
        running.splice(running.indexOf(who), 1);
      });
    const first = hold('first');
    const second = hold('second');
    await vi.advanceTimersByTimeAsync(0);
    expect(running).toEqual(['first']);
    await first.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(running).toEqual(['second']);
    await second.close();
    expect(running).toEqual([]);
  });

  it('stops where the lease is lost and begins again where it is had', async () => {
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

  it('begins again some seconds after it failed', async () => {
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

  it('repeats a step in time, also after one that failed', async () => {
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
});
