/**
 * Decides the set point of a converter from measured values, the power that the strategy requests, and the limits in
 * their order. Pure. Powers are in kW on the AC side, discharging positive.
 */
import { CYCLE_S } from '../control/setPoint.ts';
import type { Limits } from './limits.ts';
import { blockAt, type Plan } from './plan.ts';

export type LimitName =
  | 'emergencyStop'
  | 'offGrid'
  | 'unknown'
  | 'clock'
  | 'silent'
  | 'manual'
  | 'soc'
  | 'cellVoltage'
  | 'cellTemperature'
  | 'bmsCurrent'
  | 'pcs'
  | 'transformer'
  | 'demand'
  | 'export'
  | 'ramp'
  | 'strategy';

/** Null if the variable has no current value. Undefined if the variable does not exist. */
type Value = number | null | undefined;

export interface Measured {
  emergencyStop?: Value;
  /** 0 if the converter supplies the station off the grid. It then accepts no set point. */
  gridMode?: Value;
  soc?: Value;
  cellVoltageMax?: Value;
  cellVoltageMin?: Value;
  cellTemperatureMax?: Value;
  cellTemperatureMin?: Value;
  /** The maximum power that the battery management allows now, in kW. */
  chargePowerLimit?: Value;
  dischargePowerLimit?: Value;
  /** Power of the converter. */
  power?: Value;
  /** Power at the grid meter, import positive. */
  grid?: Value;
}

export interface Situation {
  plan: Plan;
  limits: Limits;
  measured: Measured;
  /** Minutes since midnight in the station's local time. */
  minute: number;
  /** Epoch milliseconds. */
  now: number;
  /** The previous decision. */
  last: { power: number; at: number } | null;
  /** True if a user paused the strategy. */
  resting?: boolean;
}

export type Range = readonly [low: number, high: number];

export interface Decision {
  /** The power that the strategy requests. Null if it cannot be determined. */
  wish: number | null;
  power: number;
  /** The limit that determined the power, or the strategy itself. */
  limit: LimitName;
  /** The powers within all limits except the ramp, which limits changes. */
  allowed: Range;
}

/** Maximum backward step of the clock in ms. A larger step would repeat blocks that have already run. */
const CLOCK_SLACK_MS = 2_000;

const known = (value: Value): value is number => typeof value === 'number' && Number.isFinite(value);

const clamp = (value: number, [low, high]: Range): number => Math.min(high, Math.max(low, value));

/** Decimals of summed powers in kW, down to the milliwatt. Further digits of a float are noise. */
const DIGITS = 6;
const withoutNoise = (power: number): number => Number(power.toFixed(DIGITS)) || 0;

/** Extends a range to zero. Every limit therefore allows zero power, and limits never contradict each other. */
const around = (low: number, high: number): Range => [Math.min(0, low), Math.max(0, high)];

/** Returns the power that the station consumes without its battery. Negative if it generates more than it consumes. */
const needOf = ({ grid, power }: Measured): number | null =>
  known(grid) && known(power) ? withoutNoise(grid + power) : null;

function shavedPower({ peakPower, chargeBelow }: Plan, need: number): number {
  if (peakPower !== null && need > peakPower) return need - peakPower;
  return chargeBelow !== null && need < chargeBelow ? need - chargeBelow : 0;
}

/**
 * Returns the power that the battery stores because it exceeds the permitted export. The battery returns it to the
 * station later.
 */
const limitedPower = ({ exportPower }: Plan, need: number): number =>
  need > 0 ? need : Math.min(0, need + (exportPower ?? 0));

/**
 * Returns the power that the plan requests. Null if a required value is not measured, or no block covers this minute.
 */
function wishOf({ plan, minute }: Situation, need: number | null): number | null {
  switch (plan.kind) {
    case 'timeOfDay': {
      const blocks = plan.blocks ?? [];
      return blocks[blockAt(blocks, minute)]?.power ?? null;
    }
    case 'fixedPower':
      return plan.power;
    case 'peakShaving':
      return need === null ? null : shavedPower(plan, need);
    case 'selfConsumption':
      return need;
    case 'exportLimit':
      return need === null ? null : limitedPower(plan, need);
    case 'idle':
      return 0;
  }
}

/**
 * Returns the power range for the state of charge. Outside its window, the battery may only move towards the window.
 */
const socRange = (soc: number, { socMin, socMax }: Limits): Range => [
  soc >= socMax ? 0 : -Infinity,
  soc <= socMin ? 0 : Infinity,
];

