/**
 * Over long ranges, the extremes of several curves cover each other. The means of time steps are then drawn
 * in front, and the points are pale.
 */
import type { TrendConfig } from '../../generated/types.ts';
import { bucketStarts, bucketValues } from '../../runtime/board/chart/buckets.ts';
import { chooseNodes } from '../../runtime/board/widget/nodes.ts';
import type { IsoWindow } from '../../runtime/board/widget/period.ts';
import { statisticRows } from '../../runtime/board/widget/reading.ts';
import type { NeedResult } from '../../runtime/board/widget/widget.ts';
import { DAY_MS, startUnit, unitNext } from '../../runtime/core/time/timeWindow.ts';
import { roundTrend } from './roundTrend.ts';

/** Maximum number of days in which several curves remain distinguishable. */
const CLEAR_DAYS = 15;
/** Maximum number of days for daily means. Longer ranges have monthly means. */
const DAILY_DAYS = 750;

export type MeanStep = 'day' | 'month';
type Points = [number, number | null][];

/** Returns the step of the means. Null if the points are drawn. */
export function meanBucket(
  config: TrendConfig,
  { from, to, isRaw }: IsoWindow & { isRaw: boolean },
): MeanStep | null {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  const isClear = chooseNodes(config.nodeInfo).length < 2 || days <= CLEAR_DAYS;
  if (!isRaw || config.showType === 'bar' || isClear) return null;
  return days <= DAILY_DAYS ? 'day' : 'month';
}

interface MeansInput {
  view: IsoWindow;
  /** The window of the request. The comparison period has its own. */
  asked: IsoWindow;
  step: MeanStep;
  zone: string;
  decimals: number;
}

/** Returns the means of a variable at the middle of each step. */
export function readMeans(
  result: NeedResult | undefined,
  { view, asked, step, zone, decimals }: MeansInput,
): (sn: string) => Points {
  const rows = new Map(statisticRows(result).map((row) => [row.sn, row]));
  const starts = bucketStarts(view, step, zone);
  const requestedStarts = bucketStarts(asked, step, zone);
  const end = Date.parse(view.to);
  const middles = starts.map((start, at) => (start + (starts[at + 1] ?? end)) / 2);
  return (sn) => {
    const row = rows.get(sn);
    const values = row ? bucketValues(row, requestedStarts, zone) : [];
    return middles.map((ts, at) => [ts, roundTrend(values[at] ?? null, decimals)]);
  };
}

/** Returns the lowest and highest point of the step that contains a moment. Null without points. */
export function stepExtremes(points: Points, moment: number, step: MeanStep, zone: string) {
  const start = startUnit(moment, step, zone);
  const end = unitNext(start, step, zone);
  const values = points.flatMap(([ts, value]) => (value !== null && ts >= start && ts < end ? [value] : []));
  return values.length === 0 ? null : { low: Math.min(...values), high: Math.max(...values) };
}
