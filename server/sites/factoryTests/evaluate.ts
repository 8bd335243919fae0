/**
 * Computes the figures of a run from the stored points of its devices, and compares the figures with the limits. Pure.
 */
import { type Reading, usedWithin } from '../mobile/counter.ts';
import { type Part, type RunStep, TAIL_MS } from './procedure.ts';

/** The time, and the value in the required unit. */
export type Point = readonly [ts: number, value: number];

/** Points per quantity. Empty if the devices do not measure the quantity. */
export interface Points {
  charge: readonly Reading[];
  discharge: readonly Reading[];
  power: readonly Point[];
  auxiliary: readonly Point[];
  cellVoltageMax: readonly Point[];
  cellVoltageMin: readonly Point[];
  cellTemperatureMax: readonly Point[];
  cellTemperatureMin: readonly Point[];
}

export interface Energies {
  charged: number;
  discharged: number;
  recharged: number;
  auxiliary: number | null;
}

export interface Figures {
  energyShare: number | null;
  efficiency: number | null;
  voltageSpread: number | null;
  temperatureMin: number | null;
  temperatureMax: number | null;
  temperatureSpread: number | null;
  auxiliaryEnergy: number | null;
  missingShare: number;
}

export interface TestLimits {
  energyShare: number;
  efficiency: number;
  voltageSpread: number;
  temperatureMin: number;
  temperatureMax: number;
  temperatureSpread: number;
}

export interface Failure {
  limit: keyof TestLimits | 'missingShare';
  value: number | null;
  bound: number;
  unit: string;
}

export interface Verdict {
  result: 'passed' | 'failed' | 'invalid';
  failures: Failure[];
}

interface Span {
  from: number;
  to: number;
}

const HOUR_MS = 3_600_000;
const MILLI = 1000;
const PERCENT = 100;
/** Maximum gap in ms that never counts as missing data, independent of the report interval. */
const SHORT_GAP_MS = 10_000;
/** Number of report intervals after which a gap counts as missing data. */
const GAP_INTERVALS = 2;
/** Percent of missing data above which a test is not valid. */
export const MISSING_LIMIT = 1;

const spanOf = ({ from, to }: Part): Span => ({ from: Date.parse(from), to: Date.parse(to ?? from) });

/** Returns the times of a step. They include a short time after its end, because the counters lag. */
function spansOf(parts: readonly Part[], step: RunStep): Span[] {
  return parts.flatMap((part, place) => {
    if (part.step !== step) return [];
    const { from, to } = spanOf(part);
    const next = parts[place + 1];
    const isResumed = next?.step === step;
    const end = isResumed ? Math.min(to + TAIL_MS, Date.parse(next.from)) : to + TAIL_MS;
    return [{ from, to: end }];
  });
}

const countIn = (readings: readonly Reading[], spans: readonly Span[]): number =>
  spans.reduce((sum, span) => sum + usedWithin(readings, span), 0);

const within = (points: readonly Point[], spans: readonly Span[]): Point[] =>
  points.filter(([ts]) => spans.some(({ from, to }) => ts >= from && ts <= to));

/** Integrates power to energy. A value is valid until the next value. */
function integrate(points: readonly Point[], spans: readonly Span[]): number {
  return points.slice(0, -1).reduce((sum, [ts, value], place) => {
    const until = points[place + 1]![0];
    const share = spans.reduce(
      (time, { from, to }) => time + Math.max(0, Math.min(until, to) - Math.max(ts, from)),
      0,
    );
    return sum + (value * share) / HOUR_MS;
  }, 0);
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Returns the share of the run without points of the converter, in percent. */
export function missingShare(power: readonly Point[], spans: readonly Span[]): number {
  const total = spans.reduce((sum, { from, to }) => sum + to - from, 0);
  if (total <= 0) return PERCENT;
  const times = power.map(([ts]) => ts);
  const usual = medianOf(times.slice(1).map((ts, place) => ts - times[place]!));
  const most = Math.max(SHORT_GAP_MS, usual * GAP_INTERVALS);
  const missing = spans.reduce((sum, { from, to }) => {
    const inside = [from, ...times.filter((ts) => ts > from && ts < to), to];
    const gaps = inside.slice(1).map((ts, place) => ts - inside[place]!);
    return sum + gaps.filter((gap) => gap > most).reduce((length, gap) => length + gap - usual, 0);
  }, 0);
  return (missing / total) * PERCENT;
}

/**
 * Returns the largest difference between two quantities at the same times, in their unit. Null if they have
 * no time in common.
 */
function widest(high: readonly Point[], low: readonly Point[]): number | null {
  const lows = new Map(low);
  const spreads = high.flatMap(([ts, value]) => {
    const other = lows.get(ts);
    return other === undefined ? [] : [value - other];
  });
  return spreads.length === 0 ? null : spreads.reduce((most, one) => Math.max(most, one));
}

/**
 * Returns the largest voltage spread of the cells at the end of a rest, in mV. The voltages have settled by
 * then. Null without a measured rest.
 */
function spreadAtRest(parts: readonly Part[], points: Points): number | null {
  const spreads = (['restCharged', 'restDischarged'] as const).flatMap((step) => {
    const spans = parts.filter((part) => part.step === step).map(spanOf);
    const last = within(points.cellVoltageMax, spans).at(-1);
    const spread = last && widest([last], points.cellVoltageMin);
    return spread === undefined || spread === null ? [] : [spread * MILLI];
  });
  return spreads.length === 0 ? null : Math.max(...spreads);
}

const lowest = (points: readonly Point[]): number | null =>
  points.length === 0 ? null : points.reduce((least, [, value]) => Math.min(least, value), Infinity);
const highest = (points: readonly Point[]): number | null =>
  points.length === 0 ? null : points.reduce((most, [, value]) => Math.max(most, value), -Infinity);

const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits));

