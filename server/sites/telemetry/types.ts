/** The types of the telemetry core, without code. */

import type { Formula } from '../../../runtime/core/formula/index.ts';
import type { Bucket } from '../../../runtime/core/time/timeWindow.ts';

export type DataType = 'number' | 'boolean' | 'text';
export type VariableKind = 'gauge' | 'counter' | 'interval';
export type Method = 'AVG' | 'MAX' | 'MIN' | 'SUM' | 'DIFF';
export type { Bucket };

/** A device as the intake needs it. */
export interface TelemetryDevice {
  id: number;
  tenantId: number;
  sn: string;
  name: string;
  stationSn: string;
  enabled: boolean;
  autoVariables: boolean;
  /** True for a device that may send for the other devices of its station. */
  gateway: boolean;
  offlineAfter: number;
  zone: string;
  /** The zone of its station, on whose clock a board states its windows. */
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
  /** Averages count either points, or the time for which values are valid. */
  average: 'samples' | 'time';
  /** The reading at which a counter starts at 0 again. Null if every fall is a reset. */
  rollOver: number | null;
  /** True for a counter that starts at zero each day. Its falls are then resets and are not reported. */
  dailyReset: boolean;
  /** The formula of a calculated variable, which receives no points itself. */
  formula: string | null;
  /** Set on calculated variables that are requested by their serial numbers. */
  calculation?: Calculation | undefined;
  energyRole: string | null;
  offlineAfter: number;
  /** Length in seconds of the interval whose end the device's timestamps name. Null if they name its start. */
  intervalEnds?: number | null;
  /** The ids of the channel and the collector by which its values arrive; null if not set. */
  channelId?: number | null;
  collectorId?: number | null;
  /** The device's zone, or else the station's. The days and months of its statistics use it. */
  zone: string;
  stationZone: string;
}

/** The basis of a calculated variable's values: single points, or the figures of periods. */
export type FormulaBasis = 'point' | 'period';

export interface Calculation {
  /** Contains only measured variables. */
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

/** A point that passed every check and is ready to be written. */
export interface ReadyPoint {
  variable: TelemetryVariable;
  ts: number;
  value: number | string;
  quality: number;
  /** True for an imported point, which was not sent now, and is not announced live. */
  quiet?: boolean;
}

export interface Reading {
  sn: string;
  data: number | string | null;
  ts: string | null;
  unit: string;
  name: string;
  decimals: number;
  /** True if the value is older than the allowed silence of the device. */
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
  /** Edges of the cells if these are not buckets of the calendar, in ascending order from `from` to `to`. */
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
  /** Result of the method over the whole window. */
  value: number | null;
  max: number | null;
  min: number | null;
}

export type HistoryPoint = [ts: number, value: number | string | null];

export interface HistorySeries {
  sn: string;
  points: HistoryPoint[];
}
