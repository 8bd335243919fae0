/** The rows of power quality for a month or another window, from ten-minute means. Pure. */

import type { components } from '../../../generated/api.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import {
  answered,
  complianceOf,
  deviation,
  lineUnbalance,
  magnitudeUnbalance,
  meanOf,
  monthVerdict,
  nominalOf,
  spreadOf,
} from './formulas.ts';
import type { Limit, LimitName, StationLimits } from './limits.ts';
import { compareRoles, type Group, keyOf, type QualityRole } from './roles.ts';

export type QualityRow = components['schemas']['QualityMonthRow'];
export type Quantity = QualityRow['quantity'];

export interface Measured {
  role: QualityRole;
  means: Float64Array;
}

interface Series {
  quantity: Quantity;
  phase: string;
  order: number | null;
  unit: string;
  limit: Limit;
  means: Float64Array;
}

const NOMINAL_FREQUENCY = 50;

const limitName = ({ group, order }: QualityRole): LimitName | null => {
  const names: Readonly<Record<Group, LimitName | null>> = {
    ...{ voltage: 'voltage', current: null, frequency: 'frequency', unbalance: 'voltageUnbalance' },
    ...{ voltageAngle: null, currentAngle: null },
    ...{ thdU: 'thdU', flicker: 'flicker', harmonic: order! % 2 === 1 ? 'oddHarmonic' : 'evenHarmonic' },
  };
  return names[group];
};

/** Combines three phases into one figure where all three are known. Null if a phase is not measured. */
function joined(
  found: ReadonlyMap<string, Measured>,
  group: 'voltage' | 'current',
  join: (one: number, two: number, three: number) => number,
): Float64Array | null {
  const [one, two, three] = ['A', 'B', 'C'].map((phase) => found.get(`${group}${phase}`)?.means);
  if (!one || !two || !three) return null;
  return one.map((value, at) => join(value, two[at]!, three[at]!));
}

type Judged = Exclude<Group, 'current' | 'voltageAngle' | 'currentAngle'>;

const QUANTITIES: Readonly<Record<Judged, { quantity: Quantity; unit: string }>> = {
  voltage: { quantity: 'voltageDeviation', unit: '%' },
  frequency: { quantity: 'frequencyDeviation', unit: 'Hz' },
  unbalance: { quantity: 'voltageUnbalance', unit: '%' },
  thdU: { quantity: 'thdU', unit: '%' },
  harmonic: { quantity: 'harmonic', unit: '%' },
  flicker: { quantity: 'flicker', unit: '' },
};

/**
 * Returns the unbalance series. Line voltages are sufficient. Voltages between line and neutral also need their angles.
 */
function unbalanceSeries(
  found: ReadonlyMap<string, Measured>,
  { limits, nominalVoltage }: StationLimits,
): Series[] {
  const voltage = found.get('voltageA');
  const mean = voltage ? meanOf(voltage.means) : null;
  const isLine =
    mean !== null && nominalVoltage !== null && nominalOf(mean, nominalVoltage) === nominalVoltage;
  const ofVoltage = !found.has('unbalance') && isLine ? joined(found, 'voltage', lineUnbalance) : null;
  const ofCurrent = joined(found, 'current', magnitudeUnbalance);
  const series = (quantity: Quantity, limit: Limit, means: Float64Array): Series => ({
    ...{ quantity, phase: '', order: null, unit: '%', limit, means },
  });
  return [
    ...(ofVoltage ? [series('voltageUnbalance', limits.voltageUnbalance, ofVoltage)] : []),
    ...(ofCurrent ? [series('currentUnbalance', limits.currentUnbalance, ofCurrent)] : []),
  ];
}

function seriesOf(measured: Measured, { limits, nominalVoltage }: StationLimits): Series | null {
  const { role, means } = measured;
  const name = limitName(role);
  const { group } = role;
  if (name === null || group === 'current' || group === 'voltageAngle' || group === 'currentAngle')
    return null;
  const common = { ...QUANTITIES[group], phase: role.phase, order: role.order, limit: limits[name] };
  if (group === 'frequency') return { ...common, means: means.map((value) => value - NOMINAL_FREQUENCY) };
  if (group !== 'voltage') return { ...common, means };
  const mean = meanOf(means);
  if (nominalVoltage === null) return null;
  const nominal = mean === null ? nominalVoltage : nominalOf(mean, nominalVoltage);
  return { ...common, means: means.map((value) => deviation(value, nominal)) };
}

/** Returns all evaluated series of a station, in the order of the table. */
export function qualitySeries(measured: readonly Measured[], limits: StationLimits): Series[] {
  const ordered = measured.toSorted((one, other) => compareRoles(one.role, other.role));
  const found = new Map(ordered.map((one) => [keyOf(one.role), one]));
  return [...ordered.flatMap((one) => seriesOf(one, limits) ?? []), ...unbalanceSeries(found, limits)];
}

interface Window {
  /** Start of the first mean, and interval between means, in milliseconds. */
  start: number;
  step: number;
  /** Number of expected means in the past part of the window. */
  expected: number;
  lang: Lang;
}

export function monthRows(series: readonly Series[], { start, step, expected, lang }: Window): QualityRow[] {
  return series.map(({ quantity, phase, order, unit, limit: { low, high, source }, means }): QualityRow => {
    const spread = spreadOf(means);
    const compliance = complianceOf(means, low, high);
    const { samples, mean, p95, max, min, maxAt } = spread;
    return {
      ...{ quantity, phase, order, unit, low, high, source: pickText(source, lang) },
      ...{ samples, expected, mean: answered(mean), p95: answered(p95) },
      ...{ max: answered(max), min: answered(min), compliance: answered(compliance) },
      maxTime: maxAt === null ? null : new Date(start + maxAt * step).toISOString(),
      verdict: monthVerdict({ spread, expected, low, high, compliance }),
    };
  });
}
