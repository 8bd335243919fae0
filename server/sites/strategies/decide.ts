/**
 * Decides the set point of a converter from what is measured, what the strategy wants, and the limits in their order.
 * Pure. Powers are in kW at the AC side, discharging positive.
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

/** Null: there is such a variable, but it says nothing now; undefined: there is none. */
type Value = number | null | undefined;

export interface Measured {
  emergencyStop?: Value;
  /** 0: the converter carries the site alone, and takes no set point. */
  gridMode?: Value;
  soc?: Value;
  cellVoltageMax?: Value;
  cellVoltageMin?: Value;
  cellTemperatureMax?: Value;
  cellTemperatureMin?: Value;
  /** The highest power that the battery management allows now, kW. */
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
  /** Minutes since midnight on the clock of the station. */
  minute: number;
  /** Epoch milliseconds. */
  now: number;
  /** The decision before this one. */
  last: { power: number; at: number } | null;
  /** A user paused the strategy. */
  resting?: boolean;
}

export type Range = readonly [low: number, high: number];

export interface Decision {
  /** The power that the strategy wants; null where that cannot be told. */
  wish: number | null;
  power: number;
  /** The limit that decided, or the strategy itself. */
  limit: LimitName;
  /** The powers that all limits allow but the ramp, which is a limit of change. */
  allowed: Range;
}

/** A clock that is set back by more than this runs blocks again, which have run. */
const CLOCK_SLACK_MS = 2_000;

const known = (value: Value): value is number => typeof value === 'number' && Number.isFinite(value);

const clamp = (value: number, [low, high]: Range): number => Math.min(high, Math.max(low, value));

/** Sums of measured powers are told to the milliwatt: what a float adds behind is noise. */
const DIGITS = 6;
const withoutNoise = (power: number): number => Number(power.toFixed(DIGITS)) || 0;

/** Every limit allows standing still, so that two of them never contradict each other. */
const around = (low: number, high: number): Range => [Math.min(0, low), Math.max(0, high)];

/** The power that the site takes beside its battery; negative where it has more than it needs. */
const needOf = ({ grid, power }: Measured): number | null =>
  known(grid) && known(power) ? withoutNoise(grid + power) : null;

function shavedPower({ peakPower, chargeBelow }: Plan, need: number): number {
  if (peakPower !== null && need > peakPower) return need - peakPower;
  return chargeBelow !== null && need < chargeBelow ? need - chargeBelow : 0;
}

/** The battery takes in what passes the permitted export, and gives it back to the site later. */
const keptPower = ({ exportPower }: Plan, need: number): number =>
  need > 0 ? need : Math.min(0, need + (exportPower ?? 0));

/** Null: the plan asks for what is not measured, or its grid has no such block. */
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
      return need === null ? null : keptPower(plan, need);
    case 'idle':
      return 0;
  }
}

/** Outside its window the battery only moves towards it. */
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

/** The ranges of all limits, the strongest first. */
function rangesOf({ limits, measured, now, last }: Situation, need: number): [LimitName, Range][] {
  const { charge, discharge, transformer, demand, ramp } = limits;
  const { chargePowerLimit, dischargePowerLimit } = measured;
  const base = last?.power ?? (known(measured.power) ? measured.power : 0);
  // A longer time between two decisions gives the ramp no more room.
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

/** Measured quantities without which nothing is done. */
const mustBeKnown = ({ soc, power, grid, ...others }: Measured): boolean =>
  [soc, power, grid].every(known) &&
  Object.values(others).every((value) => value === undefined || known(value));

/** The reason for which the device must stay idle, whatever the blocks want; null where there is none. */
function standstill(situation: Situation): LimitName | null {
  const { measured, limits, last, now, resting } = situation;
  if (known(measured.emergencyStop) && measured.emergencyStop !== 0) return 'emergencyStop';
  if (measured.gridMode === 0) return 'offGrid';
  if (last && now < last.at - CLOCK_SLACK_MS) return 'clock';
  if (!known(measured.power)) return 'silent';
  if (!mustBeKnown(measured) || limits.charge === null || limits.discharge === null) return 'unknown';
  return resting ? 'manual' : null;
}

/** Rounds to a part of a kW, never out of the range. */
function roundInside(power: number, range: Range, parts: number): number {
  const tried = [Math.round, Math.floor, Math.ceil].map((round) => round(power * parts) / parts || 0);
  return tried.find((one) => clamp(one, range) === one) ?? withoutNoise(power);
}

/** Set points are tenths of a kW; the steps of a slow ramp are smaller than that. */
const TENTHS = 10;
const THOUSANDTHS = 1000;
const STILL: Range = [0, 0];

export function decide(situation: Situation): Decision {
  const need = needOf(situation.measured);
  const wanted = wishOf(situation, need);
  const wish = wanted !== null && Number.isFinite(wanted) ? withoutNoise(wanted) : null;
  const reason = standstill(situation);
  if (reason) return { wish, power: 0, limit: reason, allowed: STILL };
  if (wish === null || need === null) return { wish: null, power: 0, limit: 'unknown', allowed: STILL };
  let range: Range = [-Infinity, Infinity];
  let allowed = range;
  let [power, binding]: [number, LimitName] = [wish, 'strategy'];
  for (const [limit, own] of rangesOf(situation, need)) {
    // A weaker limit moves inside what the stronger ones leave, as far as it can.
    range = [clamp(own[0], range), clamp(own[1], range)];
    if (limit !== 'ramp') allowed = range;
    const inside = clamp(power, range);
    if (inside !== power) [power, binding] = [inside, limit];
  }
  const rounded = roundInside(power, range, binding === 'ramp' ? THOUSANDTHS : TENTHS);
  return { wish, power: rounded, limit: binding, allowed };
}
