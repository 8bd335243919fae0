/** Power quality of a station for calls: current values, a month, and the unbalance over a window. */

import type { components } from '../../../generated/api.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { HOUR_MS, parseTime, periodAround } from '../../../runtime/core/time/timeWindow.ts';
import { SLOT_MS } from '../telemetry/read/meanSlots.ts';
import { checkTime, checkWindow } from '../telemetry/read/needs.ts';
import { answered, complianceOf, deviation, meanOf, nominalOf, spreadOf, valueVerdict } from './formulas.ts';
import type { LimitName, StationLimits } from './limits.ts';
import { type Measured, monthRows, qualitySeries } from './month.ts';
import { isAngle, type QualityRole } from './roles.ts';
import { type QualityContext, type QualityStation, readQualityStation } from './station.ts';

type Setting = components['schemas']['QualitySetting'];
type Value = components['schemas']['QualityValue'];
type Month = components['schemas']['QualityMonth'];
type Course = components['schemas']['UnbalanceCourse'];

const NOMINAL_FREQUENCY = 50;
const PERCENT = 100;

const UNITS: Readonly<Record<LimitName, string>> = {
  ...{ voltage: '%', frequency: 'Hz', voltageUnbalance: '%', currentUnbalance: '%' },
  ...{ thdU: '%', oddHarmonic: '%', evenHarmonic: '%', flicker: '' },
};

/** C713: returns the effective limits. */
export function settingOf({ sn, saved, limits }: QualityStation, lang: Lang): Setting {
  const names = Object.keys(UNITS) as LimitName[];
  return {
    ...{ stationSn: sn, saved, standard: limits.standard, nominalVoltage: limits.nominalVoltage },
    limits: names.map((name) => {
      const { low, high, source } = limits.limits[name];
      return { name, unit: UNITS[name], low, high, source: pickText(source, lang) };
    }),
  };
}

/** Returns the limit of a role with the value to compare. All are null for a role without limits. */
function judgedOf(
  role: QualityRole,
  value: number | null,
  { limits, nominalVoltage }: StationLimits,
): { judged: number | null; low: number | null; high: number | null } {
  const { group, order } = role;
  if (group === 'current' || group === 'voltageAngle' || group === 'currentAngle')
    return { judged: null, low: null, high: null };
  const name: LimitName =
    group === 'harmonic'
      ? order! % 2 === 1
        ? 'oddHarmonic'
        : 'evenHarmonic'
      : group === 'unbalance'
        ? 'voltageUnbalance'
        : group;
  const { low, high } = limits[name];
  if (value === null) return { judged: null, low, high };
  if (group === 'frequency') return { judged: value - NOMINAL_FREQUENCY, low, high };
  if (group !== 'voltage') return { judged: value, low, high };
  if (nominalVoltage === null || value <= 0) return { judged: null, low, high };
  return { judged: deviation(value, nominalOf(value, nominalVoltage)), low, high };
}

/** C756: returns the current values. A value older than the silence limit of its device is not evaluated. */
export function realtimeOf({ telemetry }: QualityContext, { variables, limits }: QualityStation): Value[] {
  const readings = telemetry.latest(variables.map(({ variable }) => variable));
  return variables.map(({ variable, role }, at): Value => {
    const reading = readings[at];
    const value = typeof reading?.data === 'number' ? reading.data : null;
    const stale = reading?.stale ?? true;
    const { judged, low, high } = judgedOf(role, value, limits);
    const { sn, name, unit, decimals } = variable;
    return {
      ...{ sn, name, unit, decimals, ...role, value: answered(value, decimals), stale, low, high },
      judged: answered(judged),
      ts: reading?.ts ?? null,
      verdict: stale ? 'unknown' : valueVerdict(judged, low, high),
    };
  });
}

interface Window {
  from: number;
  to: number;
}

interface MeasuredWindow {
  start: number;
  measured: Measured[];
  /** Number of expected means in the past part of the window. */
  expected: number;
}

/** Reads the complete ten-minute means of a window. */
async function readMeasured(
  { telemetry, session }: QualityContext,
  station: QualityStation,
  { from, to }: Window,
): Promise<MeasuredWindow> {
  const { tenantId } = session;
  const variables = station.variables.filter(({ role }) => !isAngle(role));
  const all = variables.map(({ variable }) => variable);
  const ended = Math.max(from, Math.floor(Math.min(to, Date.now()) / SLOT_MS) * SLOT_MS);
  const { start, series } = await telemetry.means({ tenantId, variables: all, from, to: ended });
  return {
    start,
    measured: variables.map(({ role }, at) => ({ role, means: series[at]! })),
    expected: Math.max(0, Math.floor(ended / SLOT_MS) - Math.ceil(from / SLOT_MS)),
  };
}