export function countEnergies(parts: readonly Part[], points: Points): Energies {
  const all = parts.map(spanOf);
  return {
    charged: rounded(countIn(points.charge, spansOf(parts, 'charge')), 3)!,
    discharged: rounded(countIn(points.discharge, spansOf(parts, 'discharge')), 3)!,
    recharged: rounded(countIn(points.charge, spansOf(parts, 'recharge')), 3)!,
    auxiliary: points.auxiliary.length === 0 ? null : rounded(integrate(points.auxiliary, all), 3),
  };
}

export interface Rated {
  ratedEnergy: number;
  socStart: number | null;
  socEnd: number | null;
}

/**
 * Returns the discharged energy in percent of the charged energy. If the final SOC differs from the initial SOC, the
 * battery has stored or released the difference. A recharge to the initial SOC closes the cycle.
 */
function efficiencyOf({ charged, recharged, discharged }: Energies, rated: Rated): number | null {
  const totalCharged = charged + recharged;
  if (totalCharged <= 0 || discharged <= 0) return null;
  const retained = (((rated.socEnd ?? 0) - (rated.socStart ?? 0)) / PERCENT) * rated.ratedEnergy;
  return ((discharged + retained) / totalCharged) * PERCENT;
}

export function figuresOf(parts: readonly Part[], points: Points, energies: Energies, rated: Rated): Figures {
  const spans = parts.map(spanOf);
  const high = within(points.cellTemperatureMax, spans);
  const low = within(points.cellTemperatureMin, spans);
  const share = energies.discharged > 0 ? (energies.discharged / rated.ratedEnergy) * PERCENT : null;
  return {
    energyShare: rounded(share, 2),
    efficiency: rounded(efficiencyOf(energies, rated), 2),
    voltageSpread: rounded(spreadAtRest(parts, points), 1),
    temperatureMin: rounded(lowest(low), 1),
    temperatureMax: rounded(highest(high), 1),
    temperatureSpread: rounded(widest(high, low), 1),
    auxiliaryEnergy: energies.auxiliary,
    missingShare: rounded(missingShare(points.power, spans), 2)!,
  };
}

/**
 * Limits with their units. The boolean marks upper limits. The last value, if set, is the only kind of test to which
 * the limit applies.
 */
const JUDGED: readonly (readonly [keyof TestLimits, unit: string, isUpper: boolean, only?: string])[] = [
  ['energyShare', '%', false, 'capacity'],
  ['efficiency', '%', false, 'efficiency'],
  ['voltageSpread', 'mV', true],
  ['temperatureMin', '°C', false],
  ['temperatureMax', '°C', true],
  ['temperatureSpread', 'K', true],
];

/** Compares the figures of a run with the limits. A missing figure fails. */
export function judgeRun(figures: Figures, limits: TestLimits, kind: string): Verdict {
  if (figures.missingShare > MISSING_LIMIT) {
    const failure: Failure = {
      limit: 'missingShare',
      value: figures.missingShare,
      bound: MISSING_LIMIT,
      unit: '%',
    };
    return { result: 'invalid', failures: [failure] };
  }
  const failures = JUDGED.flatMap(([limit, unit, isUpper, only]): Failure[] => {
    if (only !== undefined && kind !== 'full' && kind !== only) return [];
    const [value, bound] = [figures[limit], limits[limit]];
    const isMet = value !== null && (isUpper ? value <= bound : value >= bound);
    return isMet ? [] : [{ limit, value, bound, unit }];
  });
  return { result: failures.length === 0 ? 'passed' : 'failed', failures };
}
