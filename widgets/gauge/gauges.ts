/** The gauges of a widget: variables, ranges and values. */
import type { GaugeConfig } from '../../generated/types.ts';
import { type Threshold, thresholdOf } from '../../runtime/board/options/thresholds.ts';
import { chooseNodes, nodesSns } from '../../runtime/board/widget/nodes.ts';
import { valueNeed } from '../../runtime/board/widget/period.ts';
import { historyRows, realtimeRows } from '../../runtime/board/widget/reading.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';
import { EMPTY_VALUE, formatNumber } from '../../runtime/core/numbers/format.ts';

const DEFAULT_MIN = 0;
const DEFAULT_MAX = 100;

type MonitorVar = NonNullable<GaugeConfig['monitorVars']>[number];

export const chosenVars = (config: GaugeConfig) => chooseNodes(config.monitorVars);

/** Returns the needs: live values, or the last values of the chosen day or the saved record. */
export function gaugeNeeds(config: GaugeConfig, context: WidgetContext): NeedSpec[] {
  const sns = nodesSns(chosenVars(config));
  if (sns.length === 0) return [];
  return [valueNeed(sns, context, config.queryDate)];
}

export interface Gauge {
  key: string;
  name: string;
  /** The value truncated toward zero (V092), unless the option `decimals` is set. '--' without a value. */
  text: string;
  value: number | null;
  unit: string;
  min: number;
  max: number;
  /** Position of the value in its range, 0 to 1. */
  share: number | null;
  ts: number | null;
  stale: boolean;
  /** Colour and name of the reached threshold. */
  color: string | undefined;
  reached: string | undefined;
}

/** A part of the range in the colour of its threshold, with start and end as fractions of the range. */
export interface Band {
  from: number;
  to: number;
  color: string;
}

export function thresholdBands(
  thresholds: readonly Threshold[] | undefined,
  { min, max }: { min: number; max: number },
): Band[] {
  const share = (value: number) => Math.min(1, Math.max(0, (value - min) / (max - min)));
  const known = (thresholds ?? []).filter(
    (one): one is Threshold & { from: number } => one.from !== undefined,
  );
  const sorted = [...known].sort((a, b) => a.from - b.from);
  return sorted.flatMap(({ from, color }, at) => {
    const band = { from: share(from), to: share(sorted[at + 1]?.from ?? max), color: color ?? '' };
    return band.to > band.from && band.color ? [band] : [];
  });
}

interface Latest {
  value: number | null;
  unit: string;
  name: string;
  ts: number | null;
  stale: boolean;
}

function latestBySn(result: NeedResult | undefined, live: boolean): Map<string, Latest> {
  if (!live) {
    const rows = historyRows(result).map((row): [string, Latest] => {
      const last = row.points.findLast((point) => point[1] !== null);
      return [
        row.sn,
        { value: last?.[1] ?? null, unit: row.unit ?? '', name: '', ts: last?.[0] ?? null, stale: false },
      ];
    });
    return new Map(rows);
  }
  const rows = realtimeRows(result).map((row): [string, Latest] => {
    const value = typeof row.data === 'number' && Number.isFinite(row.data) ? row.data : null;
    const ts = row.ts === null ? null : new Date(row.ts).getTime();
    return [row.sn, { value, unit: row.unit ?? '', name: row.name ?? '', ts, stale: row.stale === true }];
  });
  return new Map(rows);
}

/** Returns the range of a variable. For an invalid range, that of the widget is used, otherwise 0 to 100. */
export function gaugeRange(own: MonitorVar, config: GaugeConfig): { min: number; max: number } {
  const min = own.minScale ?? config.defaultMinScale ?? DEFAULT_MIN;
  const max = own.maxScale ?? config.defaultMaxScale ?? DEFAULT_MAX;
  if (max > min) return { min, max };
  const fallback = { min: config.defaultMinScale ?? DEFAULT_MIN, max: config.defaultMaxScale ?? DEFAULT_MAX };
  return fallback.max > fallback.min ? fallback : { min: DEFAULT_MIN, max: DEFAULT_MAX };
}

/** V071: returns the gauges. Without data they are empty. After a failure they keep the earlier values. */
export function readGauges(config: GaugeConfig, [result]: readonly NeedResult[]): Gauge[] {
  const live = Array.isArray(result?.data) && result.data.every((row) => !('points' in Object(row)));
  const latest = latestBySn(result, live);
  return chosenVars(config).map((one, at) => {
    const row = latest.get(one.deviceVar[1]);
    const value = row?.value ?? null;
    const { min, max } = gaugeRange(one, config);
    const reached = thresholdOf(config.thresholds, value);
    return {
      key: `${one.timeStamp ?? ''}-${at}`,
      name: one.showName || row?.name || one.deviceVar[1],
      text: value === null ? EMPTY_VALUE : formatNumber(value, figureFormat(config)),
      value: value === null || config.decimals !== undefined ? value : Math.trunc(value),
      unit: row?.unit ?? '',
      min,
      max,
      share: value === null ? null : Math.min(1, Math.max(0, (value - min) / (max - min))),
      ts: row?.ts ?? null,
      stale: row?.stale ?? false,
      color: reached?.color,
      reached: reached?.name || undefined,
    };
  });
}

const figureFormat = ({ decimals }: GaugeConfig) =>
  decimals === undefined ? { decimals: 0, truncate: true } : { decimals };
