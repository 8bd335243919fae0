/** Defines the needs of the histogram, and reads the answers as bars, over time or by frequency of values. */
import type { HistogramConfig } from '../../generated/types.ts';
import { bucketStarts, bucketValues } from '../../runtime/board/chart/buckets.ts';
import { compareNeeds } from '../../runtime/board/options/compare.ts';
import { type RangeWindow, widgetRange } from '../../runtime/board/options/range.ts';
import { chooseNodes, nodeKey, nodesSns } from '../../runtime/board/widget/nodes.ts';
import { nodesColors } from '../../runtime/board/widget/nodesColors.ts';
import type { IsoWindow } from '../../runtime/board/widget/period.ts';
import { historyRows, readNames, statisticRows } from '../../runtime/board/widget/reading.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';
import type { NamedRange } from '../../runtime/core/time/namedRange.ts';
import { COURSE_RANGE, type RollingRange } from '../../runtime/core/time/rollingRange.ts';
import type { ChartSeries } from '../../runtime/kit/chart/frame.ts';

type BucketChoice = NonNullable<HistogramConfig['bucket']>;

/**
 * Default range for each bar width, if neither the widget nor the board has a range. Hourly bars cover the last 24
 * hours. Today would have a single bar after midnight.
 */
const OTHERWISE: Record<BucketChoice, NamedRange | RollingRange> = {
  auto: 'past7Days',
  hour: COURSE_RANGE,
  day: 'thisMonth',
  month: 'thisYear',
};
/** Maximum number of bars. More would merge into a grey block. */
const MAX_BARS = 400;
const MAX_POINTS = 5000;
const EPSILON = 1e-9;
const METHOD = { diff: 'DIFF', SUM: 'SUM', AVG: 'AVG', MAX: 'MAX' } as const;

export const chosenBars = (config: HistogramConfig) => chooseNodes(config.nodeInfo);
export const isDistribution = (config: HistogramConfig) => config.mode === 'distribution';

export function barWindow(config: HistogramConfig, context: WidgetContext): RangeWindow {
  const choice = config.bucket ?? 'auto';
  const window = widgetRange(config.range, context, OTHERWISE[choice]);
  if (choice === 'auto') return window;
  const bars = bucketStarts(window, choice, context.zone).length;
  return bars > MAX_BARS ? window : { ...window, bucket: choice };
}

export function histogramNeeds(config: HistogramConfig, context: WidgetContext): NeedSpec[] {
  const sns = nodesSns(chosenBars(config));
  if (sns.length === 0) return [];
  const { from, to, bucket } = barWindow(config, context);
  if (!isDistribution(config))
    return [{ kind: 'statistic', sns, method: METHOD[config.calcMethod ?? 'diff'], from, to, bucket }];
  // A short range uses all values, a longer one hourly values.
  if (bucket === 'hour') return [{ kind: 'history', sns, from, to, maxPoints: MAX_POINTS }];
  return [{ kind: 'statistic', sns, method: 'AVG', from, to, bucket: 'hour' }];
}

function readSeries(
  config: HistogramConfig,
  context: WidgetContext,
  window: RangeWindow,
  requested: IsoWindow,
  result: NeedResult | undefined,
  palette: readonly string[],
): ChartSeries[] {
  const rows = new Map(statisticRows(result).map((row) => [row.sn, row]));
  const starts = bucketStarts(window, window.bucket, context.zone);
  const requestedStarts = bucketStarts(requested, window.bucket, context.zone);
  const nameOf = readNames(result);
  const nodes = chosenBars(config);
  const colors = nodesColors(nodes, palette);
  return nodes.map((node, at) => {
    const row = rows.get(node.deviceVar[1]);
    const values = row ? bucketValues(row, requestedStarts, context.zone) : [];
    return {
      key: nodeKey(node, at),
      name: node.name || nameOf(node.deviceVar[1]),
      color: colors[at]!,
      unit: row?.unit ?? '',
      points: starts.map((ts, index) => [ts, values[index] ?? null]),
    };
  });
}

export function readBars(
  config: HistogramConfig,
  context: WidgetContext,
  results: readonly NeedResult[],
  { compared, palette }: { compared: readonly NeedResult[]; palette: readonly string[] },
): ChartSeries[] {
  const window = barWindow(config, context);
  const own = readSeries(config, context, window, window, results[0], palette);
  const [earlier] = compareNeeds(histogramNeeds(config, context), config.compare, context);
  if (!compared[0] || !earlier || !('from' in earlier)) return own;
  const then = readSeries(config, context, window, earlier, compared[0], palette);
  return [...own, ...then.map((one) => ({ ...one, key: `${one.key}-compared`, compared: true }))];
}

export interface Distribution {
  /** The edges of the bars. Their number exceeds that of the bars by one. */
  edges: number[];
  /** Percentage of a variable's values in each bar. Points are [edge, share]. */
  series: ChartSeries[];
  unit: string;
}

/** Returns the smallest readable step that is not below `rough`: 1, 2 or 5 times a power of ten. */
export function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough * 0.999_999) ?? 10;
  return factor * power;
}

export function binEdges(values: readonly number[], bins: number): number[] {
  if (values.length === 0) return [];
  const [low, high] = values.reduce(
    ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
    [Infinity, -Infinity],
  );
  const step = niceStep((high - low || Math.abs(high) || 1) / bins);
  // Adds a small number, because 0.3 / 0.1 is a little less than 3.
  const binOf = (value: number) => Math.floor(value / step + EPSILON);
  const first = binOf(low);
  const count = binOf(high) - first + 1;
  return Array.from({ length: count + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

function shares(values: readonly number[], edges: readonly number[]): number[] {
  const counts = new Array<number>(Math.max(0, edges.length - 1)).fill(0);
  for (const value of values) {
    const at = edges.findLastIndex((edge) => value >= edge);
    counts[Math.min(Math.max(0, at), counts.length - 1)]! += 1;
  }
  return counts.map((count) => (values.length === 0 ? 0 : (count / values.length) * 100));
}

export function readDistribution(
  config: HistogramConfig,
  results: readonly NeedResult[],
  palette: readonly string[],
): Distribution {
  const nameOf = readNames(results[0]);
  const known = new Map<string, { unit: string; values: number[] }>();
  const numbers = (list: readonly (number | null)[]) => list.filter((value) => typeof value === 'number');
  for (const { sn, unit, points } of historyRows(results[0]))
    known.set(sn, { unit: unit ?? '', values: numbers(points.map(([, value]) => value)) });
  for (const { sn, unit, datas } of statisticRows(results[0]))
    known.set(sn, { unit: unit ?? '', values: numbers(datas) });
  const nodes = chosenBars(config);
  const colors = nodesColors(nodes, palette);
  const all = nodes.flatMap((node) => known.get(node.deviceVar[1])?.values ?? []);
  const edges = binEdges(all, config.bins ?? 20);
  const series = nodes.map((node, at): ChartSeries => {
    const values = known.get(node.deviceVar[1])?.values ?? [];
    return {
      key: nodeKey(node, at),
      name: node.name || nameOf(node.deviceVar[1]),
      color: colors[at]!,
      unit: '%',
      points: shares(values, edges).map((share, bin) => [edges[bin]!, share]),
    };
  });
  const unit = nodes.map((node) => known.get(node.deviceVar[1])?.unit).find((one) => one) ?? '';
  return { edges, series: all.length > 0 ? series : [], unit };
}
