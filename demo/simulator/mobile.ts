/**
 * Simulates a mobile storage unit at any instant. It charges at its depot at night, drives to a customer in the
 * morning, delivers before and after noon, and returns. It is pure: a moment depends only on the clock, so that history
 * and live values match.
 */
import { localTime } from './localTime.ts';
import { clamp } from './noise.ts';

type Place = readonly [longitude: number, latitude: number];

export interface UnitSpec {
  /** Number of its station. Its device is `<sn>-UNIT`, its variables are `<sn>-UNIT-<code>`. */
  sn: string;
  zone: string;
  /** The road from the depot to the customer. */
  road: readonly Place[];
  /** Capacity of its battery in kWh. */
  capacity: number;
  /** Power that it delivers on site, in kW. */
  power: number;
  /** Local hours without a position, in a tunnel. */
  hole?: readonly [from: number, to: number];
  /** Local hours without a signal, in an underground hall. */
  silent?: readonly [from: number, to: number];
}

export const UNIT_CODES = [
  'soc',
  'power',
  'longitude',
  'latitude',
  'chargeEnergy',
  'dischargeEnergy',
] as const;
export type UnitReadings = Partial<Record<(typeof UNIT_CODES)[number], number>>;

/** The hours in which it delivers power on site. */
export const DELIVERS = [
  [8.5, 12],
  [13, 17],
] as const;
const DAY_HOURS = DELIVERS.reduce((sum, [from, to]) => sum + to - from, 0);
const LEAVES = [7, 18] as const;
const DRIVE_HOURS = 1;
const CHARGES_FROM = 22;
const CHARGES_TO = 6;
const NIGHT_HOURS = 24 - CHARGES_FROM + CHARGES_TO;
const FULL = 95;
/** Share of the energy metered at night that can be discharged. */
const EFFICIENCY = 0.92;
/** Counters began on this day (days since 1970). */
const BEGAN = 20_000;

const within = (hour: number, [from, to]: readonly [number, number]): boolean => from <= hour && hour < to;
const hoursOf = (hour: number, [from, to]: readonly [number, number]): number => clamp(hour, from, to) - from;
const round = (value: number, decimals: number): number =>
  Math.round(value * 10 ** decimals) / 10 ** decimals;

const lengthOf = ([east, north]: Place, [otherEast, otherNorth]: Place): number =>
  Math.hypot((otherEast - east) * Math.cos((north * Math.PI) / 180), otherNorth - north);

/** Returns the place after a share of the road, at constant speed. */
export function placeOn(road: readonly Place[], share: number): Place {
  const legs = road.slice(1).map((end, at) => ({ begin: road[at]!, end, length: lengthOf(road[at]!, end) }));
  let left = share * legs.reduce((sum, { length }) => sum + length, 0);
  for (const { begin, end, length } of legs) {
    if (left <= length) {
      const part = length === 0 ? 0 : left / length;
      return [begin[0] + (end[0] - begin[0]) * part, begin[1] + (end[1] - begin[1]) * part];
    }
    left -= length;
  }
  return road.at(-1)!;
}

/** Returns the position on the road: 0 at the depot, 1 at the customer. */
function shareOfRoad(hour: number): number {
  const [morning, evening] = LEAVES;
  return hour < evening
    ? clamp((hour - morning) / DRIVE_HOURS, 0, 1)
    : 1 - clamp((hour - evening) / DRIVE_HOURS, 0, 1);
}

/** Returns the share of the night's charge that is complete at this hour. */
function nightShare(hour: number): number {
  if (hour >= CHARGES_FROM) return (hour - CHARGES_FROM) / NIGHT_HOURS;
  return clamp((hour + 24 - CHARGES_FROM) / NIGHT_HOURS, 0, 1);
}

/** Returns the readings. They are empty without a signal. */
export function unitAt(unit: UnitSpec, ts: number): UnitReadings {
  const { zone, road, capacity, power, hole, silent } = unit;
  const { day, hour } = localTime(zone, ts);
  if (silent && within(hour, silent)) return {};
  const delivered = DELIVERS.reduce((sum, span) => sum + hoursOf(hour, span), 0);
  const perDay = power * DAY_HOURS;
  const nightPower = perDay / EFFICIENCY / NIGHT_HOURS;
  const charges = hour >= CHARGES_FROM || hour < CHARGES_TO;
  const chargedToday = hoursOf(hour, [0, CHARGES_TO]) + hoursOf(hour, [CHARGES_FROM, 24]);
  const swing = (perDay / capacity) * 100;
  const soc = charges ? FULL - swing * (1 - nightShare(hour)) : FULL - (swing * delivered) / DAY_HOURS;
  const isDelivering = DELIVERS.some((span) => within(hour, span));
  const [longitude, latitude] = placeOn(road, shareOfRoad(hour));
  return {
    soc: round(soc, 1),
    power: charges ? -round(nightPower, 1) : isDelivering ? power : 0,
    chargeEnergy: round(nightPower * ((day - BEGAN) * NIGHT_HOURS + chargedToday), 2),
    dischargeEnergy: round(power * ((day - BEGAN) * DAY_HOURS + delivered), 2),
    ...(hole && within(hour, hole) ? {} : { longitude: round(longitude, 6), latitude: round(latitude, 6) }),
  };
}
