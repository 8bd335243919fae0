/** Converts recorded values to curves, with an earlier period in front. Pure. */
import type { Data } from '../../../generated/calls.ts';
import { type PeriodType, windowBefore } from '../../../runtime/core/time/timeWindow.ts';
import type { ChartSeries } from '../../../runtime/kit/chart/frame.ts';
import type { Span } from '../../shared/period/period.ts';

type Courses = Data<'trendValues'>;

export const COMPARISONS = ['none', 'DAY', 'MONTH', 'YEAR'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Returns the same span a day, month or year earlier. Null without a comparison. */
export const compareSpan = (span: Span, comparison: Comparison, zone: string): Span | null =>
  comparison === 'none' ? null : windowBefore(span, comparison satisfies PeriodType, zone);

export interface Curve extends ChartSeries {
  sn: string;
  decimals: number;
}

interface Drawn {
  courses: Courses;
  /** Milliseconds to add to the times. */
  shift: number;
  compared: boolean;
  colors: readonly string[];
  nameOf(name: string): string;
}

/** Returns the curves in the given order. Each has its own colour, also used for its comparison. */
export function curvesOf({ courses, shift, compared, colors, nameOf }: Drawn): Curve[] {
  return courses.map(({ sn, unit, name, deviceName, decimals, points }, at): Curve => {
    const named = deviceName ? `${deviceName} · ${name}` : name;
    return {
      ...{ sn, unit: unit ?? '', decimals },
      key: compared ? `${sn}-compared` : sn,
      name: compared ? nameOf(named) : named,
      color: colors[at % colors.length] ?? '',
      points: points.map(([ts, value]): [number, number | null] => [ts + shift, value]),
      ...(compared && { compared }),
    };
  });
}

/** Returns the value nearest to a moment. Null beyond `near` milliseconds. */
export function nearestValue(points: Curve['points'], moment: number, near: number): number | null {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]![0] < moment) low = middle + 1;
    else high = middle;
  }
  const beside = [points[low - 1], points[low]].filter((point) => point !== undefined);
  const [best] = beside.sort((one, other) => Math.abs(one[0] - moment) - Math.abs(other[0] - moment));
  return best && Math.abs(best[0] - moment) <= near ? best[1] : null;
}

/** Returns the distinct units, each with its own axis. */
export const unitsOf = (curves: readonly Pick<Curve, 'unit'>[]): string[] => [
  ...new Set(curves.map(({ unit }) => unit)),
];

interface Recorded {
  sn: string;
  values: { time: string; value: number | string }[];
}

/**
 * Returns all recorded values as a table, with a row for each time and a column for each variable. Null where
 * a variable has no value.
 */
export function recordedRows(
  recorded: readonly Recorded[],
  sns: readonly string[],
): (number | string | null)[][] {
  const rows = new Map<number, (number | string | null)[]>();
  for (const { sn, values } of recorded) {
    const column = sns.indexOf(sn);
    if (column < 0) continue;
    for (const { time, value } of values) {
      const ts = Date.parse(time);
      const row = rows.get(ts) ?? [ts, ...sns.map(() => null)];
      row[column + 1] = value;
      rows.set(ts, row);
    }
  }
  return [...rows.values()].sort((one, other) => Number(one[0]) - Number(other[0]));
}