const METHOD = {
  zh: '10 分钟平均值（UTC 整 10 分钟）；剔除缺测后去掉最大的 5 % 取 95 % 值；有效数据不足 80 % 不作评价；达标率不低于 95 % 为合格。',
  en: 'Ten-minute means (UTC). The 95 % value is the highest mean without gaps and the top 5 %. Below 80 % valid data there is no verdict. Limits must be met 95 % of the time.',
};
const NOON_OF_MIDDLE = '-15 12:00:00';

/** C757: reads a month in the time zone of the station. */
export async function readMonth(
  ctx: QualityContext,
  stationSn: string,
  month: string | undefined,
): Promise<Month> {
  const station = await readQualityStation(ctx, { sn: stationSn });
  const { zone, limits } = station;
  const now = Date.now();
  const around = month === undefined ? now : checkTime(parseTime(`${month}${NOON_OF_MIDDLE}`, zone));
  const { from, to } = periodAround(around, 'MONTH', zone);
  const { start, measured, expected } = await readMeasured(ctx, station, { from, to });
  const named = new Date(around).toISOString().slice(0, 'YYYY-MM'.length);
  return {
    ...{ stationSn, month: month ?? named, zone },
    ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    ...{
      standard: limits.standard,
      nominalVoltage: limits.nominalVoltage,
      method: pickText(METHOD, ctx.lang),
    },
    rows: monthRows(qualitySeries(measured, limits), { start, step: SLOT_MS, expected, lang: ctx.lang }),
  };
}

/** Maximum length of a window in years. Ten-minute means of a longer window would take too long to read. */
const MOST_YEARS = 2;
/** Maximum number of steps. More would not be visible. */
const MOST_POINTS = 1_000;
const DURATION_STEPS = 100;
const WORST_HOURS = 10;
const HOUR_SLOTS = HOUR_MS / SLOT_MS;

/** Returns the highest mean of each step, so that no peak is lost. A step without means is a gap. */
function peaks(means: Float64Array, start: number): Course['points'] {
  const width = Math.max(1, Math.ceil(means.length / MOST_POINTS));
  return Array.from({ length: Math.ceil(means.length / width) }, (_, step) => {
    const part = means.subarray(step * width, (step + 1) * width);
    const { max } = spreadOf(part);
    return [start + step * width * SLOT_MS, answered(max)];
  });
}

function durationOf(means: Float64Array): Course['duration'] {
  const sorted = means.filter((mean) => !Number.isNaN(mean)).sort();
  if (sorted.length === 0) return [];
  return Array.from({ length: DURATION_STEPS + 1 }, (_, at) => {
    const share = (at * PERCENT) / DURATION_STEPS;
    const place = Math.round(((sorted.length - 1) * (PERCENT - share)) / PERCENT);
    return { share, value: answered(sorted[place]!) };
  });
}

/** Returns the hours sorted by their means, worst first. */
function worstHours(means: Float64Array, start: number): Course['worst'] {
  const hours = Array.from({ length: Math.ceil(means.length / HOUR_SLOTS) }, (_, hour) => ({
    from: start + hour * HOUR_MS,
    value: meanOf(means.subarray(hour * HOUR_SLOTS, (hour + 1) * HOUR_SLOTS)),
  }));
  return hours
    .flatMap(({ from, value }) =>
      value === null ? [] : [{ from: new Date(from).toISOString(), value: answered(value) }],
    )
    .sort((one, other) => other.value - one.value)
    .slice(0, WORST_HOURS);
}

export async function readUnbalance(
  ctx: QualityContext,
  stationSn: string,
  period: { from: string; to: string },
): Promise<Course[]> {
  const station = await readQualityStation(ctx, { sn: stationSn });
  const at = (text: string) => checkTime(parseTime(text, station.zone));
  const window = checkWindow(at(period.from), at(period.to), MOST_YEARS);
  const { start, measured, expected } = await readMeasured(ctx, station, window);
  return qualitySeries(measured, station.limits).flatMap((series): Course[] => {
    const { quantity, means, limit } = series;
    if (quantity !== 'voltageUnbalance' && quantity !== 'currentUnbalance') return [];
    const { samples, p95, max } = spreadOf(means);
    const within = complianceOf(means, limit.low, limit.high);
    return [
      {
        ...{ quantity, limit: limit.high, source: pickText(limit.source, ctx.lang), samples, expected },
        ...{ p95: answered(p95), max: answered(max) },
        over: within === null ? null : answered(PERCENT - within),
        ...{ points: peaks(means, start), duration: durationOf(means), worst: worstHours(means, start) },
      },
    ];
  });
}
