import { describe, expect, it } from 'vitest';
import { type Bucket, bucketBounds, HOUR_MS } from '../../../../../runtime/core/time/timeWindow.ts';
import { markHoles, pointsThin, stepUsual } from '../../../../../server/sites/telemetry/read/downsample.ts';
import { planSegments } from '../../../../../server/sites/telemetry/read/segments.ts';
import type { ReadyPoint, TelemetryVariable } from '../../../../../server/sites/telemetry/types.ts';
import { orderPoints } from '../../../../../server/sites/telemetry/write/batch.ts';
import {
  float8Array,
  int4Array,
  textArray,
  timestamptzArray,
} from '../../../../../server/sites/telemetry/write/binaryArrays.ts';
import {
  addSummary,
  joinSummary,
  type Summary,
  startSummary,
} from '../../../../../server/sites/telemetry/write/rollups/rollup.ts';

const at = (text: string): number => Date.parse(text);

describe('thinning a course', () => {
  it('keeps the lowest and highest point of every slice at their own times', () => {
    const times = Array.from({ length: 1000 }, (_, ts) => ts);
    const values = times.map((ts) => (ts === 500 ? 99 : Math.sin(ts)));
    const thin = pointsThin({ times, values }, 0, 1000, 100);
    expect(thin.length).toBeLessThanOrEqual(100);
    expect(thin).toContainEqual([500, 99]);
    expect(thin).toEqual([...thin].sort((a, b) => a[0] - b[0]));
  });

  it('leaves short courses as they are', () => {
    expect(pointsThin({ times: [1, 2], values: [5, 6] }, 0, 10, 2)).toEqual([
      [1, 5],
      [2, 6],
    ]);
  });

  it('marks a gap if more than three usual steps are missing, but not a constant value', () => {
    const points = [0, 60, 120, 180, 600, 660].map((ts): [number, number] => [ts, 1]);
    const step = stepUsual(points.map(([ts]) => ts));
    expect(step).toBe(60);
    expect(markHoles(points, step)).toEqual([
      [0, 1],
      [60, 1],
      [120, 1],
      [180, 1],
      [240, null],
      [600, 1],
      [660, 1],
    ]);
    expect(markHoles(points, step, 500)).toEqual(points);
    expect(stepUsual([5])).toBeNull();
  });

  it('does not treat rarer values as gaps, and marks missing ones among them', () => {
    const seldom = [...Array(30).keys()].map((at) => at * 15);
    const often = [...Array(200).keys()].map((at) => 436 + at);
    const points = [...seldom, ...often].map((ts): [number, number] => [ts, 1]);
    expect(markHoles(points, 1)).toEqual(points);
    const missing = points.filter(([ts]) => ts < 150 || ts > 225);
    expect(markHoles(missing, 1)).toEqual([...missing.slice(0, 10), [136, null], ...missing.slice(10)]);
    const outage = points.filter(([ts]) => ts < 480 || ts === 520 || ts > 560);
    expect(markHoles(outage, 1).filter(([, value]) => value === null)).toHaveLength(2);
  });

  it('finds the usual step even if the middle neighbours have another', () => {
    const steps = [...Array(40).fill(60), ...Array(12).fill(7), ...Array(30).fill(60)] as number[];
    let ts = 0;
    expect(stepUsual([0, ...steps.map((step) => (ts += step))])).toBe(60);
    // For any number and order of steps, the result equals the median of all steps.
    for (let count = 2; count < 60; count += 1) {
      const times = [0];
      for (let at = 1; at < count; at += 1) times.push(times.at(-1)! + 1 + ((at * 7_919) % 13));
      const sorted = times.slice(1).map((time, at) => time - times[at]!);
      sorted.sort((a, b) => a - b);
      expect(stepUsual(times)).toBe(sorted[Math.floor((sorted.length - 1) / 2)]);
    }
  });
});

