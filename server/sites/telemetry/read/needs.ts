/** Answers the telemetry needs of a board: current values, statistics and series. */
import { DAY_MS, MAX_BUCKETS, moveBoundary } from '../../../../runtime/core/time/timeWindow.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Telemetry } from '../index.ts';
import type { Bucket, Method, Reading, StatisticSeries, TelemetryVariable } from '../types.ts';

export interface RealtimeNeed {
  kind: 'realtime';
  sns: string[];
}

export interface StatisticNeed {
  kind: 'statistic';
  sns: string[];
  method: Method;
  from: string;
  to: string;
  bucket: Bucket;
}

export interface HistoryNeed {
  kind: 'history';
  sns: string[];
  from: string;
  to: string;
  maxPoints: number;
  /** True for the first points, unreduced, instead of a series reduced for drawing. */
  measured?: boolean | undefined;
}

export type TelemetryNeed = RealtimeNeed | StatisticNeed | HistoryNeed;

export interface StatisticFigures {
  sn: string;
  unit: string;
  name: string;
  deviceName: string;
  decimals: number;
  value: number | null;
  datas: (number | null)[];
  time_keys: string[];
}

export interface HistoryFigures {
  sn: string;
  unit: string;
  name: string;
  deviceName: string;
  decimals: number;
  points: [ts: number, value: number | null][];
  /** True if more measured points exist. */
  more?: boolean;
}

export interface NeedAnswers {
  realtime: Reading[];
  statistic: StatisticFigures[];
  history: HistoryFigures[];
}

interface Window {
  from: number;
  to: number;
}

/** The earliest valid time of points and requests. */
const TIME_FIRST = Date.UTC(1900, 0, 1);
const TIME_LAST = Date.UTC(2200, 0, 1);
const MAX_YEARS = 100;

/** Returns a valid time of a request. Throws for any other time. */
export function checkTime(ts: number | null): number {
  if (ts === null || !(ts >= TIME_FIRST && ts <= TIME_LAST)) throw new AppError('telemetry.badTime');
  return ts;
}

/** Returns a valid window. Throws if it is empty or exceeds this number of years. */
export function checkWindow(from: number, to: number, years = MAX_YEARS): Window {
  if (checkTime(from) >= checkTime(to)) throw new AppError('telemetry.badWindow');
  if (to - from > years * 366 * DAY_MS) throw new AppError('telemetry.windowTooLong', { limit: years });
  return { from, to };
}

export function figuresOf(variable: TelemetryVariable, series: StatisticSeries): StatisticFigures {
  const { sn, unit, name, deviceName, decimals } = variable;
  const datas = series.cells.map(({ value }) => value);
  const keys = series.cells.map(({ key }) => key);
  return { sn, unit, name, deviceName, decimals, value: series.value, datas, time_keys: keys };
}

/** Reads statistics of variables in several time zones. `windowOf` returns the window for each zone. */
export async function statisticsByZone(
  telemetry: Pick<Telemetry, 'statistic'>,
  tenantId: number,
  variables: readonly TelemetryVariable[],
  method: Method,
  windowOf: (variable: TelemetryVariable) => Window & { bucket: Bucket },
): Promise<{ variable: TelemetryVariable; series: StatisticSeries }[]> {
  const bySn = new Map<string, StatisticSeries>();
  const groups = Map.groupBy(variables, ({ zone, stationZone }) => `${zone} ${stationZone}`);
  for (const group of groups.values()) {
    const { zone } = group[0]!;
    const window = windowOf(group[0]!);
    try {
      const series = await telemetry.statistic({ tenantId, variables: group, method, ...window, zone });
      for (const line of series) bySn.set(line.sn, line);
    } catch (error) {
      if (error instanceof RangeError) throw new AppError('telemetry.tooManyBuckets', { limit: MAX_BUCKETS });
      throw error;
    }
  }
  return variables.flatMap((variable) => {
    const series = bySn.get(variable.sn);
    return series ? [{ variable, series }] : [];
  });
}

/**
 * Reads statistics for a board, whose windows are in its station's time zone. A window of whole days is converted to
 * the same days in each device's time zone. A month of a meter is therefore the meter's own month.
 */
export async function statisticOfVariables(
  variables: readonly TelemetryVariable[],
  need: Omit<StatisticNeed, 'kind' | 'sns'>,
  tenantId: number,
  telemetry: Pick<Telemetry, 'statistic'>,
): Promise<StatisticFigures[]> {
  const { from, to } = checkWindow(Date.parse(need.from), Date.parse(need.to));
  const all = await statisticsByZone(
    telemetry,
    tenantId,
    variables,
    need.method,
    ({ zone, stationZone }) => ({
      from: moveBoundary(from, stationZone, zone),
      to: moveBoundary(to, stationZone, zone),
      bucket: need.bucket,
    }),
  );
  return all.map(({ variable, series }) => figuresOf(variable, series));
}

const describeSeries = ({ sn, unit, name, deviceName, decimals }: TelemetryVariable) => ({
  ...{ sn, unit, name, deviceName, decimals },
});

export async function historyOfVariables(
  shownVariables: readonly TelemetryVariable[],
  need: Omit<HistoryNeed, 'kind' | 'sns'>,
  tenantId: number,
  telemetry: Pick<Telemetry, 'history'>,
): Promise<HistoryFigures[]> {
  const window = checkWindow(Date.parse(need.from), Date.parse(need.to));
  const variables = shownVariables.filter(({ dataType }) => dataType !== 'text');
  const all = await telemetry.history({ tenantId, variables, ...window, maxPoints: need.maxPoints });
  return all.map(({ points }, index) => {
    const numbers = points.map(([ts, value]): [number, number | null] => [
      ts,
      typeof value === 'number' ? value : null,
    ]);
    return { ...describeSeries(variables[index]!), points: numbers };
  });
}

async function measuredOfVariables(
  shownVariables: readonly TelemetryVariable[],
  { from, to, maxPoints }: HistoryNeed,
  tenantId: number,
  telemetry: Pick<Telemetry, 'measured'>,
): Promise<HistoryFigures[]> {
  const window = checkWindow(Date.parse(from), Date.parse(to));
  const variables = shownVariables.filter(({ dataType }) => dataType !== 'text');
  const all = await telemetry.measured({ tenantId, variables, ...window, maxPoints });
  return all.map(({ points, more }, index) => ({ ...describeSeries(variables[index]!), points, more }));
}

/** Answers a need. Unknown variables and those of another tenant are missing in the answer. */
export function resolveNeed<N extends TelemetryNeed>(
  need: N,
  tenantId: number,
  telemetry: Telemetry,
): Promise<NeedAnswers[N['kind']]>;
export async function resolveNeed(
  need: TelemetryNeed,
  tenantId: number,
  telemetry: Telemetry,
): Promise<NeedAnswers[TelemetryNeed['kind']]> {
  const variables = await telemetry.variables(tenantId, need.sns);
  switch (need.kind) {
    case 'realtime':
      return telemetry.latest(variables);
    case 'statistic':
      return statisticOfVariables(variables, need, tenantId, telemetry);
    case 'history':
      return need.measured
        ? measuredOfVariables(variables, need, tenantId, telemetry)
        : historyOfVariables(variables, need, tenantId, telemetry);
  }
}
