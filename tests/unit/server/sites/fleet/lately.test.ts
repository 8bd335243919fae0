import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ScopedDatabase } from '../../../../../server/platform/db/index.ts';
import { readLately } from '../../../../../server/sites/fleet/lately.ts';

/** Creates a database object as the key of a cache. The cache does not query it. */
const makeDatabase = () => ({}) as ScopedDatabase;

describe('figures of many stations', () => {
  let db: ScopedDatabase;
  let counted: number;
  const read = (key = 'a') => readLately(db, key, async () => ++counted);
  const settle = () => vi.advanceTimersByTimeAsync(0);

  beforeEach(() => {
    vi.useFakeTimers();
    db = makeDatabase();
    counted = 0;
  });
  afterEach(() => vi.useRealTimers());

  it('are computed once for all callers in ten seconds', async () => {
    expect(await Promise.all([read(), read()])).toEqual([1, 1]);
    vi.advanceTimersByTime(10_000);
    expect(await read()).toBe(1);
    expect(await read('b')).toBe(2);
  });

  it('are computed again in the background once they are older', async () => {
    await read();
    vi.advanceTimersByTime(10_001);
    expect(await Promise.all([read(), read()])).toEqual([1, 1]);
    await settle();
    expect(await read()).toBe(2);
  });

  it('are waited for once they are half a minute old', async () => {
    await read();
    vi.advanceTimersByTime(30_001);
    expect(await read()).toBe(2);
  });

  it('are computed one after the other if no caller waits', async () => {
    const counting: (() => void)[] = [];
    const slow = (key: string) =>
      readLately(db, key, () => new Promise<number>((resolve) => counting.push(() => resolve(0))));
    const both = Promise.all([slow('a'), slow('b')]);
    await settle();
    for (const end of counting.splice(0)) end();
    await both;
    vi.advanceTimersByTime(10_001);
    await Promise.all([slow('a'), slow('b')]);
    await settle();
    expect(counting).toHaveLength(1);
    counting.splice(0)[0]!();
    await settle();
    expect(counting).toHaveLength(1);
  });

  it('remain unchanged if computing fails, and fail if there are none', async () => {
    const fail = (key: string) => readLately(db, key, () => Promise.reject(new Error('no')));
    await expect(fail('a')).rejects.toThrow('no');
    expect(await read()).toBe(1);
    vi.advanceTimersByTime(10_001);
    expect(await fail('a')).toBe(1);
    await settle();
    vi.advanceTimersByTime(20_001);
    await expect(fail('a')).rejects.toThrow('no');
    expect(await read()).toBe(2);
  });
});
