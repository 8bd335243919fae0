/** Tests how a large file is sent: the size of its parts, its pauses, and the remaining time. */
import { describe, expect, it } from 'vitest';
import { nextPartSize, PART_BYTES } from '../../../../../runtime/kit/files/partSize.ts';
import { createPause } from '../../../../../runtime/kit/files/pause.ts';
import { restSeconds } from '../../../../../runtime/kit/files/restTime.ts';

const MB = 1024 * 1024;

describe('a part', () => {
  it('grows on a fast network, and shrinks on a slow one, within bounds', () => {
    let size = PART_BYTES;
    for (let count = 0; count < 10; count += 1) size = nextPartSize(size, 100);
    expect(size).toBe(16 * MB);
    expect(nextPartSize(size, 3_000)).toBe(size);
    for (let count = 0; count < 20; count += 1) size = nextPartSize(size, 20_000);
    expect(size).toBe(256 * 1024);
  });
});

describe('the remaining time of an upload', () => {
  it.each([
    [{ sent: 60, at: 10_000 }, 7],
    [{ sent: 60, at: 2_000 }, null],
    [{ sent: 0, at: 10_000 }, null],
  ])('takes, after %o, %s seconds', (now, seconds) => {
    expect(restSeconds({ sent: 0, at: 0 }, now, 100)).toBe(seconds);
  });
});

describe('a pause', () => {
  it('stops the work, and lets it continue', async () => {
    const pause = createPause(new AbortController().signal);
    const first = pause.next();
    pause.toggle();
    expect([pause.isPaused, first.aborted]).toEqual([true, true]);
    let isResumed = false;
    const resumed = pause.resumed().then(() => {
      isResumed = true;
    });
    expect(isResumed).toBe(false);
    pause.toggle();
    await resumed;
    expect([pause.isPaused, pause.next().aborted]).toEqual([false, false]);
  });

  it('ends when the work is canceled', async () => {
    const stop = new AbortController();
    const pause = createPause(stop.signal);
    pause.toggle();
    stop.abort();
    await pause.resumed();
  });
});
