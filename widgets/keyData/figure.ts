/** What the key data shows: which data it needs and which text that becomes. */
import type { KeyDataConfig } from '../../generated/types.ts';
import { dayWindow, periodLast, periodSoFar } from '../../runtime/board/period.ts';
import { objectData, type Reading, readingOf, valueText } from '../../runtime/board/reading.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget.ts';
import { DAY_MS, type PeriodType, time_parse } from '../../runtime/core/timeWindow.ts';

type Method = NonNullable<KeyDataConfig['calcMethod']>;
type WireMethod = Extract<NeedSpec, { kind: 'statistic' }>['method'];

/** Decision 19: the stored value YEAR is labelled "this month" and shows the current month. */
const PERIOD: Record<string, PeriodType> = { YEAR: 'MONTH', DAY: 'DAY', current_year: 'YEAR' };
/** Decision 21: stored verbatim, upper case on the wire. */
const METHOD: Record<Method, WireMethod> = {
  AVG: 'AVG',
  MAX: 'MAX',
  diff: 'DIFF',
  SUM: 'SUM',
  avg_vs_last: 'AVG',
  diff_vs_last: 'DIFF',
};
/** Enough to find the last value of a day that is over. */
const DAY_POINTS = 500;

/** Disabled options stay valid when they are stored (decision 22): these show the change since the last period. */
export const isVersusLast = (method?: Method) => method === 'avg_vs_last' || method === 'diff_vs_last';

export function keyDataNeeds(config: KeyDataConfig, context: WidgetContext): NeedSpec[] {
  if (config.dataType === 'station_info') return config.stationValue ? [{ kind: 'stationDetails' }] : [];
  if (config.dataType !== 'device_data' || !config.deviceValue) return [];
  const sns = [config.deviceValue[1]];
  const type = PERIOD[config.calcInterval ?? 'real_time'];
  if (!type) {
    if (!context.historical) return [{ kind: 'realtime', sns }];
    return [{ kind: 'history', sns, ...dayWindow(context), maxPoints: DAY_POINTS }];
  }
  const method = METHOD[config.calcMethod ?? 'AVG'];
  const current: NeedSpec = {
    kind: 'statistic',
    sns,
    method,
    ...periodSoFar(context, type),
    bucket: 'total',
  };
  if (!isVersusLast(config.calcMethod)) return [current];
  return [current, { kind: 'statistic', sns, method, ...periodLast(context, type), bucket: 'total' }];
}

export interface KeyFigure {
  text: string;
  unit: string;
  /** Texts may wrap; figures stay on one line. */
  isText: boolean;
  ts: number | null;
  stale: boolean;
}

const plain = (text: string, unit = '', isText = true): KeyFigure => ({
  text,
  unit,
  isText,
  ts: null,
  stale: false,
});

/** V026: days from the initial time to today, where the station does not say them itself. */
export function operatingDays(details: Record<string, unknown>, context: WidgetContext): number | null {
  if (typeof details.operatingDays === 'number') return details.operatingDays;
  if (typeof details.initialTime !== 'string') return null;
  const start = time_parse(details.initialTime.slice(0, 10), context.zone);
  return start === null ? null : Math.max(0, Math.floor((context.now - start) / DAY_MS));
}

export interface StationWords {
  /** The title of a dictionary's value. */
  title(dictionary: 'powerSupplyType' | 'voltageClass', value: string): string;
  days: string;
}

function stationFigure(
  field: NonNullable<KeyDataConfig['stationValue']>,
  details: Record<string, unknown>,
  context: WidgetContext,
  words: StationWords,
): KeyFigure | null {
  const value = details[field];
  if (field === 'operatingDays') {
    const days = operatingDays(details, context);
    return days === null ? null : plain(valueText(days, 0), words.days, false);
  }
  if (field === 'capacity') return typeof value === 'number' ? plain(valueText(value), 'kWh', false) : null;
  if (typeof value !== 'string' || value === '') return null;
  if (field === 'powerSupplyType' || field === 'voltageClass') return plain(words.title(field, value));
  return plain(field === 'initialTime' ? value.slice(0, 10) : value, '', field !== 'initialTime');
}

function change(now: Reading | null, last: Reading | null): Reading | null {
  if (!now || typeof now.value !== 'number' || typeof last?.value !== 'number')
    return now && { ...now, value: null };
  return { ...now, value: now.value - last.value };
}

/** Null: there is nothing that could be shown, so the person is asked to configure it (V074). */
export function keyFigure(
  config: KeyDataConfig,
  context: WidgetContext,
  results: readonly NeedResult[],
  words: StationWords,
): KeyFigure | null {
  if (config.dataType === 'text') return config.textValue ? plain(config.textValue) : null;
  const specs = keyDataNeeds(config, context);
  const [spec, lastSpec] = specs;
  if (!spec) return null;
  if (config.dataType === 'station_info' && config.stationValue) {
    const details = objectData(results[0]);
    return (details && stationFigure(config.stationValue, details, context, words)) ?? plain(valueText(null));
  }
  const own = readingOf(spec, results[0]);
  const reading = lastSpec ? change(own, readingOf(lastSpec, results[1])) : own;
  const text = valueText(reading?.value, reading?.decimals);
  const isText = typeof reading?.value === 'string';
  return { text, unit: reading?.unit ?? '', isText, ts: reading?.ts ?? null, stale: reading?.stale ?? false };
}
