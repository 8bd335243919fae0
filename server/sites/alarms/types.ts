/** Types of alarm rules. */
import type { Formula } from '../../../runtime/core/formula/index.ts';
import type { Hours } from './weeklyHours.ts';

export type Operator = '>' | '>=' | '<' | '<=' | '=' | '!=';
export type PointValue = number | string | boolean | null;

export interface Point {
  /** The number (sn) of the variable. */
  sn: string;
  /** Time of measurement, epoch milliseconds. */
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
/** Conditions that are judged point by point. Silence is not, because it has no points. */
export type PointCondition = Exclude<Condition, NoDataCondition>;

export interface Rule<C extends Condition = Condition> {
  id: number;
  tenantId: number;
  name: string;
  stationSn: string;
  stationName: string;
  /** The time zone of the station, in which the hours of the rule apply. */
  zone: string;
  /** The device that the alarm names. Empty if the alarm is about more than one device. */
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
  /** Hours in which the rule applies. Null for always. */
  hours: Hours | null;
  /** A single measured value decides. Earlier values and the clock do not matter. */
  passing: boolean;
}

/** The start or the end of an alarm. */
export interface Change {
  to: 'open' | 'recover';
  rule: Rule;
  /** The thing that the alarm is about: a rule has at most one open alarm for each source. */
  source: string;
  ts: number;
  value: PointValue;
  /** Time at which an excursion that was judged again ended, epoch milliseconds. */
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
