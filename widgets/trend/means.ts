/**
 * Over a long time the highest and lowest points of several courses hide one another. The means of their steps are then
 * drawn before them, and the points are pale.
 */
import type { TrendConfig } from '../../generated/types.ts';
import { bucketStarts, bucketValues } from '../../runtime/board/chart/buckets.ts';
import { chooseNodes } from '../../runtime/board/widget/nodes.ts';
import type { IsoWindow } from '../../runtime/board/widget/period.ts';
import { statisticRows } from '../../runtime/board/widget/reading.ts';
import type { NeedResult } from '../../runtime/board/widget/widget.ts';
import { DAY_MS, startUnit, unitNext } from '../../runtime/core/time/timeWindow.ts';
import { roundTrend } from './roundTrend.ts';

/** Up to this number of days, several courses can be distinguished. */
const CLEAR_DAYS = 15;
/** For more days, one mean a month is enough. */
const DAILY_DAYS = 750;

export type MeanStep = 'day' | 'month';
type Points = [number, number | null][];

/** Returns the step of the means. Null if the points themselves are drawn. */
export function meanBucket(
  config: TrendConfig,
  { from, to, isRaw }: IsoWindow & { isRaw: boolean },
): MeanStep | null {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  const isClear = chooseNodes(config.nodeInfo).length < 2 || days <= CLEAR_DAYS;
  if (!isRaw || config.showType === 'bar' || isClear) return null;
  return days <= DAILY_DAYS ? 'day' : 'month';
}

interface Asked {
  view: IsoWindow;
  /** The window of the answer. An earlier period has its own. */
  asked: IsoWindow;
  step: MeanStep;
  zone: string;
  decimals: number;
}

/** Returns the means of a variable, each in the middle of its step. */
export function readMeans(
  result: NeedResult | undefined,
  { view, asked, step, zone, decimals }: Asked,
): (sn: string) => Points {
  const rows = new Map(statisticRows(result).map((row) => [row.sn, row]));
  const starts = bucketStarts(view, step, zone);
  const askedStarts = bucketStarts(asked, step, zone);
  const end = Date.parse(view.to);
  const middles = starts.map((start, at) => (start + (starts[at + 1] ?? end)) / 2);
  return (sn) => {
    const row = rows.get(sn);
    const values = row ? bucketValues(row, askedStarts, zone) : [];
    return middles.map((ts, at) => [ts, roundTrend(values[at] ?? null, decimals)]);
  };
}

/** Returns the lowest and highest point of the step that contains a moment. Null if it has no points. */
export function stepExtremes(points: Points, moment: number, step: MeanStep, zone: string) {
  const start = startUnit(moment, step, zone);
  const end = unitNext(start, step, zone);
  const values = points.flatMap(([ts, value]) => (value !== null && ts >= start && ts < end ? [value] : []));
  return values.length === 0 ? null : { low: Math.min(...values), high: Math.max(...values) };
}
