/** Defines the needs of the trend, and reads the answers as series on a common time axis. */
import type { TrendConfig } from '../../generated/types.ts';
import { bucketStarts, bucketValues } from '../../runtime/board/chart/buckets.ts';
import { compareNeeds } from '../../runtime/board/options/compare.ts';
import { chooseRange, rangeWindow } from '../../runtime/board/options/range.ts';
import { chooseNodes, nodeKey, nodesSns } from '../../runtime/board/widget/nodes.ts';
import { nodesColors } from '../../runtime/board/widget/nodesColors.ts';
import { type IsoWindow, periodWhole } from '../../runtime/board/widget/period.ts';
import { historyRows, readNames, statisticRows } from '../../runtime/board/widget/reading.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';
import { COURSE_RANGE } from '../../runtime/core/time/rollingRange.ts';
import { type Bucket, bucketsLeast } from '../../runtime/core/time/timeWindow.ts';
import type { ChartSeries } from '../../runtime/kit/chart/frame.ts';
import { meanBucket, readMeans } from './means.ts';
import { roundTrend } from './roundTrend.ts';

type Interval = NonNullable<TrendConfig['queryInterval']>;

export const DEFAULT_INTERVAL: Interval = 'NORMAL';
const BUCKET = { DAY: 'hour', MONTH: 'day', YEAR: 'month' } as const;
const PERIOD: Record<Interval, keyof typeof BUCKET> = {
  NORMAL: 'DAY',
  DAY: 'DAY',
  DAY_SUM: 'DAY',
  MONTH: 'MONTH',
  YEAR: 'YEAR',
};
/** Maximum number of points, because a chart is not wider. */
const MAX_POINTS = 720;
/** A curve needs at least two steps. A month with a clock change has 745 hours. */
const LEAST_BUCKETS = 2;
const MOST_BUCKETS = 750;

export const trendInterval = (config: TrendConfig): Interval => config.queryInterval ?? DEFAULT_INTERVAL;
/** V090: returns whether the axis of an interval has HH:mm. Others have MM-DD. */
export const isDayInterval = (interval: Interval) => PERIOD[interval] === 'DAY';

export const chosenNodes = (config: TrendConfig) => chooseNodes(config.nodeInfo);

export interface TrendView extends IsoWindow {
  bucket: Exclude<Bucket, 'total'>;
  /** True for raw values instead of one value per bucket. */
  isRaw: boolean;
  /** True if the user has chosen the range, so that the configured interval does not apply. */
  isRange: boolean;
  /** True if the configured bucket does not suit the range, so that another one is used. */
  isOtherBucket: boolean;
}

/**
 * Returns the view of the trend. With a chosen date the range of the board does not apply, but that of the widget does.
 * By default raw curves cover the last 24 hours, because today would be empty after midnight.
 */
export function trendView(config: TrendConfig, context: WidgetContext): TrendView {
  const interval = trendInterval(config);
  const isRaw = interval === 'NORMAL';
  const isCourse = isRaw && !config.queryTime;
  const period = {
    ...(isCourse
      ? rangeWindow(COURSE_RANGE, context)
      : periodWhole(context, PERIOD[interval], config.queryTime)),
    bucket: BUCKET[PERIOD[interval]],
  };
  const chosen = chooseRange(config.range, config.queryTime ? { ...context, range: null } : context);
  if (!chosen) return { ...period, isRaw, isRange: false, isOtherBucket: false };
  const window = { from: Date.parse(chosen.from), to: Date.parse(chosen.to) };
  const count = bucketsLeast(window, period.bucket);
  const isOther = count < LEAST_BUCKETS || count > MOST_BUCKETS;
  const bucket = isOther ? chosen.bucket : period.bucket;
  return { ...chosen, bucket, isRaw, isRange: true, isOtherBucket: !isRaw && bucket !== period.bucket };
}

export function trendNeeds(config: TrendConfig, context: WidgetContext): NeedSpec[] {
  const sns = nodesSns(chosenNodes(config));
  if (sns.length === 0) return [];
  const view = trendView(config, context);
  const { from, to, bucket, isRaw } = view;
  if (isRaw) {
    const course: NeedSpec = { kind: 'history', sns, from, to, maxPoints: MAX_POINTS };
    // Dense points are thinned to extremes. Their mean differs from that of all measured values.
    const means = [
      shownFigures(config).includes('avg') ? ('total' as const) : null,
      meanBucket(config, view),
    ];
    return [
      course,
      ...means.flatMap((step): NeedSpec[] =>
        step ? [{ kind: 'statistic', sns, method: 'AVG', from, to, bucket: step }] : [],
      ),
    ];
  }
  // The daily sum always uses the method SUM.
  const method = trendInterval(config) === 'DAY_SUM' ? 'SUM' : (config.calcMethod ?? 'AVG');
  return [{ kind: 'statistic', sns, method, from, to, bucket }];
}