function voltageRange({ cellVoltageMax, cellVoltageMin }: Measured, [low, high]: Range): Range {
  return [
    known(cellVoltageMax) && cellVoltageMax >= high ? 0 : -Infinity,
    known(cellVoltageMin) && cellVoltageMin <= low ? 0 : Infinity,
  ];
}

function temperatureRange({ cellTemperatureMax, cellTemperatureMin }: Measured, [low, high]: Range): Range {
  const hot = known(cellTemperatureMax) && cellTemperatureMax >= high;
  const cold = known(cellTemperatureMin) && cellTemperatureMin <= low;
  return hot || cold ? [0, 0] : [-Infinity, Infinity];
}

/** Returns the power ranges of all limits, strongest first. */
function rangesOf({ limits, measured, now, last }: Situation, need: number): [LimitName, Range][] {
  const { charge, discharge, transformer, demand, ramp } = limits;
  const { chargePowerLimit, dischargePowerLimit } = measured;
  const base = last?.power ?? (known(measured.power) ? measured.power : 0);
  // A longer interval between two decisions does not allow a larger change.
  const seconds = last ? Math.min(CYCLE_S, Math.max(0, now - last.at) / 1000) : CYCLE_S;
  const step = ramp === null ? Infinity : ramp * seconds;
  return [
    ['soc', socRange(measured.soc!, limits)],
    ['cellVoltage', voltageRange(measured, limits.cellVoltage)],
    ['cellTemperature', temperatureRange(measured, limits.cellTemperature)],
    ['bmsCurrent', around(-(chargePowerLimit ?? Infinity), dischargePowerLimit ?? Infinity)],
    ['pcs', around(-(charge ?? 0), discharge ?? 0)],
    [
      'transformer',
      transformer === null ? [-Infinity, Infinity] : around(need - transformer, need + transformer),
    ],
    ['demand', demand === null ? [-Infinity, Infinity] : around(need - demand, Infinity)],
    ['export', around(-Infinity, need + limits.export)],
    ['ramp', [base - step, base + step]],
  ];
}

/** Returns whether all values that a decision requires are measured. */
const mustBeKnown = ({ soc, power, grid, ...others }: Measured): boolean =>
  [soc, power, grid].every(known) &&
  Object.values(others).every((value) => value === undefined || known(value));

/** Returns the reason why the device must be idle. Null if there is none. These reasons override the blocks. */
function standstill(situation: Situation): LimitName | null {
  const { measured, limits, last, now, resting } = situation;
  if (known(measured.emergencyStop) && measured.emergencyStop !== 0) return 'emergencyStop';
  if (measured.gridMode === 0) return 'offGrid';
  if (last && now < last.at - CLOCK_SLACK_MS) return 'clock';
  if (!known(measured.power)) return 'silent';
  if (!mustBeKnown(measured) || limits.charge === null || limits.discharge === null) return 'unknown';
  return resting ? 'manual' : null;
}

/** Rounds to a fraction of a kW within the range. */
function roundInside(power: number, range: Range, parts: number): number {
  const tried = [Math.round, Math.floor, Math.ceil].map((round) => round(power * parts) / parts || 0);
  return tried.find((one) => clamp(one, range) === one) ?? withoutNoise(power);
}

/** Set points have steps of 0.1 kW. The steps of a slow ramp are smaller. */
const TENTHS = 10;
const THOUSANDTHS = 1000;
const STILL: Range = [0, 0];

export function decide(situation: Situation): Decision {
  const need = needOf(situation.measured);
  const requested = wishOf(situation, need);
  const wish = requested !== null && Number.isFinite(requested) ? withoutNoise(requested) : null;
  const reason = standstill(situation);
  if (reason) return { wish, power: 0, limit: reason, allowed: STILL };
  if (wish === null || need === null) return { wish: null, power: 0, limit: 'unknown', allowed: STILL };
  let range: Range = [-Infinity, Infinity];
  let allowed = range;
  let [power, binding]: [number, LimitName] = [wish, 'strategy'];
  for (const [limit, own] of rangesOf(situation, need)) {
    // Each limit applies within the range of the stronger limits.
    range = [clamp(own[0], range), clamp(own[1], range)];
    if (limit !== 'ramp') allowed = range;
    const inside = clamp(power, range);
    if (inside !== power) [power, binding] = [inside, limit];
  }
  const rounded = roundInside(power, range, binding === 'ramp' ? THOUSANDTHS : TENTHS);
  return { wish, power: rounded, limit: binding, allowed };
}
