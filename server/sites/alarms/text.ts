/** The text of an alarm. Names and values are not escaped here, but when the text is shown. */
import { stateName } from './kinds/state.ts';
import type { Change, PointValue, Rule } from './types.ts';

const DEFAULT_INFO: Readonly<Record<Rule['condition']['kind'], string>> = {
  threshold: '{device} {variable} {value} {unit} ({operator} {threshold})',
  range: '{device} {variable} {value} {unit} ({limit})',
  rate: '{device} {variable} {value} {unit} ({limit})',
  state: '{device} {variable} {value}',
  expression: '{name}',
  noData: '{station} {device} {variable} 无数据 / no data ({limit})',
};
/** A text for the whole station. The name of the rule's own source does not matter. */
const SITE_INFO = '{station} 站点离线 / site offline ({limit})';
/** A text that names the channel, because no template does. */
const CHANNEL_INFO = '{station} 通信通道“{channel}”无数据 / channel “{channel}” silent ({limit})';
const MAX_INFO = 500;
const MINUTE_MS = 60_000;

/** Removes control characters, which would break the lines of a log or a file. */
const plain = (text: string): string => [...text].filter((sign) => sign >= ' ' && sign !== '\u007f').join('');

/** Returns the value with the variable's decimals, without trailing zeros. For a state, returns its name. */
export function valueText(
  value: PointValue,
  { decimals, condition }: Pick<Rule, 'decimals' | 'condition'>,
): string {
  if (value === null) return '';
  const name = condition.kind === 'state' ? stateName(condition.names, value) : null;
  if (name !== null) return name;
  return typeof value === 'number'
    ? String(Number(value.toFixed(decimals)))
    : plain(String(value)).slice(0, 100);
}

/** Returns the exceeded limit in language-independent symbols. */
function limitText({ condition, unit }: Rule): string {
  switch (condition.kind) {
    case 'threshold':
      return `${condition.operator} ${condition.threshold}`;
    case 'range': {
      const { low, high, side } = condition;
      return side === 'outside' ? `< ${low}, > ${high}` : `${low} – ${high}`;
    }
    case 'rate': {
      const { change, direction, windowMs } = condition;
      const sign = direction === 'up' ? '+' : direction === 'down' ? '−' : '±';
      return `${sign}${change}${unit && ` ${unit}`} / ${windowMs / MINUTE_MS} min`;
    }
    case 'state':
      return condition.values.join(', ');
    case 'noData':
      return condition.silentMs === null ? '' : `> ${Math.round(condition.silentMs / 6000) / 10} min`;
    case 'expression':
      return '';
  }
}

/** Fills all placeholders of the rule's template in one pass, so that braces in names are not interpreted. */
export function infoText({ rule, value, about }: Pick<Change, 'rule' | 'value' | 'about'>): string {
  const { condition } = rule;
  const parts: Record<string, string> = {
    name: rule.name,
    station: rule.stationName,
    device: about ? about.deviceName : rule.deviceName,
    channel: about?.channelName ?? '',
    variable: rule.variableName,
    value: valueText(value, rule),
    unit: rule.unit,
    operator: condition.kind === 'threshold' ? condition.operator : '',
    threshold: condition.kind === 'threshold' ? String(condition.threshold) : limitText(rule),
    limit: limitText(rule),
  };
  const wide = (about?.site && SITE_INFO) || (about?.channelName !== undefined && CHANNEL_INFO);
  const template = wide || rule.info.trim() || DEFAULT_INFO[condition.kind];
  const text = template.replace(/\{(\w+)\}/g, (whole, key: string) => parts[key] ?? whole);
  const tidy = plain(text)
    .replace(/\(\s*\)/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  return [...tidy].slice(0, MAX_INFO).join('');
}