export interface TrendSeries extends ChartSeries {
  /** The mean of all measured values in the window, by default the mean of the drawn points. */
  mean?: number | null;
  /** The means at the middle of each step. They are drawn in front of pale points. */
  means?: [number, number | null][];
}

/** V091: returns the number of decimals, or the option `decimals`. */
export const trendDecimals = (config: TrendConfig): number => config.decimals ?? 1;

/** Returns running totals. An hour without data is a gap, after which the total continues. */
export function addUp(values: readonly (number | null)[]): (number | null)[] {
  let total = 0;
  return values.map((value) => {
    if (value === null) return null;
    total += value;
    return total;
  });
}

/** Reads the answers for a window. A comparison period is moved to the displayed window. */
function readSeries(
  config: TrendConfig,
  context: WidgetContext,
  view: TrendView,
  asked: IsoWindow,
  [result, ...more]: readonly NeedResult[],
  palette: readonly string[],
): TrendSeries[] {
  const { isRaw, bucket } = view;
  const whole = shownFigures(config).includes('avg') ? more.shift() : undefined;
  const shift = Date.parse(view.from) - Date.parse(asked.from);
  const history = new Map(isRaw ? historyRows(result).map((row) => [row.sn, row]) : []);
  const statistics = new Map(isRaw ? [] : statisticRows(result).map((row) => [row.sn, row]));
  const starts = isRaw ? [] : bucketStarts(view, bucket, context.zone);
  const requestedStarts = shift === 0 || isRaw ? starts : bucketStarts(asked, bucket, context.zone);
  const decimals = trendDecimals(config);
  const means = new Map(statisticRows(whole).map(({ sn, value }) => [sn, value]));
  const step = meanBucket(config, view);
  const meansOf = step && readMeans(more[0], { view, asked, step, zone: context.zone, decimals });
  const nameOf = readNames(result);
  const nodes = chosenNodes(config);
  const colors = nodesColors(nodes, palette);
  return nodes.map((node, at) => {
    const sn = node.deviceVar[1];
    const raw = history.get(sn);
    const row = statistics.get(sn);
    const values = row ? bucketValues(row, requestedStarts, context.zone) : [];
    const shown = trendInterval(config) === 'DAY_SUM' ? addUp(values) : values;
    const points = raw
      ? raw.points.map(([ts, value]): [number, number | null] => [ts + shift, roundTrend(value, decimals)])
      : starts.map((ts, index): [number, number | null] => [ts, roundTrend(shown[index] ?? null, decimals)]);
    return {
      key: nodeKey(node, at),
      name: node.name || nameOf(sn),
      color: colors[at]!,
      unit: raw?.unit ?? row?.unit ?? '',
      points,
      ...(means.has(sn) && { mean: means.get(sn) ?? null }),
      ...(meansOf && raw && { means: meansOf(sn) }),
    };
  });
}

export function readTrend(
  config: TrendConfig,
  context: WidgetContext,
  results: readonly NeedResult[],
  { compared = [], palette }: { compared?: readonly NeedResult[]; palette: readonly string[] },
): TrendSeries[] {
  const view = trendView(config, context);
  const own = readSeries(config, context, view, view, results, palette);
  const [earlier] = compareNeeds(trendNeeds(config, context), config.compare, context);
  if (!compared[0] || !earlier || !('from' in earlier)) return own;
  const then = readSeries(config, context, view, earlier, compared, palette);
  return [...own, ...then.map((one) => ({ ...one, key: `${one.key}-compared`, compared: true }))];
}

const FIGURES = ['max', 'min', 'avg'] as const;
export type Figure = (typeof FIGURES)[number];

export function shownFigures({ appendInformation = true, selChecked = {} }: TrendConfig): Figure[] {
  if (!appendInformation) return [];
  const { maxChecked = true, minChecked = true, avgChecked = true } = selChecked;
  const checked: Record<Figure, boolean> = { max: maxChecked, min: minChecked, avg: avgChecked };
  return FIGURES.filter((figure) => checked[figure]);
}

export interface TrendFigures {
  max: number | null;
  min: number | null;
  avg: number | null;
}

export function trendFigures(series: TrendSeries, decimals = 1): TrendFigures {
  let [max, min, sum, count] = [-Infinity, Infinity, 0, 0];
  for (const [, value] of series.points) {
    if (value === null) continue;
    max = Math.max(max, value);
    min = Math.min(min, value);
    sum += value;
    count++;
  }
  if (count === 0) return { max: null, min: null, avg: null };
  const mean = series.mean === undefined ? sum / count : series.mean;
  return { max, min, avg: roundTrend(mean, decimals) };
}
