/**
 * Simulates the power quality analyser at the point of supply. Its values depend on the load alone, not on earlier
 * values.
 */
import { distortion, lineUnbalance } from '../../server/sites/quality/formulas.ts';
import { ORDERS, PHASES } from './catalogue.ts';
import { frequencyAt } from './grid.ts';
import { loadAt } from './load.ts';
import { localTime } from './localTime.ts';
import { noise } from './noise.ts';
import type { SiteSpec } from './site.ts';
import { temperatureAt } from './weather.ts';

const VOLTAGE_DROP = 0.022;
/** Share of drives and converters in each harmonic order, relative to their load. */
const ORDER_SHARE: Readonly<Record<(typeof ORDERS)[number], number>> = { 3: 0.35, 5: 1.9, 7: 1.35, 11: 0.8 };
const ORDER_BASE: Readonly<Record<(typeof ORDERS)[number], number>> = { 3: 0.35, 5: 0.9, 7: 0.65, 11: 0.4 };
const POWER_FACTOR = 0.93;

/** The evening of each month on which the grid voltage is too high for an hour and a half. */
const HIGH_DAY = 12;
const HIGH_FROM = 19;
const HIGH_TO = 20.5;
const HIGH_BY = 0.085;

const dayOfMonth = (day: number): number => new Date(day * 86_400_000).getUTCDate();

function gridLevel({ seed, zone }: SiteSpec, ts: number): number {
  const { day, hour } = localTime(zone, ts);
  const isHigh = dayOfMonth(day) === HIGH_DAY && hour >= HIGH_FROM && hour < HIGH_TO;
  return 1 + 0.012 * noise(seed + 33, ts, 5_400_000) + (isHigh ? HIGH_BY : 0);
}

const DEGREES = 180 / Math.PI;
/** Degrees by which a line voltage leads the phase voltage of its first phase. */
const LINE_AHEAD = 30;

/** Returns the angle between two sides of a triangle, in degrees. */
const between = (one: number, other: number, across: number): number =>
  DEGREES * Math.acos((one * one + other * other - across * across) / (2 * one * other));

/** Returns the angles of the three line voltages, which close a triangle. The first one is at 0°. */
export function lineAngles([ab, bc, ca]: readonly [number, number, number]): [number, number, number] {
  return [0, between(ab, bc, ca) - 180, 180 - between(ca, ab, bc)];
}

/** The codes of a phase. A past has millions of values, so these names are built only once. */
const CODES = PHASES.map((phase) => ({
  voltage: `voltage${phase}`,
  current: `current${phase}`,
  distortion: `thdU${phase}`,
  voltageAngle: `angleU${phase}`,
  currentAngle: `angleI${phase}`,
  flicker: `plt${phase}`,
  harmonics: ORDERS.map((order) => `u${phase}h${order}`),
}));

/** Returns the readings by catalogue code, not rounded. */
export function qualityReadings(site: SiteSpec, ts: number): Record<string, number> {
  const { seed, grid } = site;
  const load = loadAt(site, ts, temperatureAt(site, ts));
  const share = load / grid.transformer;
  const level = gridLevel(site, ts) - VOLTAGE_DROP * share;
  const voltageOf = (phase: number) => grid.voltage * (level + 0.003 * noise(seed + 34 + phase, ts, 90_000));
  const voltages = [voltageOf(0), voltageOf(1), voltageOf(2)] as const;
  const angles = lineAngles(voltages);
  const current = (load * 1000) / (Math.sqrt(3) * grid.voltage * POWER_FACTOR);
  const readings: Record<string, number> = {
    frequency: frequencyAt(seed, ts),
    unbalance: lineUnbalance(...voltages),
  };
  for (const [at, codes] of CODES.entries()) {
    const spread = 1 + 0.06 * noise(seed + 70 + at, ts, 1_200_000);
    const harmonics = ORDERS.map((order) => {
      const swing = 1 + 0.18 * noise(seed + 80 + at * 20 + order, ts, 600_000);
      return (ORDER_BASE[order] + ORDER_SHARE[order] * share) * spread * swing;
    });
    readings[codes.voltage] = voltages[at]!;
    readings[codes.current] = current * (1 + 0.03 * noise(seed + 40 + at, ts, 300_000));
    readings[codes.distortion] = distortion(harmonics, 100);
    const factor = POWER_FACTOR + 0.03 * noise(seed + 95 + at, ts, 900_000);
    readings[codes.voltageAngle] = angles[at]!;
    readings[codes.currentAngle] = angles[at]! - LINE_AHEAD - DEGREES * Math.acos(factor);
    for (const [place, code] of codes.harmonics.entries()) readings[code] = harmonics[place]!;
    readings[codes.flicker] = 0.28 + 0.35 * share + 0.08 * noise(seed + 90 + at, ts, 7_200_000);
  }
  return readings;
}
