/**
 * Tests that a file is read in its own process. The process is ended at its limits, and does not delay other callers.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { limitConcurrency } from '../../../../../server/platform/concurrencyLimit.ts';
import { AppError, answerError } from '../../../../../server/platform/errors/errors.ts';
import { type Limits, runInWorker } from '../../../../../server/platform/worker/run.ts';
import type { Behaviour } from '../../../../support/project/workerTasks.ts';
import { meterThread } from '../../../../support/server/processorTime.ts';

const TASK = new URL('../../../../support/project/workerTasks.ts', import.meta.url);
const ROOMY: Limits = { ms: 60_000, megabytes: 100 };

const run = (behaviour: Behaviour, limits: Partial<Limits> = {}) =>
  runInWorker<Behaviour, number>(TASK, behaviour, { ...ROOMY, ...limits });

async function all(pieces: AsyncIterable<number>): Promise<number[]> {
  const found: number[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a task in a separate process', () => {
  it('returns its pieces in their order', async () => {
    expect(await all(run('count'))).toEqual([0, 1, 2, 3, 4]);
  });

  it.each(['loop', 'pattern'] as const)(
    'is ended when it takes too long, and nobody waits (%s)',
    async (way) => {
      const longest = meterThread();
      await expect(all(run(way, { ms: 500 }))).rejects.toMatchObject({ key: 'file.tooSlow' });
      expect(longest()).toBeLessThan(500);
    },
  );

  it.each(['objects', 'table', 'buffers'] as const)(
    'is ended when it uses too much memory (%s)',
    async (way) => {
      await expect(all(run(way))).rejects.toMatchObject({ key: 'file.tooHeavy' });
    },
  );

  it('refuses with its own message, and fails with its place', async () => {
    const refused = await all(run('refuse')).catch((error: AppError) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(answerError(refused as AppError, 'en').body).toMatchObject({
      code: 40024,
      errors: [{ field: '/file', msg: 'At most 7 rows at once' }],
    });
    await expect(all(run('fail'))).rejects.toThrow(/a mistake of ours[\s\S]*workerTasks\.ts/);
  });

  it('keeps its compiled code for the next one, although it is killed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wattdeck-compiled-'));
    vi.stubEnv('NODE_COMPILE_CACHE', folder);
    await all(run('count'));
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(entries.filter((entry) => entry.isFile()).length).toBeGreaterThan(0);
    await rm(folder, { recursive: true });
  });

  it('is ended when its caller leaves', async () => {
    const gone = new AbortController();
    const pieces = runInWorker<Behaviour, number>(TASK, 'loop', ROOMY, gone.signal);
    await pieces.next();
    const second = pieces.next();
    gone.abort(new AppError('http.left'));
    await expect(second).rejects.toMatchObject({ key: 'http.left' });
  });
});

describe('places', () => {
  it('are assigned in order of arrival, never more than there are places', async () => {
    const places = limitConcurrency(2);
    const order: number[] = [];
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const leave = await places.enter();
        order.push(at);
        inside += 1;
        most = Math.max(most, inside);
        await setImmediate();
        inside -= 1;
        leave();
      }),
    );
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });
});
