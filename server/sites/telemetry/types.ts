/** The types of the telemetry core, without code. */

import type { Formula } from '../../../runtime/core/formula/index.ts';
import type { Bucket } from '../../../runtime/core/time/timeWindow.ts';

export type DataType = 'number' | 'boolean' | 'text';
export type VariableKind = 'gauge' | 'counter' | 'interval';
export type Method = 'AVG' | 'MAX' | 'MIN' | 'SUM' | 'DIFF';
export type { Bucket };

/** A device with the fields for the intake. */
export interface TelemetryDevice {
  id: number;
  tenantId: number;
  sn: string;
  name: string;
  stationSn: string;
  enabled: boolean;
  autoVariables: boolean;
  /** True for a gateway: it may send for other devices of its station. */
  gateway: boolean;
  offlineAfter: number;
  zone: string;
  /** The time zone of its station. The windows of boards use it. */
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
  /** Averages are weighted by points or by the time for which values are valid. */
  average: 'samples' | 'time';
  /** The reading at which a counter overflows to 0. Null if every fall is a reset. */
  rollOver: number | null;
  /** True for a counter that starts at zero each day. Its falls are expected resets and not reported. */
  dailyReset: boolean;
  /** The formula of a calculated variable, which never receives points. */
  formula: string | null;
  /** Set on calculated variables that are requested by their sn. */
  calculation?: Calculation | undefined;
  energyRole: string | null;
  offlineAfter: number;
  /**
   * If the device's timestamps are the ends of intervals, the interval's length in seconds. Null if they are the
   * starts.
   */
  intervalEnds?: number | null;
  /** The ids of the channel and the collector of its values. Null if not set. */
  channelId?: number | null;
  collectorId?: number | null;
  /** The device's time zone, or else the station's. It defines the days and months of its statistics. */
  zone: string;
  stationZone: string;
}

/** The basis of a calculated variable: single points or figures of periods. */
export type FormulaBasis = 'point' | 'period';

export interface Calculation {
  /** Contains only measured variables, because nested formulas are expanded. */
  formula: Formula;
  basis: FormulaBasis;
  inputs: readonly TelemetryVariable[];
}

export type Calculated = TelemetryVariable & { calculation: Calculation };

/** A point by the variable's sn, in the variable's unit. Scale and offset apply only to points of devices. */
export interface IngestPoint {
  tenantId: number;
  sn: string;
  /** Milliseconds since 1970. */
  ts: number;
  value: number | boolean | string;
  quality?: number;
}

/** A checked point, ready to be written. */
export interface ReadyPoint {
  variable: TelemetryVariable;
  ts: number;
  value: number | string;
  quality: number;
  /** True for an imported point. It is not announced as live. */
  quiet?: boolean;
}

export interface Reading {
  sn: string;
  data: number | string | null;
  ts: string | null;
  unit: string;
  name: string;
  decimals: number;
  /** True if the value is older than the device's silence limit. */
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
  /** Ascending edges of the cells from `from` to `to`, if these are not calendar buckets. */
  bounds?: readonly number[];
}

export interface StatisticCell {
  /** The bucket's start as ISO time with the offset of its time zone. */
  key: string;
  from: number;
  to: number;
  value: number | null;
}

export interface StatisticSeries {
  sn: string;
  cells: StatisticCell[];
  /** Result of the method for the whole window. */
  value: number | null;
  max: number | null;
  min: number | null;
}

export type HistoryPoint = [ts: number, value: number | string | null];

export interface HistorySeries {
  sn: string;
  points: HistoryPoint[];
}
