/**
 * Makes the text of a key figure, and its needs. It is a fixed text, a fact about the station or a value of a device.
 */
import type { KeyDataConfig } from '../../../generated/types.ts';
import { DAY_MS, type PeriodType, parseTime, startDay } from '../../core/time/timeWindow.ts';
import { chooseRange } from '../options/range.ts';
import { type Change, changeBetween } from '../widget/change.ts';
import { periodLast, periodSoFar, valueNeed, viewMoment } from '../widget/period.ts';
import { objectData, type Reading, readingOf, valueText } from '../widget/reading.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../widget/widget.ts';

type Method = NonNullable<KeyDataConfig['calcMethod']>;
type WireMethod = Extract<NeedSpec, { kind: 'statistic' }>['method'];

export interface KeySource
  extends Pick<KeyDataConfig, 'dataType' | 'textValue' | 'stationValue' | 'deviceValue' | 'calcMethod'> {
  /** Null for the current value. */
  period: PeriodType | null;
  /** The widget's own range. This range, or otherwise that of the board, replaces the period. */
  range: string | undefined;
}

/** Decision 21: the method is stored as the definition spells it, and sent in upper case. */
const METHOD: Record<Method, WireMethod> = {
  AVG: 'AVG',
  MAX: 'MAX',
  diff: 'DIFF',
  SUM: 'SUM',
  avg_vs_last: 'AVG',
  diff_vs_last: 'DIFF',
};

/**
 * Returns whether the method compares with the last period. The form no longer offers these methods, but stored widgets
 * may have them (decision 22).
 */
const isVersusLast = (method?: Method) => method === 'avg_vs_last' || method === 'diff_vs_last';

export function keyNeeds(source: KeySource, context: WidgetContext): NeedSpec[] {
  const { dataType, stationValue, deviceValue, calcMethod, period, range } = source;
  if (dataType === 'station_info') return stationValue ? [{ kind: 'stationDetails' }] : [];
  if (dataType !== 'device_data' || !deviceValue) return [];
  const sns = [deviceValue[1] as string];
  if (!period) return [valueNeed(sns, context)];
  const method = METHOD[calcMethod ?? 'AVG'];
  const versusLast = isVersusLast(calcMethod);
  // A comparison with the last period always uses the current period, not the displayed range.
  const { from, to } = (versusLast ? null : chooseRange(range, context)) ?? periodSoFar(context, period);
  const current: NeedSpec = { kind: 'statistic', sns, method, from, to, bucket: 'total' };
  if (!versusLast) return [current];
  return [current, { kind: 'statistic', sns, method, ...periodLast(context, period), bucket: 'total' }];
}

export interface KeyFigure {
  text: string;
  unit: string;
  /** Texts may wrap. Figures stay on one line. */
  isText: boolean;
  ts: number | null;
  stale: boolean;
  /** The value for thresholds. Null for texts. */
  value: number | null;
}

const plain = (text: string, unit = '', isText = true): KeyFigure => ({
  text,
  unit,
  isText,
  ts: null,
  stale: false,
  value: null,
});

/** V026: returns the days from the initial time to the moment, unless the station reports this number. */
export function operatingDays(details: Record<string, unknown>, context: WidgetContext): number | null {
  const days = details.operatingDays;
  if (typeof days === 'number') {
    const { now, zone } = context;
    const since = (startDay(now, zone) - startDay(viewMoment(context), zone)) / DAY_MS;
    return Math.max(0, days - Math.round(since));
  }
  if (typeof details.initialTime !== 'string') return null;
  const start = parseTime(details.initialTime.slice(0, 10), context.zone);
  return start === null ? null : Math.max(0, Math.floor((viewMoment(context) - start) / DAY_MS));
}

export interface StationWords {
  /** Returns the label of a dictionary entry. */
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

function difference(now: Reading | null, last: Reading | null): Reading | null {
  if (!now || typeof now.value !== 'number' || typeof last?.value !== 'number')
    return now && { ...now, value: null };
  return { ...now, value: now.value - last.value };
}

/**
 * Returns the text of the key figure. Null if no content is chosen. The widget then asks the user to configure it
 * (V074).
 */
export function keyFigure(
  source: KeySource,
  context: WidgetContext,
  results: readonly NeedResult[],
  words: StationWords,
): KeyFigure | null {
  if (source.dataType === 'text') return source.textValue ? plain(source.textValue) : null;
  const [spec, lastSpec] = keyNeeds(source, context);
  if (!spec) return null;
  if (source.dataType === 'station_info' && source.stationValue) {
    const details = objectData(results[0]);
    return (details && stationFigure(source.stationValue, details, context, words)) ?? plain(valueText(null));
  }
  const firstReading = readingOf(spec, results[0]);
  const reading = lastSpec ? difference(firstReading, readingOf(lastSpec, results[1])) : firstReading;
  return {
    text: valueText(reading?.value, reading?.decimals),
    unit: reading?.unit ?? '',
    isText: typeof reading?.value === 'string',
    ts: reading?.ts ?? null,
    stale: reading?.stale ?? false,
    value: typeof reading?.value === 'number' ? reading.value : null,
  };
}

/** Returns the change against the same figure of an earlier period. Null if the option is off. */
export function keyChange(
  source: KeySource,
  context: WidgetContext,
  figure: KeyFigure,
  compared: NeedResult | undefined,
): Change | null {
  const [spec] = keyNeeds(source, context);
  if (!spec || !compared || isVersusLast(source.calcMethod)) return null;
  const before = readingOf(spec, compared)?.value;
  return changeBetween(figure.value, typeof before === 'number' ? before : null);
}
