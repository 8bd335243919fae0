import { describe, expect, it } from 'vitest';
import { rangeDays } from '../../../../../runtime/core/time/namedRange.ts';
import {
  DAY_MS,
  endDay,
  endHour,
  HOUR_MS,
  isoLocal,
  periodAround,
  startDay,
  startHour,
  startUnit,
  unitNext,
  windowBefore,
} from '../../../../../runtime/core/time/timeWindow.ts';

const at = (text: string): number => Date.parse(text);
const FROM = at('2000-01-01T00:00Z');
const TO = at('2031-01-01T00:00Z');
/** Days between two checks. Some clocks were changed twice within a month (Ramadan). */
const STEP = 9 * DAY_MS;
const NEAR_MS = HOUR_MS;
/** Hours that are tested around a change, from the afternoon back into the night before. */
const HOURS = [24, 13, 2, 1, 0.5, 1 / HOUR_MS, 0, -1 / HOUR_MS, -0.5, -1, -2, -13];

/** Returns the clock of a zone, from the machine's calendar alone. */
function clockOf(zone: string): (ts: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (ts) => {
    const [month, day, year, hour, minute, second] = format.format(ts).match(/\d+/g)!.map(Number);
    return Date.UTC(year!, month! - 1, day, hour, minute, second) + (ts % 1000);
  };
}

/** Returns the times near a midnight at which the clock changes. */
function changesNearMidnight(clock: (ts: number) => number): number[] {
  const offset = (ts: number): number => clock(ts) - ts;
  const found: number[] = [];
  for (let ts = FROM; ts < TO; ts += STEP) {
    const before = offset(ts);
    if (offset(ts + STEP) === before) continue;
    let [low, high] = [ts, ts + STEP];
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000;
      if (offset(middle) === before) low = middle;
      else high = middle;
    }
    const walls = [clock(high - 1), clock(high)].map((wall) => (wall + NEAR_MS) % DAY_MS);
    if (walls.some((wall) => wall <= 2 * NEAR_MS)) found.push(high);
  }
  return found;
}

describe('days whose midnight occurs twice, or not at all', () => {
  it.each([
    ['Atlantic/Azores', '2025-10-26T12:00Z', '2025-10-26T00:00Z', '2025-10-27T01:00Z'],
    ['America/Havana', '2026-11-01T20:00Z', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
    ['Asia/Beirut', '2026-03-29T12:00Z', '2026-03-28T22:00Z', '2026-03-29T21:00Z'],
    ['America/Asuncion', '2023-10-01T12:00Z', '2023-10-01T04:00Z', '2023-10-02T03:00Z'],
    // The clock goes back over midnight, so the previous date is shown again.
    ['America/St_Johns', '2010-11-07T12:00Z', '2010-11-07T02:30Z', '2010-11-08T03:30Z'],
    // A date that the zone skipped.
    ['Pacific/Apia', '2011-12-31T00:00Z', '2011-12-30T10:00Z', '2011-12-31T10:00Z'],
  ])('%s: asked in the afternoon of %s', (zone, noon, from, to) => {
    expect(startDay(at(noon), zone)).toBe(at(from));
    expect(endDay(startDay(at(noon), zone), zone)).toBe(at(to));
    expect(startDay(at(from), zone)).toBe(at(from));
    expect(endDay(at(from), zone)).toBe(at(to));
  });

  it('begin with the first midnight, also for months and compared periods', () => {
    const zone = 'America/Havana';
    const first = at('2026-11-01T04:00Z');
    expect(periodAround(at('2026-11-20T12:00Z'), 'MONTH', zone).from).toBe(first);
    expect(unitNext(at('2026-10-01T04:00Z'), 'month', zone)).toBe(first);
    const day = { from: at('2026-11-02T05:00Z'), to: at('2026-11-03T05:00Z') };
    expect(windowBefore(day, 'DAY', zone)).toEqual({ from: first, to: day.from });
    expect(rangeDays('yesterday', day.from + HOUR_MS, zone).from).toBe(new Date(first).toISOString());
  });

  it('are the same for every caller, and without gaps, in every zone', () => {
    const wrong: string[] = [];
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const clock = clockOf(zone);
      const date = (ts: number): number => Math.floor(clock(ts) / DAY_MS);
      for (const change of changesNearMidnight(clock)) {
        const check = (isSo: boolean, what: string): void => {
          if (!isSo) wrong.push(`${zone} ${isoLocal(change, zone)}: ${what}`);
        };
        for (const ts of HOURS.map((hours) => change + Math.round(hours * HOUR_MS))) {
          const from = startDay(ts, zone);
          const to = endDay(from, zone);
          check(from <= ts && ts < to, 'an instant outside of its day');
          check(date(from - 1) < date(from), 'a day that does not begin with its first instant');
          check(startDay(from, zone) === from && startDay(to - 1, zone) === from, 'a day cut in two');
          check(startDay(to, zone) === to, 'days that do not follow each other');
          const month = startUnit(ts, 'month', zone);
          check(month <= from && unitNext(month, 'month', zone) >= to, 'a month that cuts a day');
          const hour = startHour(ts, zone);
          check(hour >= from && hour <= ts && endHour(hour, zone) > ts, 'an hour outside of its day');
          check(endHour(hour, zone) <= to, 'an hour that reaches into the next day');
        }
      }
    }
    expect(wrong.slice(0, 10)).toEqual([]);
  });
});
