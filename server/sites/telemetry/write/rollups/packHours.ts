/** Packs the hours of a variable's day into one row without loss. Pure. */
import { DAY_MS, HOUR_MS } from '../../../../../runtime/core/time/timeWindow.ts';
import { type Numbers, packNumbers } from '../../fill/packPoints.ts';
import { addSummary, type Rules, type Summary, startSummary } from './rollup.ts';

/** An hour with the summary of its points. */
export interface Hour extends Summary {
  /** Its start in milliseconds since 1970. */
  bucket: number;
  /** Absent means null. */
  mark?: bigint | null;
}

export interface PackedHours {
  slots: number;
  start: number;
  n: Numbers;
  firstAt: Numbers;
  lastAt: Numbers;
  base: number;
  scale: number;
  value2: Numbers | null;
  value4: Numbers | null;
  value8: Numbers | null;
  sum: Numbers | null;
  increase: Numbers | null;
  integral: Numbers | null;
  held: Numbers | null;
  mark: readonly (bigint | null)[] | null;
}

type Slots = readonly (Hour | null)[];

/** Returns a list with null for each slot without an hour. */
const mapSlots = <T>(slots: Slots, read: (hour: Hour) => T): (T | null)[] =>
  slots.map((hour) => (hour ? read(hour) : null));

/** Returns the summary of the first and last point of an hour. It equals the hour if there are no other points. */
function sumEnds({ n, first, firstTs, last, lastTs }: Hour, rules: Rules): Summary {
  const ends = startSummary(firstTs, first);
  if (n > 1) addSummary(ends, lastTs, last, rules);
  return ends;
}

const isWhole = ({ firstTs, lastTs, n }: Hour): boolean =>
  Number.isInteger(firstTs) && Number.isInteger(lastTs) && (n > 1 || firstTs === lastTs);

/** Assigns hours to slots. Null if they are not consecutive hours. */
function placeHours(hours: readonly Hour[]): Slots | null {
  const begin = hours[0]!.bucket;
  const slots: (Hour | null)[] = [];
  for (const hour of hours) {
    const slot = (hour.bucket - begin) / HOUR_MS;
    if (!Number.isInteger(slot) || slot < slots.length || !isWhole(hour)) return null;
    while (slots.length < slot) slots.push(null);
    slots.push(hour);
  }
  return slots;
}

/** Returns a single number if all numbers are equal. */
function listOf(slots: Slots, read: (hour: Hour) => number): Numbers {
  const list = mapSlots(slots, read);
  return list.every((value) => value === list[0]) ? list.slice(0, 1) : list;
}

type Figure = 'sum' | 'increase' | 'integral' | 'held';

/** Returns a figure per hour. Null if it can be computed from the first and last point of every hour. */
function figuresOf(slots: Slots, ends: readonly (Summary | null)[], figure: Figure): Numbers | null {
  const follows = slots.every((hour, at) => hour?.[figure] === ends[at]?.[figure]);
  return follows ? null : mapSlots(slots, (hour) => hour[figure]);
}

/** Returns the parts of the value list that must be stored. */
function valuesOf(slots: Slots): (number | null)[] {
  const partOf = (read: (hour: Hour) => number) => mapSlots(slots, read);
  const areEnds = slots.every(
    (hour) =>
      !hour || (hour.min === Math.min(hour.first, hour.last) && hour.max === Math.max(hour.first, hour.last)),
  );
  const isOne = areEnds && slots.every((hour) => !hour || hour.first === hour.last);
  const first = partOf((hour) => hour.first);
  if (isOne) return first;
  const ends = [...first, ...partOf((hour) => hour.last)];
  return areEnds ? ends : [...ends, ...partOf((hour) => hour.min), ...partOf((hour) => hour.max)];
}

function packValues(slots: Slots): Pick<PackedHours, 'base' | 'scale' | 'value2' | 'value4' | 'value8'> {
  const values = valuesOf(slots);
  const numbers: number[] = [];
  const places = values.map((value) => (value === null ? null : numbers.push(value) - 1));
  return packNumbers(numbers, places);
}

/** Packs the hours of one UTC day in order. Null if they do not fit into a row. They then remain rows. */
export function packHours(hours: readonly Hour[], rules: Rules): PackedHours | null {
  const slots = placeHours(hours);
  if (!slots) return null;
  const ends = mapSlots(slots, (hour) => sumEnds(hour, rules));
  const figures = (figure: Figure) => figuresOf(slots, ends, figure);
  return {
    slots: slots.length,
    start: ((hours[0]!.bucket % DAY_MS) + DAY_MS) % DAY_MS,
    n: listOf(slots, ({ n }) => n),
    firstAt: listOf(slots, ({ firstTs, bucket }) => firstTs - bucket),
    lastAt: listOf(slots, ({ lastTs, bucket }) => lastTs - bucket),
    ...packValues(slots),
    sum: figures('sum'),
    increase: figures('increase'),
    integral: rules.hold === null ? null : figures('integral'),
    held: rules.hold === null ? null : figures('held'),
    mark: hours.some(({ mark = null }) => mark !== null) ? mapSlots(slots, ({ mark = null }) => mark) : null,
  };
}
