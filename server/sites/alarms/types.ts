/** Types of alarm rules. */
import type { Formula } from '../../../runtime/core/formula/index.ts';
import type { Hours } from './weeklyHours.ts';

export type Operator = '>' | '>=' | '<' | '<=' | '=' | '!=';
export type PointValue = number | string | boolean | null;

export interface Point {
  /** The variable's sn. */
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
  /** Without `silentMs`, each device's own limit applies. */
  | { kind: 'noData'; scope: 'variable' | 'device' | 'station'; silentMs: number | null };

export type NoDataCondition = Extract<Condition, { kind: 'noData' }>;
/** Conditions evaluated point by point. Silence is excluded, because it has no points. */
export type PointCondition = Exclude<Condition, NoDataCondition>;

export interface Rule<C extends Condition = Condition> {
  id: number;
  tenantId: number;
  name: string;
  stationSn: string;
  stationName: string;
  /** The time zone of the station, in which the hours of the rule apply. */
  zone: string;
  /** The device in the alarm. Empty if the alarm concerns several devices. */
  deviceSn: string;
  deviceName: string;
  variableSn: string;
  variableName: string;
  unit: string;
  decimals: number;
  level: string;
  /** The text template. Empty means the default template. */
  info: string;
  condition: C;
  /** The variables whose points the rule evaluates. */
  watches: readonly string[];
  /** Time in ms for which the condition must hold before the alarm starts, and must not hold before it ends. */
  delayMs: number;
  clearMs: number;
  /** Hours in which the rule applies. Null for always. */
  hours: Hours | null;
  /** True if a single measured value decides, independent of earlier values and the clock. */
  passing: boolean;
}

/** The start or the end of an alarm. */
export interface Change {
  to: 'open' | 'recover';
  rule: Rule;
  /** The subject of the alarm. A rule has at most one open alarm per source. */
  source: string;
  ts: number;
  value: PointValue;
  /** End of an excursion that was evaluated again, in epoch milliseconds. */
  until?: number;
  /** The device in the alarm if it differs from the rule's device. */
  about?: { deviceSn: string; deviceName: string; site: boolean; channelName?: string | undefined };
}

/** A changed alarm, as the hub announces it. */
export interface AlarmChanged {
  id: number;
  tenantId: number;
  stationSn: string;
  status: number;
}
