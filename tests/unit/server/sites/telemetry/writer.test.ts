import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AppError } from '../../../../../server/platform/errors/errors.ts';
import type { ReadyPoint } from '../../../../../server/sites/telemetry/types.ts';
import { NONE_FROZEN } from '../../../../../server/sites/telemetry/write/rollups/frozenHours.ts';
import {
  type WriterOptions,
  createWriter as writer_create,
} from '../../../../../server/sites/telemetry/write/writer.ts';

/** Creates a writer that refuses no point. */
const createWriter = (write: (batch: readonly ReadyPoint[]) => Promise<unknown>, options?: WriterOptions) =>
  writer_create(async (batch) => {
    await write(batch);
    return NONE_FROZEN;
  }, options);

const devicePoints = (deviceSn: string, count: number, tenantId = 1): ReadyPoint[] =>
  Array.from({ length: count }, (_, ts) => ({ ts, variable: { tenantId, deviceSn } }) as ReadyPoint);

const points = (count: number): ReadyPoint[] => devicePoints('a', count);

const secondsOf = (refused: unknown): number => Number((refused as AppError).extras.headers?.['retry-after']);

it('reports to each waiting caller which points were not stored', async () => {
  const late = (part: readonly ReadyPoint[]) =>
    new Set(part.filter(({ ts }) => ts === 1).map(({ variable }) => variable.deviceSn));
  const writer = writer_create(async (batch) => late(batch), { lanes: 2 });
  const both = [...devicePoints('a', 2), ...devicePoints('b', 2)];
  expect(await writer.add(both)).toEqual(new Set(['a', 'b']));
  expect(await writer.add(devicePoints('a', 1))).toEqual(new Set());
});

describe('room for the patient', () => {
  it('is given in turn and only as far as available, so that memory is limited', async () => {
    const waits: (() => void)[] = [];
    const writer = createWriter(() => new Promise<void>((resolve) => waits.push(resolve)), {
      capacity: 100,
      delayMs: 0,
    });
    const order: number[] = [];
    const senders = Array.from({ length: 20 }, async (_, at) => {
      const admitted = await writer.room(20);
      order.push(at);
      await writer.add(points(20), { admitted });
    });
    await expect.poll(() => order.length).toBe(4);
    // Four times twenty points fill four fifths of the queue. A caller that cannot wait is still admitted.
    expect(order).toEqual([0, 1, 2, 3]);
    const impatient = writer.add(points(20));
    await expect(writer.add(points(1))).rejects.toMatchObject({ key: 'telemetry.overloaded' });
    let peak = 0;
    const ended = Promise.all([...senders, impatient]).then(() => true);
    for (let done = false; !done; ) {
      peak = Math.max(peak, writer.waiting());
      waits.shift()?.();
      done = (await Promise.race([ended, sleep(1)])) === true;
    }
    expect(order).toEqual(Array.from({ length: 20 }, (_, at) => at));
    expect(peak).toBeLessThanOrEqual(120);
  });

  it('is used first by callers who cannot wait', async () => {
    const waits: (() => void)[] = [];
    const options = { capacity: 100, batchSize: 20, delayMs: 0 };
    const writer = createWriter(() => new Promise<void>((resolve) => waits.push(resolve)), options);
    const working: Promise<unknown>[] = [];
    const flood = (): void => {
      while (!writer.overloaded()) working.push(writer.add(points(20)));
    };
    flood();
    expect(writer.waiting()).toBe(80);
    let served = 0;
    for (let at = 0; at < 5; at += 1) {
      const waiting = writer.room(20).then(async (admitted) => {
        served += 1;
        await writer.add(points(20), { admitted });
      });
      working.push(waiting);
    }
    for (let writes = 0; writes < 25; writes += 1) {
      await sleep(1);
      waits.shift()?.();
      flood();
    }
    expect(served).toBe(5);
    const ended = Promise.all(working).then(() => true);
    while ((await Promise.race([ended, sleep(1)])) !== true) waits.shift()?.();
  });

  it('is released when the caller leaves without a point', async () => {
    const writer = createWriter(async () => {}, { capacity: 10 });
    const first = await writer.room(10);
    let second = false;
    const waiting = writer.room(1).then(() => {
      second = true;
    });
    // A request that need not wait would already be admitted.
    await setImmediate();
    expect(second).toBe(false);
    first();
    first();
    await waiting;
    await writer.close();
  });
});

