import { describe, expect, it } from 'vitest';
import {
  bucketBounds,
  bucketsLeast,
  DAY_MS,
  endHour,
  HOUR_MS,
  isoLocal,
  moveBoundary,
  parseTime,
  periodAround,
  periodBefore,
  startDay,
  startHour,
  windowBefore,
} from '../../../../../runtime/core/time/timeWindow.ts';

const BERLIN = 'Europe/Berlin';
const at = (text: string): number => Date.parse(text);

describe('a too long window', () => {
  it.each(['hour', 'day', 'month'] as const)('is refused by the %s before anything is counted', (bucket) => {
    const window = { from: Date.UTC(1, 0, 1), to: Date.UTC(9999, 0, 1) };
    expect(() => bucketBounds(window, bucket, 'Nowhere/AtAll')).toThrow(RangeError);
  });

  it.each(['hour', 'day', 'month', 'year'] as const)('has at least the estimated number of %ss', (bucket) => {
    for (const zone of [BERLIN, 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'])
      for (const days of [0.5, 1, 24.99, 31, 400, 800]) {
        const window = { from: at('2010-12-30T12:34:56Z'), to: at('2010-12-30T12:34:56Z') + days * DAY_MS };
        const counted = bucketBounds(window, bucket, zone).length - 1;
        expect(bucketsLeast(window, bucket)).toBeLessThanOrEqual(counted);
      }
  });
});

describe('buckets in a zone', () => {
  it('gives the spring day of Berlin 23 hours and the autumn day 25', () => {
    const spring = periodAround(at('2026-03-29T12:00:00+02:00'), 'DAY', BERLIN);
    const autumn = periodAround(at('2026-10-25T12:00:00+01:00'), 'DAY', BERLIN);
    expect(bucketBounds(spring, 'hour', BERLIN)).toHaveLength(24);
    expect(bucketBounds(autumn, 'hour', BERLIN)).toHaveLength(26);
    expect(autumn.to - autumn.from).toBe(25 * HOUR_MS);
  });

  it('separates the two hours from 02:00 to 03:00 of the autumn day', () => {
    const first = at('2026-10-25T02:30:00+02:00');
    const second = at('2026-10-25T02:30:00+01:00');
    expect(startHour(second, BERLIN) - startHour(first, BERLIN)).toBe(HOUR_MS);
    expect(isoLocal(startHour(second, BERLIN), BERLIN)).toBe('2026-10-25T02:00:00.000+01:00');
  });

  it('support zones that are half an hour or three quarters off', () => {
    expect(isoLocal(startHour(at('2026-05-01T10:50:00Z'), 'Asia/Kathmandu'), 'Asia/Kathmandu')).toBe(
      '2026-05-01T16:00:00.000+05:45',
    );
  });

  it('have hours without gaps if the clock changes by half an hour', () => {
    const zone = 'Australia/Lord_Howe';
    for (const day of ['2026-04-05T00:00:00Z', '2026-10-04T00:00:00Z']) {
      let ts = startDay(at(day), zone);
      const end = ts + 2 * DAY_MS;
      while (ts < end) {
        const next = endHour(ts, zone);
        expect(next).toBeGreaterThan(ts);
        expect(next - ts).toBeLessThanOrEqual(HOUR_MS);
        expect(startHour(next - 1, zone)).toBe(ts);
        expect(startHour(next, zone)).toBe(next);
        ts = next;
      }
    }
  });

  it('write the local time of the zone, which is parsed to the same minute in any zone', () => {
    const zones = [
      BERLIN,
      'UTC',
      'gmt',
      'Etc/UTC',
      'Europe/London',
      'America/St_Johns',
      'Asia/Kathmandu',
      'Europe/Amsterdam',
    ];
    for (const zone of zones) {
      const clock = new Intl.DateTimeFormat('sv', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      for (let at = Date.UTC(1901, 0, 1, 0, 0, 0, 7); at < Date.UTC(2100, 0, 1); at += 97.3 * DAY_MS) {
        const ts = Math.round(at);
        const written = isoLocal(ts, zone);
        expect(written.slice(0, 19).replace('T', ' ')).toBe(clock.format(ts));
        expect(Math.abs(Date.parse(written) - ts)).toBeLessThan(60_000);
      }
    }
    expect([isoLocal(7, 'UTC'), isoLocal(7, 'gmt')]).toEqual(Array(2).fill('1970-01-01T00:00:00.007Z'));
  });

  it('begin the day at one o’clock if midnight is skipped', () => {
    const zone = 'America/Santiago';
    const day = periodAround(at('2026-09-06T12:00:00Z'), 'DAY', zone);
    expect(isoLocal(day.from, zone)).toBe('2026-09-06T01:00:00.000-03:00');
    expect(day.to - day.from).toBe(23 * HOUR_MS);
  });

  it('cut a window at the buckets and keep its ends', () => {
    const window = { from: at('2026-01-15T00:00:00Z'), to: at('2026-03-02T00:00:00Z') };
    expect(bucketBounds(window, 'month', 'UTC').map((ts) => isoLocal(ts, 'UTC').slice(0, 10))).toEqual([
      '2026-01-15',
      '2026-02-01',
      '2026-03-01',
      '2026-03-02',
    ]);
    expect(bucketBounds(window, 'total', 'UTC')).toEqual([window.from, window.to]);
    expect(bucketBounds({ from: 5, to: 5 }, 'day', 'UTC')).toEqual([]);
  });

  it('refuse a window of too many buckets', () => {
    expect(() => bucketBounds({ from: 0, to: at('2026-01-01T00:00:00Z') }, 'hour', 'UTC')).toThrow(
      RangeError,
    );
  });
});

describe('periods', () => {
  it('include the month before, across the end of a year', () => {
    const before = periodBefore(at('2026-01-20T00:00:00Z'), 'MONTH', 'UTC');
    expect(before).toEqual({ from: at('2025-12-01T00:00:00Z'), to: at('2026-01-01T00:00:00Z') });
  });

  it('show a day by hour, a month by day, a year by month', () => {
    const now = at('2026-05-05T05:05:05Z');
    expect(periodAround(now, 'DAY', 'UTC').bucket).toBe('hour');
    expect(periodAround(now, 'MONTH', 'UTC').bucket).toBe('day');
    expect(periodAround(now, 'YEAR', 'UTC')).toEqual({
      from: at('2026-01-01T00:00:00Z'),
      to: at('2027-01-01T00:00:00Z'),
      bucket: 'month',
    });
  });

  it('convert a midnight of one zone to the same midnight of another, and keep other times', () => {
    const midnight = at('2026-11-01T00:00:00-07:00');
    expect(isoLocal(moveBoundary(midnight, 'America/Phoenix', 'Asia/Seoul'), 'Asia/Seoul')).toBe(
      '2026-11-01T00:00:00.000+09:00',
    );
    expect(moveBoundary(midnight + 1, 'America/Phoenix', 'Asia/Seoul')).toBe(midnight + 1);
  });
});

describe('reading times', () => {
  it('uses the given offset', () => {
    expect(parseTime('2026-07-01T00:00:00+09:00', BERLIN)).toBe(at('2026-06-30T15:00:00Z'));
    expect(parseTime('2026-07-01 00:00:00Z', BERLIN)).toBe(at('2026-07-01T00:00:00Z'));
    // A time without a date is not an instant, and no calendar has this day.
    expect(parseTime('12:30Z', BERLIN)).toBeNull();
    expect(parseTime('2026-02-30T00:00:00Z', BERLIN)).toBeNull();
    expect(parseTime('2026-02-28T24:00Z', BERLIN)).toBe(at('2026-03-01T00:00:00Z'));
  });

  it('reads local times in the zone, with or without seconds', () => {
    expect(parseTime('2026-07-01 08:15', BERLIN)).toBe(at('2026-07-01T06:15:00Z'));
    expect(parseTime('2026-01-01 08:15:30.250', BERLIN)).toBe(at('2026-01-01T07:15:30.250Z'));
    expect(parseTime('2026-01-01', BERLIN)).toBe(at('2025-12-31T23:00:00Z'));
  });

  it('returns null for a time that the clock skipped', () => {
    expect(parseTime('2026-03-29 02:30:00', BERLIN)).toBeNull();
  });

  it('resolves the repeated hour by the previous time', () => {
    const first = at('2026-10-25T02:30:00+02:00');
    const second = at('2026-10-25T02:30:00+01:00');
    expect(parseTime('2026-10-25 02:30', BERLIN)).toBe(first);
    expect(parseTime('2026-10-25 02:30', BERLIN, at('2026-10-25T02:45:00+02:00'))).toBe(second);
  });

  it('reads epoch seconds and milliseconds', () => {
    expect(parseTime('1700000000', BERLIN)).toBe(1_700_000_000_000);
    expect(parseTime('1700000000000', BERLIN)).toBe(1_700_000_000_000);
  });

  it('returns null for anything else', () => {
    for (const text of ['', 'yesterday', '2026-13-01', '2026-02-30 10:00', '12:00', '2026-01-01 25:00']) {
      expect(parseTime(text, BERLIN)).toBeNull();
    }
  });
});

describe('the same window earlier', () => {
  const BERLIN_ZONE = 'Europe/Berlin';
  it.each([
    // The day before the spring day has an hour more, and the clock shows the same time.
    [
      'DAY',
      '2026-03-29T00:00+01:00',
      '2026-03-30T00:00+02:00',
      '2026-03-28T00:00+01:00',
      '2026-03-29T00:00+01:00',
    ],
    [
      'DAY',
      '2026-03-30T00:00+02:00',
      '2026-03-30T10:15+02:00',
      '2026-03-29T00:00+01:00',
      '2026-03-29T10:15+02:00',
    ],
    // The current month, on the 31st.
    [
      'MONTH',
      '2026-03-01T00:00+01:00',
      '2026-03-31T15:00+02:00',
      '2026-02-01T00:00+01:00',
      '2026-02-28T15:00+01:00',
    ],
    [
      'MONTH',
      '2026-03-01T00:00+01:00',
      '2026-04-01T00:00+02:00',
      '2026-02-01T00:00+01:00',
      '2026-03-01T00:00+01:00',
    ],
    // Days that do not exist in February: the 30th, and a night.
    [
      'MONTH',
      '2026-03-30T00:00+02:00',
      '2026-03-31T00:00+02:00',
      '2026-02-28T00:00+01:00',
      '2026-03-01T00:00+01:00',
    ],
    [
      'MONTH',
      '2026-03-30T22:00+02:00',
      '2026-03-31T02:00+02:00',
      '2026-02-27T22:00+01:00',
      '2026-02-28T02:00+01:00',
    ],
    // A month without its last day.
    [
      'MONTH',
      '2026-03-01T00:00+01:00',
      '2026-03-31T00:00+02:00',
      '2026-02-01T00:00+01:00',
      '2026-03-01T00:00+01:00',
    ],
    // The 28th is compared with the 28th only, not with all days after it.
    [
      'MONTH',
      '2026-02-28T00:00+01:00',
      '2026-03-01T00:00+01:00',
      '2026-01-28T00:00+01:00',
      '2026-01-29T00:00+01:00',
    ],
    // Seven days up to the 31st, whole and up to now.
    [
      'MONTH',
      '2026-03-25T00:00+01:00',
      '2026-04-01T00:00+02:00',
      '2026-02-22T00:00+01:00',
      '2026-03-01T00:00+01:00',
    ],
    [
      'MONTH',
      '2026-03-25T00:00+01:00',
      '2026-03-31T10:00+02:00',
      '2026-02-22T00:00+01:00',
      '2026-02-28T10:00+01:00',
    ],
    [
      'MONTH',
      '2024-03-25T00:00+01:00',
      '2024-04-01T00:00+02:00',
      '2024-02-23T00:00+01:00',
      '2024-03-01T00:00+01:00',
    ],
    // Across the end of a month: seven days up to 2 March, thirty up to 15 March.
    [
      'MONTH',
      '2026-02-24T00:00+01:00',
      '2026-03-03T00:00+01:00',
      '2026-01-27T00:00+01:00',
      '2026-02-03T00:00+01:00',
    ],
    [
      'MONTH',
      '2026-02-14T00:00+01:00',
      '2026-03-16T00:00+01:00',
      '2026-01-17T00:00+01:00',
      '2026-02-16T00:00+01:00',
    ],
    // Seven days around the leap day, and a year of 365 days that has one.
    [
      'YEAR',
      '2024-02-24T00:00+01:00',
      '2024-03-02T00:00+01:00',
      '2023-02-23T00:00+01:00',
      '2023-03-02T00:00+01:00',
    ],
    [
      'YEAR',
      '2024-02-23T00:00+01:00',
      '2024-03-01T00:00+01:00',
      '2023-02-22T00:00+01:00',
      '2023-03-01T00:00+01:00',
    ],
    [
      'YEAR',
      '2023-03-17T00:00+01:00',
      '2024-03-16T00:00+01:00',
      '2022-03-16T00:00+01:00',
      '2023-03-16T00:00+01:00',
    ],
    // A whole month of a leap year is compared with a whole month.
    [
      'YEAR',
      '2024-02-01T00:00+01:00',
      '2024-03-01T00:00+01:00',
      '2023-02-01T00:00+01:00',
      '2023-03-01T00:00+01:00',
    ],
    // An hour that the clock skipped on the earlier day.
    [
      'DAY',
      '2026-03-30T02:00+02:00',
      '2026-03-30T03:00+02:00',
      '2026-03-29T03:00+02:00',
      '2026-03-29T04:00+02:00',
    ],
    [
      'YEAR',
      '2024-02-29T00:00+01:00',
      '2024-03-01T00:00+01:00',
      '2023-02-28T00:00+01:00',
      '2023-03-01T00:00+01:00',
    ],
    [
      'YEAR',
      '2024-01-01T00:00+01:00',
      '2025-01-01T00:00+01:00',
      '2023-01-01T00:00+01:00',
      '2024-01-01T00:00+01:00',
    ],
  ] as const)('%s: %s to %s', (type, from, to, earlierFrom, earlierTo) => {
    const now = { from: Date.parse(from), to: Date.parse(to) };
    const earlier = { from: Date.parse(earlierFrom), to: Date.parse(earlierTo) };
    expect(windowBefore(now, type, BERLIN_ZONE)).toEqual(earlier);
  });

  it.each(['Europe/Berlin', 'Asia/Shanghai', 'America/Havana', 'Australia/Lord_Howe', 'Pacific/Apia'])(
    '%s: past days are compared with as many, ending with the same day of the month before or its last',
    (zone) => {
      const iso = (date: Date): string => date.toISOString().slice(0, 10);
      const daysAfter = (date: Date, count: number): Date => new Date(date.getTime() + count * DAY_MS);
      const day = (date: Date): number => startDay(parseTime(`${iso(date)}T12:00`, zone) ?? Number.NaN, zone);
      const monthsBefore = (date: Date, count: number): Date => {
        const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - count];
        const longest = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
        return new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), longest)));
      };
      const wrong: string[] = [];
      for (let at = 0; at < 430; at += 1) {
        const last = daysAfter(new Date('2024-01-15'), at);
        for (const length of [7, 14]) {
          const now = { from: day(daysAfter(last, 1 - length)), to: day(daysAfter(last, 1)) };
          for (const [type, months] of [
            ['MONTH', 1],
            ['YEAR', 12],
          ] as const) {
            const then = monthsBefore(last, months);
            const is = windowBefore(now, type, zone);
            const isSame = is.from === day(daysAfter(then, 1 - length)) && is.to === day(daysAfter(then, 1));
            if (!isSame) wrong.push(`${iso(last)} ${length} ${type}`);
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});
