/** A need describes the data that a widget requests. One call of the board answers all needs. */
import type { OperationId } from '../../../generated/operations.ts';

export type StatisticMethod = 'AVG' | 'MAX' | 'MIN' | 'SUM' | 'DIFF';
export type Bucket = 'hour' | 'day' | 'month' | 'year' | 'total';

/** The answer of a call that boards may use (`x-board: true`). */
export interface CallNeed {
  kind: 'call';
  operation: OperationId;
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

export type NeedSpec =
  | { kind: 'realtime'; sns: string[] }
  | { kind: 'statistic'; sns: string[]; method: StatisticMethod; from: string; to: string; bucket: Bucket }
  | { kind: 'history'; sns: string[]; from: string; to: string; maxPoints: number; measured?: boolean }
  | { kind: 'stationDetails' }
  /** The status at the instant `at`, if given. */
  | { kind: 'stationStatus'; at?: string }
  | { kind: 'alarms'; status: string; current: number; size: number; at?: string }
  | CallNeed;
export type BoardNeed = NeedSpec & { key: string };

export interface NeedResult {
  key: string;
  ok: boolean;
  data?: unknown;
  code?: number;
  msg?: string;
}

export interface RealtimeRow {
  sn: string;
  data: number | string | boolean | null;
  ts: string | number | null;
  unit?: string | null;
  name?: string | null;
  decimals?: number | null;
  stale?: boolean;
}
export interface StatisticRow {
  sn: string;
  unit?: string | null;
  name?: string | null;
  deviceName?: string | null;
  decimals?: number | null;
  value: number | null;
  datas: (number | null)[];
  time_keys: string[];
}
export interface HistoryRow {
  sn: string;
  unit?: string | null;
  name?: string | null;
  deviceName?: string | null;
  decimals?: number | null;
  points: [number, number | null][];
  /** True if the variable has more measured points than these. */
  more?: boolean;
}
export interface LivePoint {
  sn: string;
  ts: number;
  value: number | string | boolean | null;
}