describe('the time to come back', () => {
  it('is the time to write the waiting points, at the speed of the last ones', async () => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    // Writes 500 points a second, up to the blocked batch.
    const write = async (batch: readonly unknown[]) => {
      if (batch.length > 100) await released;
      else vi.advanceTimersByTime(batch.length * 2);
    };
    const writer = createWriter(write, {
      capacity: 60,
      batchSize: 20,
      delayMs: 0,
    });
    await writer.add(points(20));
    const few = Array.from({ length: 3 }, () => writer.add(points(20)));
    expect(secondsOf(await writer.add(points(1)).catch((error: unknown) => error))).toBe(1);
    await Promise.all(few);
    const many = writer.add(points(2_000));
    const seconds = secondsOf(writer.overloaded());
    expect(seconds).toBeGreaterThanOrEqual(4);
    expect(seconds).toBeLessThanOrEqual(12);
    release();
    await many;
  });
});

describe('lanes', () => {
  it('write the points of one device in order, and a request over several ends when all have', async () => {
    const written: string[] = [];
    const writer = createWriter(
      async (batch) => {
        await sleep(Math.random() * 5);
        written.push(...batch.map(({ variable, ts }) => `${variable.deviceSn} ${ts}`));
      },
      { lanes: 2, batchSize: 4, delayMs: 0 },
    );
    const devices = ['a', 'b', 'c', 'd'];
    await writer.add(devices.flatMap((device) => devicePoints(device, 6)));
    for (const device of devices) {
      expect(written.filter((one) => one.startsWith(device))).toEqual(
        Array.from({ length: 6 }, (_, ts) => `${device} ${ts}`),
      );
    }
    expect(writer.waiting()).toBe(0);
  });
});

describe('tenants', () => {
  it('are written separately, and an unreachable node delays only its own', async () => {
    const batches: number[][] = [];
    let free = (): void => {};
    const stuck = new Promise<void>((resolve) => {
      free = resolve;
    });
    const writer = createWriter(async (batch) => {
      batches.push([...new Set(batch.map(({ variable }) => variable.tenantId))]);
      if (batch[0]!.variable.tenantId === 2) await stuck;
    });
    const away = writer.add(devicePoints('a', 2, 2));
    await writer.add([...devicePoints('a', 2, 1), ...devicePoints('a', 2, 3)]);
    await writer.add(devicePoints('a', 2, 1));
    expect(batches.sort()).toEqual([[1], [1], [2], [3]]);
    expect(writer.waiting()).toBe(2);
    free();
    await away;
  });
});

describe('group commit', () => {
  it('writes points that arrive together in one operation', async () => {
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

  it('fails only the request that cannot be written', async () => {
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

  it('refuses when the queue is full, and resumes waiting callers when there is room', async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const writer = createWriter(() => gate, { capacity: 10, delayMs: 0 });
    const first = writer.add(points(10));
    await expect(writer.add(points(1))).rejects.toMatchObject({ key: 'telemetry.overloaded' });
    let hasRoom = false;
    const room = writer.room(5).then(() => {
      hasRoom = true;
    });
    await setImmediate();
    expect(hasRoom).toBe(false);
    release();
    await Promise.all([first, room]);
    await expect(writer.add(points(1))).resolves.toEqual(NONE_FROZEN);
  });

  it('writes queued points before it closes, and accepts nothing after', async () => {
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
