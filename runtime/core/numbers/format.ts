/** Formats numbers and times in the same way everywhere. Null, undefined and NaN become '--'. */

import { type Lang, nearLang } from '../text/lang.ts';
import { pickText, type SourceText } from '../text/pickText.ts';
import { decimalText, parseDecimal, roundDecimal } from './decimal.ts';
import { MONEY_DECIMALS } from './money.ts';

export const EMPTY_VALUE = '--';

export const YES_NO = [
  { zh: '是', en: 'Yes' },
  { zh: '否', en: 'No' },
] as const;
/** Decision 43: the currency label, as the specification writes it. */
export const CURRENCY_LABEL = 'RM';

/** Maximum number of decimals if none is given. It hides float noise. */
const MAX_FREE_DECIMALS = 6;

export interface NumberFormat {
  decimals?: number;
  /** Truncates toward zero instead of rounding, for gauges. */
  truncate?: boolean;
  grouped?: boolean;
}

type Figure = number | string | null | undefined;

export function formatNumber(
  value: Figure,
  { decimals, truncate = false, grouped = true }: NumberFormat = {},
) {
  const decimal = value === null || value === undefined ? null : parseDecimal(value);
  if (!decimal) return EMPTY_VALUE;
  const scale = decimals ?? MAX_FREE_DECIMALS;
  const text = decimalText(roundDecimal(decimal, scale, truncate), scale, grouped);
  return decimals === undefined ? text.replace(/\.?0+$/, '') : text;
}

/** Returns value and unit separately, because the unit is rendered smaller and lighter. */
export function quantityParts(value: Figure, unit?: string, format?: NumberFormat) {
  const figure = formatNumber(value, format);
  return { figure, unit: figure === EMPTY_VALUE ? '' : (unit ?? '') };
}

/** Units that are written without a space. */
const CLOSE_UNITS: ReadonlySet<string> = new Set(['%', '°']);

/** Returns a text such as '1,234.5 kWh' or '45%'. */
export function formatQuantity(value: Figure, unit?: string, format?: NumberFormat): string {
  const parts = quantityParts(value, unit, format);
  return parts.unit === ''
    ? parts.figure
    : `${parts.figure}${CLOSE_UNITS.has(parts.unit) ? '' : ' '}${parts.unit}`;
}

/** Formats with two decimals and thousand separators (V056). */
export function formatMoney(value: Figure, currency = CURRENCY_LABEL): string {
  const figure = formatNumber(value, { decimals: MONEY_DECIMALS });
  return figure === EMPTY_VALUE ? figure : `${currency} ${figure}`.trimStart();
}

const SECONDS = { zh: '{count}秒', en: '{count} s' };
const DURATION_UNITS: { seconds: number; text: SourceText }[] = [
  { seconds: 86_400, text: { zh: '{count}天', en: '{count} d' } },
  { seconds: 3_600, text: { zh: '{count}小时', en: '{count} h' } },
  { seconds: 60, text: { zh: '{count}分钟', en: '{count} min' } },
  { seconds: 1, text: SECONDS },
];

/** Formats the two largest non-zero units: '2 d 3 h', '5 min', '0 s'. */
export function formatDuration(seconds: number | null | undefined, lang: Lang): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return EMPTY_VALUE;
  let rest = Math.trunc(Math.abs(seconds));
  const parts: string[] = [];
  const write = (text: SourceText, count: number) => pickText(text, lang).replace('{count}', String(count));
  for (const unit of DURATION_UNITS) {
    const count = Math.trunc(rest / unit.seconds);
    rest -= count * unit.seconds;
    if (count > 0 && parts.length < 2) parts.push(write(unit.text, count));
    else if (parts.length > 0) break;
  }
  if (parts.length === 0) return write(SECONDS, 0);
  return `${seconds < 0 ? '-' : ''}${parts.join(nearLang(lang) === 'zh' ? '' : ' ')}`;
}

export type MomentShape = 'date' | 'month' | 'minute' | 'second' | 'time';

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string | undefined): Intl.DateTimeFormat {
  const key = zone ?? '';
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** Formats a time in a zone, by default the browser's: '2026-11-21 08:05'. A date without a time is unchanged. */
export function formatMoment(
  value: string | number | null | undefined,
  shape: MomentShape = 'minute',
  zone?: string,
): string {
  if (value === null || value === undefined || value === '') return EMPTY_VALUE;
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value))
    return shape === 'month' ? value.slice(0, 7) : value;
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return EMPTY_VALUE;
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value: text } of formatterOf(zone).formatToParts(moment)) part[type] = text;
  const date = `${part.year?.padStart(4, '0')}-${part.month}-${part.day}`;
  const minute = `${part.hour}:${part.minute}`;
  if (shape === 'date') return date;
  if (shape === 'month') return date.slice(0, 7);
  if (shape === 'time') return `${minute}:${part.second}`;
  return shape === 'second' ? `${date} ${minute}:${part.second}` : `${date} ${minute}`;
}

const zoneFormatters = new Map<string, Intl.DateTimeFormat>();

/** Formats a zone's offset from UTC at a moment: 'UTC+8', 'UTC-3:30', 'UTC'. The default is the browser's zone. */
export function formatZone(zone?: string, moment: number = Date.now()): string {
  const key = zone ?? '';
  let formatter = zoneFormatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' });
    zoneFormatters.set(key, formatter);
  }
  const part = formatter.formatToParts(moment).find(({ type }) => type === 'timeZoneName');
  return (part?.value ?? 'UTC').replace('GMT', 'UTC').replace(/\+0$/, '');
}

/** Formats a single time with its zone: '2026-11-21 08:05 UTC+8'. A date without a time has no zone. */
export function formatZoned(
  value: string | number | null | undefined,
  shape: MomentShape = 'minute',
  zone?: string,
): string {
  const text = formatMoment(value, shape, zone);
  const hasClock = text.includes(':');
  return hasClock ? `${text} ${formatZone(zone, new Date(value ?? 0).getTime())}` : text;
}
