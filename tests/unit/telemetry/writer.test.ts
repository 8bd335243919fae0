import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ReadyPoint } from '../../../server/telemetry/types.ts';
import { createWriter } from '../../../server/telemetry/writer.ts';

const points = (count: number): ReadyPoint[] =>
  Array.from({ length: count }, (_, ts) => ({ ts }) as ReadyPoint);

describe('group commit', () => {
  it('writes what arrives together in one go', async () => {
    const sizes: number[] = [];
    const writer = createWriter(async (batch) => void sizes.push(batch.length), { delayMs: 5 });
    await Promise.all([writer.add(points(2)), writer.add(points(3)), writer.add(points(4))]);
    expect(sizes).toEqual([9]);
    expect(writer.waiting()).toBe(0);
  });

  it('does not wait when a batch is full', async () => {
    const sizes: number[] = [];
    const writer = createWriter(async (batch) => void sizes.push(batch.length), {
      delayMs: 10_000,
      batchSize: 4,
    });
    await Promise.all([writer.add(points(3)), writer.add(points(3)), writer.add(points(3))].slice(0, 2));
    expect(sizes[0]).toBe(3);
    await writer.close();
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(9);
  });

  it('lets only the request fail that cannot be written', async () => {
    const bad = points(1);
    const writer = createWriter(async (batch) => {
      if (batch.includes(bad[0]!)) throw new Error('bad');
    });
    const outcomes = await Promise.allSettled([
      writer.add(points(2)),
      writer.add(bad),
      writer.add(points(2)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('refuses when the queue is full, and tells the patient when there is room', async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const writer = createWriter(() => gate, { capacity: 10, delayMs: 0 });
    const first = writer.add(points(10));
    await expect(writer.add(points(1))).rejects.toMatchObject({ key: 'telemetry.overloaded' });
    let hasRoom = false;
    const room = writer.room().then(() => {
      hasRoom = true;
    });
    await sleep(10);
    expect(hasRoom).toBe(false);
    release();
    await Promise.all([first, room]);
    await expect(writer.add(points(1))).resolves.toBeUndefined();
  });

  it('writes what is queued before it closes, and takes nothing after', async () => {
    let written = 0;
    const writer = createWriter(
      async (batch) => {
        await sleep(5);
        written += batch.length;
      },
      { delayMs: 10_000 },
    );
    const pending = writer.add(points(7));
    await writer.close();
    await pending;
    expect(written).toBe(7);
    await expect(writer.add(points(1))).rejects.toMatchObject({ key: 'http.closing' });
  });
});
