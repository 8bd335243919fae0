/** The language of alarm rules; types only. */
import type { Formula } from '../../../runtime/core/formula/index.ts';
import type { Hours } from './weeklyHours.ts';

export type Operator = '>' | '>=' | '<' | '<=' | '=' | '!=';
export type PointValue = number | string | boolean | null;

export interface Point {
  /** The number (sn) of the variable. */
  sn: string;
  /** When it was measured, epoch milliseconds. */
  ts: number;
  value: PointValue;
}

export interface StateName {
  value: number;
  name: string;
}

/** The condition under which an alarm is raised. */
export type Condition =
  | { kind: 'threshold'; operator: Operator; threshold: number; hysteresis: number }
  | { kind: 'range'; low: number; high: number; side: 'outside' | 'inside'; hysteresis: number }
  | { kind: 'rate'; change: number; direction: 'any' | 'up' | 'down'; windowMs: number }
  | { kind: 'state'; values: readonly string[]; names: readonly StateName[] }
  | { kind: 'expression'; formula: Formula }
  /** Without `silentMs` each device's own limit counts. */
  | { kind: 'noData'; scope: 'variable' | 'device' | 'station'; silentMs: number | null };

export type NoDataCondition = Extract<Condition, { kind: 'noData' }>;
/** Conditions that are judged point by point; silence is looked for instead. */
export type PointCondition = Exclude<Condition, NoDataCondition>;

export interface Rule<C extends Condition = Condition> {
  id: number;
  tenantId: number;
  name: string;
  stationSn: string;
  stationName: string;
  /** The zone of the station, in which its hours are. */
  zone: string;
  /** The device that the alarm names; empty if it is about more than that. */
  deviceSn: string;
  deviceName: string;
  variableSn: string;
  variableName: string;
  unit: string;
  decimals: number;
  level: string;
  /** The text template; empty means the default one. */
  info: string;
  condition: C;
  /** The variables whose points it judges. */
  watches: readonly string[];
  /** Time that the condition must hold, and must be over, in milliseconds. */
  delayMs: number;
  clearMs: number;
  /** When the rule counts; null: always. */
  hours: Hours | null;
  /** A single measured value says all: nothing is remembered of earlier ones, and no clock is looked at. */
  passing: boolean;
}

/** An alarm begins or ends. */
export interface Change {
  to: 'open' | 'recover';
  rule: Rule;
  /** The thing that the alarm is about: a rule has at most one open alarm for each source. */
  source: string;
  ts: number;
  value: PointValue;
  /** When it was over again, of what was judged again; epoch milliseconds. */
  until?: number;
  /** The device that the alarm names, if that is not the one that its rule names. */
  about?: { deviceSn: string; deviceName: string; site: boolean; channelName?: string | undefined };
}

/** An alarm that an operation changed, as the hub announces it. */
export interface AlarmChanged {
  id: number;
  tenantId: number;
  stationSn: string;
  status: number;
}
