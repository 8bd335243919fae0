/** What the trend asks for, and its answers as series over one common axis of time. */
import type { TrendConfig } from '../../generated/types.ts';
import { dateMoment, periodWhole } from '../../runtime/board/period.ts';
import { historyRows, statisticRows } from '../../runtime/board/reading.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget.ts';
import { bucket_bounds, iso_local, type PeriodType } from '../../runtime/core/timeWindow.ts';

type Interval = NonNullable<TrendConfig['queryInterval']>;
type NodeInfo = NonNullable<TrendConfig['nodeInfo']>[number];
type Chosen = NodeInfo & { deviceVar: [string, string] };

export const DEFAULT_INTERVAL: Interval = 'NORMAL';
const PERIOD: Record<Interval, PeriodType> = {
  NORMAL: 'DAY',
  DAY: 'DAY',
  DAY_SUM: 'DAY',
  MONTH: 'MONTH',
  YEAR: 'YEAR',
};
/** More points than a wide chart has pixels show nothing more. */
const MAX_POINTS = 720;

export const trendInterval = (config: TrendConfig): Interval => config.queryInterval ?? DEFAULT_INTERVAL;
/** V090: HH:mm for these, MM-DD for the others. */
export const isDayInterval = (interval: Interval) => PERIOD[interval] === 'DAY';

export const chosenNodes = (config: TrendConfig): Chosen[] =>
  (config.nodeInfo ?? []).filter((node): node is Chosen => node.deviceVar !== undefined);

export function trendWindow(config: TrendConfig, context: WidgetContext) {
  return periodWhole(context, PERIOD[trendInterval(config)], config.queryTime);
}

export function trendNeeds(config: TrendConfig, context: WidgetContext): NeedSpec[] {
  const sns = [...new Set(chosenNodes(config).map((node) => node.deviceVar[1]))];
  if (sns.length === 0) return [];
  const { from, to, bucket } = trendWindow(config, context);
  const interval = trendInterval(config);
  if (interval === 'NORMAL') return [{ kind: 'history', sns, from, to, maxPoints: MAX_POINTS }];
  // What is added up over the day is always a sum.
  const method = interval === 'DAY_SUM' ? 'SUM' : (config.calcMethod ?? 'AVG');
  return [{ kind: 'statistic', sns, method, from, to, bucket }];
}

export interface TrendSeries {
  key: string;
  name: string;
  color: string;
  unit: string;
  /** Moment and value; null is a gap and stays one. */
  points: [number, number | null][];
}

/** V091 */
export function roundTrend(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}

/** A running total: an hour without data stays a gap, the total goes on behind it. */
export function addUp(values: readonly (number | null)[]): (number | null)[] {
  let total = 0;
  return values.map((value) => {
    if (value === null) return null;
    total += value;
    return total;
  });
}

/** Buckets by their start; one of another zone's meter is found by what its clock shows. */
function bucketValues(
  keys: readonly string[],
  datas: readonly (number | null)[],
  starts: readonly number[],
  zone: string,
) {
  const byMoment = new Map<number, number | null>();
  const byClock = new Map<string, number | null>();
  keys.forEach((key, at) => {
    byMoment.set(Date.parse(key), datas[at] ?? null);
    byClock.set(key.slice(0, 16), datas[at] ?? null);
  });
  return starts.map(
    (start) => byMoment.get(start) ?? byClock.get(iso_local(start, zone).slice(0, 16)) ?? null,
  );
}

export function bucketStarts(config: TrendConfig, context: WidgetContext): number[] {
  const { from, to, bucket } = trendWindow(config, context);
  return bucket_bounds({ from: Date.parse(from), to: Date.parse(to) }, bucket, context.zone).slice(0, -1);
}

export function readTrend(
  config: TrendConfig,
  context: WidgetContext,
  results: readonly NeedResult[],
): TrendSeries[] {
  const interval = trendInterval(config);
  const isRaw = interval === 'NORMAL';
  const history = new Map(isRaw ? historyRows(results[0]).map((row) => [row.sn, row]) : []);
  const statistics = new Map(isRaw ? [] : statisticRows(results[0]).map((row) => [row.sn, row]));
  const starts = isRaw ? [] : bucketStarts(config, context);
  const until = dateMoment(context, config.queryTime);
  return chosenNodes(config).map((node, at) => {
    const sn = node.deviceVar[1];
    const raw = history.get(sn);
    const row = statistics.get(sn);
    const values = row
      ? bucketValues(row.time_keys, row.datas, starts, context.zone)
      : starts.map(() => null);
    const shown = interval === 'DAY_SUM' ? addUp(values) : values;
    const points = raw
      ? raw.points.map(([ts, value]): [number, number | null] => [ts, roundTrend(value)])
      : shown.map((value, index): [number, number | null] => [starts[index] ?? until, roundTrend(value)]);
    return {
      key: `${node.timestamp ?? ''}-${at}`,
      name: node.name || sn,
      color: node.color ?? '#409EFF',
      unit: raw?.unit ?? row?.unit ?? '',
      points,
    };
  });
}

export interface TrendFigures {
  max: number | null;
  min: number | null;
  avg: number | null;
}

export function trendFigures(series: TrendSeries): TrendFigures {
  const values = series.points.flatMap(([, value]) => (value === null ? [] : [value]));
  if (values.length === 0) return { max: null, min: null, avg: null };
  const sum = values.reduce((total, value) => total + value, 0);
  return {
    max: values.reduce((a, b) => Math.max(a, b)),
    min: values.reduce((a, b) => Math.min(a, b)),
    avg: roundTrend(sum / values.length),
  };
}
