/** The language of the telemetry core; types only. */

import type { Formula } from '../../../runtime/core/formula/index.ts';
import type { Bucket } from '../../../runtime/core/time/timeWindow.ts';

export type DataType = 'number' | 'boolean' | 'text';
export type VariableKind = 'gauge' | 'counter' | 'interval';
export type Method = 'AVG' | 'MAX' | 'MIN' | 'SUM' | 'DIFF';
export type { Bucket };

/** A device as the ways in need it. */
export interface TelemetryDevice {
  id: number;
  tenantId: number;
  sn: string;
  name: string;
  stationSn: string;
  enabled: boolean;
  autoVariables: boolean;
  /** May speak for the other devices of its station. */
  gateway: boolean;
  offlineAfter: number;
  zone: string;
  /** The zone of its station, in which a board states its windows. */
  stationZone: string;
}

export interface TelemetryVariable {
  id: number;
  tenantId: number;
  sn: string;
  deviceSn: string;
  stationSn: string;
  code: string;
  name: string;
  deviceName: string;
  unit: string;
  dataType: DataType;
  kind: VariableKind;
  decimals: number;
  minValue: number | null;
  maxValue: number | null;
  scale: number;
  offset: number;
  /** The average is over its points, or over the time for which its values hold. */
  average: 'samples' | 'time';
  /** The reading at which a counter starts at 0 again; null: a fall is a reset. */
  rollOver: number | null;
  /** A counter that starts at zero each day: its falls are resets and are not reported. */
  dailyReset: boolean;
  /** The formula of a calculated variable: it takes no values itself. */
  formula: string | null;
  /** Set on calculated variables where they are asked for by their numbers. */
  calculation?: Calculation | undefined;
  energyRole: string | null;
  offlineAfter: number;
  /** Its device's stamps name the end of an interval of so many seconds; null: its start. */
  intervalEnds?: number | null;
  /** The records of the channel and the collector by which its values come; null: not said. */
  channelId?: number | null;
  collectorId?: number | null;
  /** The device's zone, or else the station's: days and months of its statistics are cut in it. */
  zone: string;
  stationZone: string;
}

/** The basis of a calculated variable's values: single points, or the figures of periods. */
export type FormulaBasis = 'point' | 'period';

export interface Calculation {
  /** Over measured variables alone. */
  formula: Formula;
  basis: FormulaBasis;
  inputs: readonly TelemetryVariable[];
}

export type Calculated = TelemetryVariable & { calculation: Calculation };

/** A point by the variable's sn, already in the variable's unit (scale and offset are for devices). */
export interface IngestPoint {
  tenantId: number;
  sn: string;
  /** Milliseconds since 1970. */
  ts: number;
  value: number | boolean | string;
  quality?: number;
}

/** A point that passed every check and only waits for the disk. */
export interface ReadyPoint {
  variable: TelemetryVariable;
  ts: number;
  value: number | string;
  quality: number;
  /** Imported: not sent now, and not announced live. */
  quiet?: boolean;
}

export interface Reading {
  sn: string;
  data: number | string | null;
  ts: string | null;
  unit: string;
  name: string;
  decimals: number;
  /** Older than the device may be silent. */
  stale: boolean;
}

export interface StatisticRequest {
  tenantId: number;
  variables: readonly TelemetryVariable[];
  method: Method;
  /** Half-open window in milliseconds. */
  from: number;
  to: number;
  bucket: Bucket;
  zone: string;
  /** Edges of the cells where these are no buckets of the calendar: ascending, from `from` to `to`. */
  bounds?: readonly number[];
}

export interface StatisticCell {
  /** The bucket's start as ISO time with the offset of its zone. */
  key: string;
  from: number;
  to: number;
  value: number | null;
}

export interface StatisticSeries {
  sn: string;
  cells: StatisticCell[];
  /** The method over the whole window. */
  value: number | null;
  max: number | null;
  min: number | null;
}

export type HistoryPoint = [ts: number, value: number | string | null];

export interface HistorySeries {
  sn: string;
  points: HistoryPoint[];
}
