/** Converts a day of a strategy to curves: planned power and price as steps, and measured values. Pure. */
import { DAY_MS, wallInstant } from '../../../runtime/core/time/timeWindow.ts';
import type { Span } from '../../shared/period/period.ts';

/** A value for a part of the day in the station's time zone. Start `10:30`, end up to `24:00`. */
export interface Part {
  start: string;
  end: string;
  value: number;
}

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const BEGIN = '00:00';
const END = '24:00';

/** Returns the start and end of a day, `YYYY-MM-DD` in the station's time zone. */
export function dayOf(day: string, zone: string): Span {
  const wall = Date.parse(`${day}T00:00Z`);
  return { from: wallInstant(wall, zone) ?? wall, to: wallInstant(wall + DAY_MS, zone) ?? wall + DAY_MS };
}

function instantOf(day: string, clock: string, zone: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const wall = Date.parse(`${day}T00:00Z`) + (hours * HOUR_MINUTES + minutes) * MINUTE_MS;
  // A local time skipped by the clock is moved an hour later.
  return wallInstant(wall, zone) ?? wallInstant(wall + HOUR_MINUTES * MINUTE_MS, zone) ?? wall;
}

/** Returns the steps of a curve. A null value marks the gap between parts. */
export function stepsOf(parts: readonly Part[], day: string, zone: string): [number, number | null][] {
  return parts.flatMap(({ start, end, value }, at): [number, number | null][] => {
    const [from, to] = [instantOf(day, start, zone), instantOf(day, end, zone)];
    const gap: [number, null][] = parts[at + 1]?.start === end ? [] : [[to, null]];
    return [[from, value], [to, value], ...gap];
  });
}

type Row = { start?: string | undefined; end?: string | undefined };
type Rows<Key extends string> = readonly (Row & { [K in Key]?: number | undefined })[] | null | undefined;

/** Returns the complete rows of a table in the order of time. */
const partsOf = <Key extends string>(rows: Rows<Key>, key: Key): Part[] =>
  (rows ?? [])
    .flatMap((row) => {
      const { start, end, [key]: value } = row as Row & Record<Key, number | undefined>;
      return start !== undefined && end !== undefined && value !== undefined ? [{ start, end, value }] : [];
    })
    .sort((one, other) => (one.start < other.start ? -1 : 1));

interface Plan {
  kind?: string | null | undefined;
  blocks?: Rows<'power'>;
  power?: number | null | undefined;
}

/** Returns the planned power. Empty for a strategy that follows measured values. */
export function planParts({ kind, blocks, power }: Plan): Part[] {
  if (kind === 'timeOfDay') return partsOf(blocks, 'power');
  if (kind === 'idle') return [{ start: BEGIN, end: END, value: 0 }];
  return kind === 'fixedPower' && typeof power === 'number' ? [{ start: BEGIN, end: END, value: power }] : [];
}

interface Charge {
  chargeType?: string | null | undefined;
  effectiveFrom: string;
  currency?: string | null | undefined;
  price?: number | null | undefined;
  periods?: Rows<'price'>;
}

/** Fills the gaps between the parts with the default value. */
function filled(parts: readonly Part[], value: number): Part[] {
  const whole: Part[] = [];
  let clock = BEGIN;
  for (const part of parts) {
    if (part.start > clock) whole.push({ start: clock, end: part.start, value });
    whole.push(part);
    clock = part.end;
  }
  return clock < END ? [...whole, { start: clock, end: END, value }] : whole;
}

/** Returns the energy price of a day. Null without one. */
export function priceParts(
  charges: readonly Charge[],
  day: string,
): { currency: string; parts: Part[] } | null {
  const [inForce] = charges
    .filter(({ chargeType, effectiveFrom }) => chargeType === 'energy' && effectiveFrom <= day)
    .sort((one, other) => (one.effectiveFrom < other.effectiveFrom ? 1 : -1));
  if (!inForce) return null;
  const parts = partsOf(inForce.periods, 'price');
  const { price, currency } = inForce;
  return { currency: currency ?? '', parts: typeof price === 'number' ? filled(parts, price) : parts };
}
