/** What a threshold rule makes of the values that arrive. Pure: no clock, no database. */

export type Operator = '>' | '>=' | '<' | '<=' | '=' | '!=';
export type PointValue = number | string | boolean | null;

export interface Rule {
  id: number;
  tenantId: number;
  name: string;
  stationSn: string;
  deviceSn: string;
  deviceName: string;
  variableSn: string;
  variableName: string;
  unit: string;
  decimals: number;
  operator: Operator;
  threshold: number;
  level: string;
  /** The text template; empty means the default one. */
  info: string;
}

export interface RuleState {
  /** Time of the newest value that was looked at; older ones come from a back-fill and change nothing. */
  lastTs: number;
  /** Whether the condition held at that time. */
  violated: boolean;
}

export interface Change {
  to: 'open' | 'recover';
  rule: Rule;
  ts: number;
  value: number;
}

/** The number that a value is compared as; null where there is nothing to compare. */
export function value_number(value: PointValue): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function condition_holds(operator: Operator, value: number, threshold: number): boolean {
  switch (operator) {
    case '>':
      return value > threshold;
    case '>=':
      return value >= threshold;
    case '<':
      return value < threshold;
    case '<=':
      return value <= threshold;
    case '=':
      return value === threshold;
    case '!=':
      return value !== threshold;
  }
}

/** The next state of a rule after one value, and the change of its alarm that follows, if any. */
export function rule_step(
  rule: Rule,
  state: RuleState,
  point: { ts: number; value: PointValue },
): { state: RuleState; change: Change | null } {
  const value = value_number(point.value);
  if (value === null || point.ts < state.lastTs) return { state, change: null };
  const violated = condition_holds(rule.operator, value, rule.threshold);
  const change =
    violated === state.violated
      ? null
      : ({ to: violated ? 'open' : 'recover', rule, ts: point.ts, value } as const);
  return { state: { lastTs: point.ts, violated }, change };
}

const DEFAULT_INFO = '{device} {variable} {value} {unit} ({operator} {threshold})';
const MAX_INFO = 500;

/** Control characters would only break the lines of a log or a file. */
const plain = (text: string): string => [...text].filter((sign) => sign >= ' ' && sign !== '\u007f').join('');

/** The value with the variable's decimals, without trailing zeros. */
export const value_text = (value: number, decimals: number): string =>
  String(Number(value.toFixed(decimals)));

/**
 * The text of an alarm. Names and values are put in as they are, in one pass, so that braces in them stay text;
 * whoever shows the text escapes it.
 */
export function info_text(rule: Rule, value: number): string {
  const parts: Record<string, string> = {
    name: rule.name,
    device: rule.deviceName,
    variable: rule.variableName,
    value: value_text(value, rule.decimals),
    unit: rule.unit,
    operator: rule.operator,
    threshold: String(rule.threshold),
  };
  const text = (rule.info.trim() || DEFAULT_INFO).replace(
    /\{(\w+)\}/g,
    (whole, key: string) => parts[key] ?? whole,
  );
  return [...plain(text).replace(/ {2,}/g, ' ').trim()].slice(0, MAX_INFO).join('');
}
