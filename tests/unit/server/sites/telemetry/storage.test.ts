import { describe, expect, it } from 'vitest';
import { bytesEach, formatBytes } from '../../../../../pages/operation/parts/useStorage.ts';
import { cutPieces } from '../../../../../server/sites/telemetry/read/segments.ts';
import { sealLimit } from '../../../../../server/sites/telemetry/storage/job.ts';
import { daysUntilFull, growthOf, sumShares } from '../../../../../server/sites/telemetry/storage/report.ts';
import {
  float8Array,
  int2Array,
  int4Array,
  readArray,
  textArray,
  timestamptzArray,
} from '../../../../../server/sites/telemetry/write/binaryArrays.ts';

describe('the sums of what is stored', () => {
  const share = { tenantId: 1, retention: 'forever', n: 1, points: 10, bytes: 100 } as const;

  it('add up by kind, month and class; only points have a class', () => {
    const { kinds, months, classes } = sumShares([
      { ...share, kind: 'sealed', month: '2026-05' },
      { ...share, kind: 'sealed', month: '2026-06', tenantId: 2 },
      { ...share, kind: 'raw', month: '2026-06', retention: 'raw30d', points: 3, bytes: 300 },
      { ...share, kind: 'file', month: '2026-06', points: 0, bytes: 5000 },
    ]);
    expect(kinds).toEqual([
      { kind: 'sealed', n: 2, points: 20, bytes: 200 },
      { kind: 'raw', n: 1, points: 3, bytes: 300 },
      { kind: 'file', n: 1, points: 0, bytes: 5000 },
    ]);
    expect(months.map(({ month, points, bytes }) => [month, points, bytes])).toEqual([
      ['2026-06', 13, 5400],
      ['2026-05', 10, 100],
    ]);
    expect(months[0]?.kinds).toContainEqual({ kind: 'raw', bytes: 300 });
    expect(classes).toEqual([
      { retention: 'forever', n: 2, points: 20, bytes: 200 },
      { retention: 'raw30d', n: 1, points: 3, bytes: 300 },
    ]);
  });

  it('grow by the days between the first and the last of the newest thirty', () => {
    const size = (day: string, bytes: number) => ({ day, bytes, points: 0 });
    expect(growthOf([])).toBeNull();
    expect(growthOf([size('2026-11-20', 5)])).toBeNull();
    expect(growthOf([size('2026-11-10', 100), size('2026-11-15', 150), size('2026-11-20', 400)])).toBe(30);
    // Sizes older than thirty days do not count.
    expect(growthOf([size('2026-01-01', 0), size('2026-11-18', 100), size('2026-11-20', 80)])).toBe(-10);
  });

  it('estimate the lifetime of the disk only if it is known and they grow', () => {
    expect(daysUntilFull(1000, 10)).toBe(100);
    expect(daysUntilFull(1000, 0)).toBeNull();
    expect(daysUntilFull(1000, -3)).toBeNull();
    expect(daysUntilFull(1000, null)).toBeNull();
    expect(daysUntilFull(null, 10)).toBeNull();
  });

  it('seal whole days in UTC', () => {
    expect(sealLimit(new Date('2026-11-22T00:00:00Z'), 3).toISOString()).toBe('2026-11-19T00:00:00.000Z');
    expect(sealLimit(new Date('2026-11-22T23:59:59Z'), 3).toISOString()).toBe('2026-11-19T00:00:00.000Z');
  });
});

describe('ranges cut at the edges of buckets', () => {
  it('assign every moment to its bucket, and none twice', () => {
    const bounds = [0, 10, 20, 30];
    expect(cutPieces([{ from: 0, to: 30 }], bounds)).toEqual([
      { from: 0, to: 10, bucket: 0 },
      { from: 10, to: 20, bucket: 1 },
      { from: 20, to: 30, bucket: 2 },
    ]);
    const apart = [
      { from: 3, to: 7 },
      { from: 9, to: 12 },
      { from: 25, to: 30 },
    ];
    expect(cutPieces(apart, bounds)).toEqual([
      { from: 3, to: 7, bucket: 0 },
      { from: 9, to: 10, bucket: 0 },
      { from: 10, to: 12, bucket: 1 },
      { from: 25, to: 30, bucket: 2 },
    ]);
    expect(cutPieces([], bounds)).toEqual([]);
  });
});

describe('arrays in the binary form of the database', () => {
  it('are read as they were written', () => {
    expect(readArray(int2Array([-32_768, 0, 32_767]))).toEqual([-32_768, 0, 32_767]);
    expect(readArray(int4Array([-2_147_483_648, 2_147_483_647]))).toEqual([-2_147_483_648, 2_147_483_647]);
    expect(readArray(float8Array([0.1, -1e300, Number.NaN]))).toEqual([0.1, -1e300, Number.NaN]);
    const times = [0, Date.UTC(1990, 0, 1), Date.UTC(2026, 10, 22, 4, 5, 6, 789)];
    expect(readArray(timestamptzArray(times))).toEqual(times);
    expect(readArray(int4Array([]))).toEqual([]);
    expect(() => readArray(textArray(['a']))).toThrow('type 25');
  });

  it('have null for what is missing', () => {
    const buffer = Buffer.concat([int4Array([7]), Buffer.from([255, 255, 255, 255])]);
    // Writes the header as the database reports that there is a NULL, and that there are two elements.
    buffer.writeInt32BE(1, 4);
    buffer.writeInt32BE(2, 12);
    expect(readArray(buffer)).toEqual([7, null]);
  });
});

describe('sizes', () => {
  it('are shown with three digits, in a suitable unit', () => {
    expect([0, 7, 999, 1000, 12_345, 999_600, 123_456_789, 5e12, 9e18].map(formatBytes)).toEqual([
      '0 B',
      '7 B',
      '999 B',
      '1.00 kB',
      '12.3 kB',
      '1.00 MB',
      '123 MB',
      '5.00 TB',
      '9,000 PB',
    ]);
    expect(formatBytes(-1500)).toBe('-1.50 kB');
    expect(formatBytes(null)).toBe('--');
  });

  it('of a point are unknown without points', () => {
    expect(bytesEach({ points: 4, bytes: 10 })).toBe(2.5);
    expect(bytesEach({ points: 0, bytes: 10 })).toBeNull();
  });
});
