import { describe, expect, it } from 'vitest';
import { bucketBounds, isoLocal } from '../../../../../runtime/core/time/timeWindow.ts';
import { collectRows } from '../../../../../server/sites/telemetry/calculation/calculatedStatistic.ts';
import { buildSeries } from '../../../../../server/sites/telemetry/read/measuredStatistic.ts';
import type { TelemetryVariable } from '../../../../../server/sites/telemetry/types.ts';
import { buildBatch, rollPoints } from '../../../../../server/sites/telemetry/write/batch.ts';
import { cutOf } from '../../../../../server/sites/telemetry/write/rollups/rollup.ts';
import {
  type CaseQuestion,
  type StatisticCase,
  statisticCases,
} from '../../../../support/telemetry/statisticCases/index.ts';

const LATER = Date.parse('2030-01-01T00:00:00Z');

const variableOf = ({ kind, zone, average = 'samples', rollOver, offlineAfter = 300 }: StatisticCase) =>
  ({
    id: 1,
    tenantId: 1,
    sn: 'v',
    kind,
    zone,
    average,
    rollOver: rollOver ?? null,
    offlineAfter,
  }) as TelemetryVariable;

function answer(one: StatisticCase, { method, bucket, from, to }: CaseQuestion) {
  const variable = variableOf(one);
  const good = one.points
    .filter(([, , quality = 0]) => quality < 2)
    .map(([time, value]) => ({ ts: Date.parse(time), value }))
    .sort((a, b) => a.ts - b.ts);
  const window = { from: Date.parse(from), to: Date.parse(to) };
  const bounds = bucketBounds(window, bucket, one.zone);
  const collected = collectRows(variable, bounds);
  for (const { ts, value } of good) if (ts >= window.from && ts < window.to) collected.add(ts, value);
  const carry = good.findLast(({ ts }) => ts < window.from);
  return buildSeries(variable, collected.rows(), carry, { method, zone: one.zone }, bounds, LATER);
}

describe.each(statisticCases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
  it.each(
    one.asks.map(
      (question) => [`${question.method} by ${question.bucket} from ${question.from}`, question] as const,
    ),
  )('%s', (_title, question) => {
    const series = answer(one, question);
    expect(series.cells.map(({ value }) => value)).toEqual(
      question.values.map((value) => (value === null ? null : expect.closeTo(value, 9))),
    );
    if (question.whole === null) expect(series.value).toBeNull();
    else expect(series.value).toBeCloseTo(question.whole, 9);
    expect(series.cells[0]?.key).toBe(isoLocal(Date.parse(question.from), one.zone));
  });
});

it('an average by time does not include future time', () => {
  const now = Date.parse('2026-07-02T00:30:00Z');
  const one: StatisticCase = {
    ...{ name: '', zone: 'UTC', kind: 'gauge', average: 'time', offlineAfter: 3_600, asks: [] },
    points: [
      ['2026-07-02T00:00:00Z', 10],
      ['2026-07-02T00:20:00Z', 40],
    ],
  };
  const variable = variableOf(one);
  const bounds = [Date.parse('2026-07-02T00:00:00Z'), Date.parse('2026-07-02T01:00:00Z')];
  const collected = collectRows(variable, bounds);
  for (const [time, value] of one.points) collected.add(Date.parse(time), value);
  const series = buildSeries(
    variable,
    collected.rows(),
    undefined,
    { method: 'AVG', zone: 'UTC' },
    bounds,
    now,
  );
  // The mean covers 20 minutes of 10 and 10 minutes of 40, not 40 minutes of 40.
  expect(series.value).toBe(20);
  const first = collectRows(variable, bounds);
  first.add(now, 7);
  expect(
    buildSeries(variable, first.rows(), undefined, { method: 'AVG', zone: 'UTC' }, bounds, now).value,
  ).toBe(7);
});

it('a batch counts bad points in no bucket, and returns the buckets that they may have left', () => {
  const variable = variableOf({ name: '', zone: 'Asia/Kolkata', kind: 'gauge', points: [], asks: [] });
  const ts = Date.parse('2026-07-02T00:40:00+05:30');
  const batch = buildBatch([
    { variable, ts, value: 1, quality: 2 },
    { variable, ts: ts + 1, value: 3, quality: 1 },
  ]);
  expect(batch.numbers).toHaveLength(2);
  const rolled = rollPoints(batch.numbers);
  expect(rolled.hour.rows).toMatchObject([{ n: 1, sum: 3 }]);
  expect(rolled.hour.bad).toMatchObject([{ ts, bucket: Date.parse('2026-07-02T00:00:00+05:30') }]);
  expect(rolled.day.bad).toMatchObject([{ ts, bucketEnd: Date.parse('2026-07-03T00:00:00+05:30') }]);
  expect(rolled.month.bad).toMatchObject([{ ts, bucketEnd: Date.parse('2026-08-01T00:00:00+05:30') }]);
});

it('a batch makes its sender online although an import wrote a later time', () => {
  const variable = variableOf({ name: '', zone: 'UTC', kind: 'gauge', points: [], asks: [] });
  const sent = { variable, ts: 1_000, value: 1, quality: 0 } as const;
  const read = { variable, ts: 2_000, value: 2, quality: 0, quiet: true } as const;
  expect(buildBatch([sent, read]).newest).toMatchObject([{ ts: 2_000, value: 2, quiet: false }]);
  expect(buildBatch([read, { ...read, ts: 3_000 }]).newest).toMatchObject([{ ts: 3_000, quiet: true }]);
});

it('a batch contains the newest good value, and a bad one only if there is no other', () => {
  const variable = variableOf({ name: '', zone: 'UTC', kind: 'gauge', points: [], asks: [] });
  const good = { variable, ts: 1_000, value: 1, quality: 0 } as const;
  const bad = { variable, ts: 2_000, value: 99, quality: 2 } as const;
  const worse = { ...bad, ts: 3_000, value: 98 };
  expect(buildBatch([good, bad]).newest).toMatchObject([{ ts: 1_000, value: 1 }]);
  expect(buildBatch([bad, { ...good, ts: 4_000 }]).newest).toMatchObject([{ ts: 4_000, value: 1 }]);
  expect(buildBatch([bad, worse]).newest).toMatchObject([{ ts: 0, value: 98, since: 2_000 }]);
});

it('roll-ups are grouped by zone, and by their other settings', () => {
  const base = { zone: 'UTC', average: 'samples', rollOver: null, offlineAfter: 300 } as const;
  expect(cutOf(base)).toBe('UTC');
  expect(cutOf({ ...base, average: 'time', rollOver: 65_536 })).toBe('UTC hold=300 over=65536');
  expect(cutOf({ ...base, rollOver: 1.5 })).toBe('UTC over=1.5');
});
