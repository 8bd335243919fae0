import { describe, expect, it } from 'vitest';
import { bytes_each, bytes_format } from '../../../pages/operation/parts/useStorage.ts';
import {
  array_read,
  float8_array,
  int2_array,
  int4_array,
  text_array,
  timestamptz_array,
} from '../../../server/telemetry/binaryArrays.ts';
import { pieces_cut } from '../../../server/telemetry/segments.ts';
import { seal_limit } from '../../../server/telemetry/storage/job.ts';
import { days_left, growth_of, shares_sum } from '../../../server/telemetry/storage/report.ts';

describe('the sums of what is stored', () => {
  const share = { tenantId: 1, retention: 'forever', n: 1, points: 10, bytes: 100 } as const;

  it('add up by kind, month and class; only points have a class', () => {
    const { kinds, months, classes } = shares_sum([
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
    expect(growth_of([])).toBeNull();
    expect(growth_of([size('2026-11-20', 5)])).toBeNull();
    expect(growth_of([size('2026-11-10', 100), size('2026-11-15', 150), size('2026-11-20', 400)])).toBe(30);
    // What happened before the thirty days no longer counts.
    expect(growth_of([size('2026-01-01', 0), size('2026-11-18', 100), size('2026-11-20', 80)])).toBe(-10);
  });

  it('say how long the disk lasts only where it is known and grows', () => {
    expect(days_left(1000, 10)).toBe(100);
    expect(days_left(1000, 0)).toBeNull();
    expect(days_left(1000, -3)).toBeNull();
    expect(days_left(1000, null)).toBeNull();
    expect(days_left(null, 10)).toBeNull();
  });

  it('seal whole days in UTC', () => {
    expect(seal_limit(new Date('2026-11-22T00:00:00Z'), 3).toISOString()).toBe('2026-11-19T00:00:00.000Z');
    expect(seal_limit(new Date('2026-11-22T23:59:59Z'), 3).toISOString()).toBe('2026-11-19T00:00:00.000Z');
  });
});

describe('ranges cut at the edges of buckets', () => {
  it('give every moment to the bucket that it lies in, and none twice', () => {
    const bounds = [0, 10, 20, 30];
    expect(pieces_cut([{ from: 0, to: 30 }], bounds)).toEqual([
      { from: 0, to: 10, bucket: 0 },
      { from: 10, to: 20, bucket: 1 },
      { from: 20, to: 30, bucket: 2 },
    ]);
    const apart = [
      { from: 3, to: 7 },
      { from: 9, to: 12 },
      { from: 25, to: 30 },
    ];
    expect(pieces_cut(apart, bounds)).toEqual([
      { from: 3, to: 7, bucket: 0 },
      { from: 9, to: 10, bucket: 0 },
      { from: 10, to: 12, bucket: 1 },
      { from: 25, to: 30, bucket: 2 },
    ]);
    expect(pieces_cut([], bounds)).toEqual([]);
  });
});

describe('arrays in the binary form of the database', () => {
  it('read back what was written', () => {
    expect(array_read(int2_array([-32_768, 0, 32_767]))).toEqual([-32_768, 0, 32_767]);
    expect(array_read(int4_array([-2_147_483_648, 2_147_483_647]))).toEqual([-2_147_483_648, 2_147_483_647]);
    expect(array_read(float8_array([0.1, -1e300, Number.NaN]))).toEqual([0.1, -1e300, Number.NaN]);
    const times = [0, Date.UTC(1990, 0, 1), Date.UTC(2026, 10, 22, 4, 5, 6, 789)];
    expect(array_read(timestamptz_array(times))).toEqual(times);
    expect(array_read(int4_array([]))).toEqual([]);
    expect(() => array_read(text_array(['a']))).toThrow('type 25');
  });

  it('have null for what is missing', () => {
    const buffer = Buffer.concat([int4_array([7]), Buffer.from([255, 255, 255, 255])]);
    // As the database says that there is a NULL, and that there are two.
    buffer.writeInt32BE(1, 4);
    buffer.writeInt32BE(2, 12);
    expect(array_read(buffer)).toEqual([7, null]);
  });
});

describe('sizes', () => {
  it('read in three digits, in the unit that fits', () => {
    expect([0, 7, 999, 1000, 12_345, 999_600, 123_456_789, 5e12, 9e18].map(bytes_format)).toEqual([
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
    expect(bytes_format(-1500)).toBe('-1.50 kB');
    expect(bytes_format(null)).toBe('--');
  });

  it('of a point are unknown where there is none', () => {
    expect(bytes_each({ points: 4, bytes: 10 })).toBe(2.5);
    expect(bytes_each({ points: 0, bytes: 10 })).toBeNull();
  });
});