describe('the source of a window', () => {
  const BERLIN = 'Europe/Berlin';
  const plan = (from: string, to: string, bucket: Bucket) => {
    const window = { from: at(from), to: at(to) };
    return planSegments(bucketBounds(window, bucket, BERLIN), bucket, BERLIN);
  };

  it('is whole days where possible, hours and raw points at the edges', () => {
    expect(plan('2026-05-01T10:30:00+02:00', '2026-05-04T01:15:00+02:00', 'total')).toEqual({
      raw: [
        { from: at('2026-05-01T10:30:00+02:00'), to: at('2026-05-01T11:00:00+02:00') },
        { from: at('2026-05-04T01:00:00+02:00'), to: at('2026-05-04T01:15:00+02:00') },
      ],
      hour: [
        { from: at('2026-05-01T11:00:00+02:00'), to: at('2026-05-02T00:00:00+02:00') },
        { from: at('2026-05-04T00:00:00+02:00'), to: at('2026-05-04T01:00:00+02:00') },
      ],
      day: [{ from: at('2026-05-02T00:00:00+02:00'), to: at('2026-05-04T00:00:00+02:00') }],
      month: [],
    });
  });

  it('is whole months if buckets are no shorter, in the zone', () => {
    const whole = [{ from: at('2026-03-01T00:00:00+01:00'), to: at('2026-06-01T00:00:00+02:00') }];
    for (const bucket of ['month', 'year', 'total'] as const) {
      expect(plan('2026-02-27T00:00:00+01:00', '2026-06-02T00:00:00+02:00', bucket)).toEqual({
        raw: [],
        hour: [],
        day: [
          { from: at('2026-02-27T00:00:00+01:00'), to: at('2026-03-01T00:00:00+01:00') },
          { from: at('2026-06-01T00:00:00+02:00'), to: at('2026-06-02T00:00:00+02:00') },
        ],
        month: whole,
      });
    }
    expect(plan('2026-03-01T00:00:00+01:00', '2026-06-01T00:00:00+02:00', 'day')).toMatchObject({
      day: whole,
      month: [],
    });
  });

  it('is one range of days for a month by day, and of hours for a day by hour', () => {
    expect(plan('2026-10-01T00:00:00+02:00', '2026-11-01T00:00:00+01:00', 'day').day).toHaveLength(1);
    const day = plan('2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00', 'hour');
    expect(day).toMatchObject({ day: [], raw: [] });
    expect(day.hour[0]!.to - day.hour[0]!.from).toBe(25 * HOUR_MS);
  });

  it('is raw points inside a single hour', () => {
    expect(plan('2026-05-01T10:10:00Z', '2026-05-01T10:20:00Z', 'total')).toMatchObject({
      day: [],
      hour: [],
    });
  });
});

describe('summaries', () => {
  it('that are joined equal one over all points', () => {
    const RULES = { rollOver: 8, hold: 0.5 };
    const values = [5, 9, 2, 4, 4, 1, 8];
    const whole = (list: number[], from: number): Summary => {
      const summary = startSummary(from, list[0]!);
      for (const [step, value] of list.slice(1).entries())
        addSummary(summary, from + (step + 1) * 1000, value, RULES);
      return summary;
    };
    for (let cut = 1; cut < values.length; cut += 1) {
      const parts = [whole(values.slice(0, cut), 0), whole(values.slice(cut), cut * 1000)] as const;
      expect(joinSummary(...parts, RULES)).toEqual(whole(values, 0));
    }
    // The fall 9 → 2 is more than half of the roll-over value 8, but 9 is above 8, so it is a reset. 4 → 1 is a reset
    // too.
    expect(whole(values, 0)).toMatchObject({ increase: 4 + 2 + 2 + 0 + 1 + 7, held: 3, integral: 25 / 2 });
  });
});

describe('a batch', () => {
  it('is ordered by variable and time, with the last of equal times', () => {
    const variable = (id: number) => ({ id, tenantId: 1 }) as TelemetryVariable;
    const point = (id: number, ts: number, value: number): ReadyPoint => ({
      variable: variable(id),
      ts,
      value,
      quality: 0,
    });
    const ordered = orderPoints([point(2, 1, 1), point(1, 5, 2), point(1, 3, 3), point(1, 5, 4)]);
    expect(ordered.map(({ variable: { id }, ts, value }) => [id, ts, value])).toEqual([
      [1, 3, 3],
      [1, 5, 4],
      [2, 1, 1],
    ]);
  });
});

describe('binary arrays', () => {
  it('have PostgreSQL’s layout', () => {
    expect(int4Array([1, -1]).toString('hex')).toBe(
      '00000001' +
        '00000000' +
        '00000017' +
        '00000002' +
        '00000001' +
        '00000004' +
        '00000001' +
        '00000004' +
        'ffffffff',
    );
    expect(float8Array([1]).readDoubleBE(24)).toBe(1);
    expect(timestamptzArray([946_684_800_001]).readBigInt64BE(24)).toBe(1000n);
    expect(timestamptzArray([946_684_799_999]).readBigInt64BE(24)).toBe(-1000n);
    expect(textArray([null, 'é']).subarray(20).toString('hex')).toBe('ffffffff' + '00000002' + 'c3a9');
  });
});
