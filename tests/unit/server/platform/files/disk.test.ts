/** Tests the space on the disk. The platform warns before it refuses requests, and refuses before writes fail. */
import { afterEach, expect, it, vi } from 'vitest';
import { createDisk, judgeRoom } from '../../../../../server/platform/files/disk.ts';
import { createLogger } from '../../../../../server/platform/log.ts';

const MB = 1_048_576;

afterEach(() => void vi.useRealTimers());

it.each([
  [1_001, 'roomy'],
  [999, 'low'],
  [499, 'short'],
  [49, 'full'],
])('%d MB where 500 are to be left: %s', (mb, level) => {
  expect(judgeRoom(mb * MB, 500 * MB)).toBe(level);
});

it('is never short if no space must remain free', () => {
  expect(judgeRoom(0, 0)).toBe('roomy');
});

it('is reported once at each change, and points are refused when there is none', async () => {
  vi.useFakeTimers();
  const lines: string[] = [];
  let room = 600;
  const log = createLogger('info', (line) => lines.push(line));
  const disk = createDisk({ config: { dataDir: '/', diskFreeMb: 500 }, log }, async () => room * MB);
  await disk.start();
  const after = async (mb: number) => {
    room = mb;
    await vi.advanceTimersByTimeAsync(11_000);
    return disk.refusal()?.key ?? null;
  };
  expect(await after(600)).toBe(null);
  expect(await after(300)).toBe(null);
  expect(await after(30)).toBe('disk.full');
  expect(await after(2_000)).toBe(null);
  await disk.close();
  const levels = lines.map((line) => /(INFO|WARN|ERROR)/i.exec(line)?.[0].toLowerCase());
  expect(levels).toEqual(['warn', 'warn', 'error', 'info']);
});
