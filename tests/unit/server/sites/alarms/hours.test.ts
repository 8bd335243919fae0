import { describe, expect, it } from 'vitest';
import { isInWindow, windowCovers, windowDuring } from '../../../../../server/sites/alarms/suppression.ts';
import {
  beginHours,
  coverHours,
  makeHours,
  turnHours,
} from '../../../../../server/sites/alarms/weeklyHours.ts';

const ZONE = 'Europe/Berlin';
/** 2026-07-06 is a Monday; Berlin is two hours ahead then. */
const july = (day: number, hour: number, minute = 0) => Date.UTC(2026, 6, day, hour - 2, minute);

describe('hours of a week', () => {
  it('mean always without restrictions', () => {
    expect([
      makeHours(null, null, null),
      makeHours([], '', ''),
      makeHours([1, 2, 3, 4, 5, 6, 7], null, null),
    ]).toEqual([null, null, null]);
  });

  it('end before their last minute', () => {
    const hours = makeHours(null, '08:00', '17:30')!;
    const at = [july(6, 7, 59), july(6, 8), july(6, 17, 29), july(6, 17, 30)];
    expect(at.map((ts) => coverHours(hours, ZONE, ts))).toEqual([false, true, true, false]);
  });

  it('after midnight belong to the day on which they began', () => {
    const hours = makeHours([1], '22:00', '06:00')!;
    const at = [july(6, 3), july(6, 22), july(7, 5, 59), july(7, 6), july(7, 23)];
    expect(at.map((ts) => coverHours(hours, ZONE, ts))).toEqual([false, true, true, false, false]);
  });

  it('without times include their whole weekdays', () => {
    const hours = makeHours([6, 7], null, null)!;
    expect(
      [july(10, 23, 59), july(11, 0), july(12, 23, 59), july(13, 0)].map((ts) => coverHours(hours, ZONE, ts)),
    ).toEqual([false, true, true, false]);
  });

  it('follow the clock of the zone through its changes', () => {
    const hours = makeHours(null, '08:00', '09:00')!;
    expect(coverHours(hours, ZONE, Date.UTC(2026, 0, 5, 7, 30))).toBe(true);
    expect(coverHours(hours, ZONE, Date.UTC(2026, 6, 6, 7, 30))).toBe(false);
  });

  it('change where they begin and end, on the days on which they apply', () => {
    const nights = makeHours([1], '22:00', '06:00')!;
    expect(turnHours(nights, ZONE, july(6, 3))).toBe(july(6, 22));
    expect(turnHours(nights, ZONE, july(6, 23))).toBe(july(7, 6));
    expect(turnHours(nights, ZONE, july(7, 6))).toBe(july(13, 22));
    const days = makeHours([1, 2], null, null)!;
    expect(turnHours(days, ZONE, july(6, 5))).toBe(july(8, 0));
    expect(turnHours(days, ZONE, july(8, 0))).toBe(july(13, 0));
  });
});

describe('the first moment within the hours', () => {
  const begin = (hours: ReturnType<typeof makeHours>, from: number, to: number) =>
    beginHours(hours!, ZONE, from, to);
  const morning = makeHours(null, '09:00', '10:00');

  it('is the given moment within them, and otherwise their next start', () => {
    expect(begin(morning, july(6, 9, 30), july(6, 20))).toBe(july(6, 9, 30));
    expect(begin(morning, july(6, 8), july(6, 11))).toBe(july(6, 9));
    expect(begin(morning, july(6, 10), july(9, 11))).toBe(july(7, 9));
    expect(begin(morning, july(6, 8), july(6, 9))).toBe(july(6, 9));
    expect(begin(morning, july(6, 8), july(6, 9) - 1)).toBeNull();
    expect(begin(morning, july(6, 9, 30), july(6, 9, 29))).toBeNull();
  });

  it('waits for their weekdays, and for a span over midnight', () => {
    expect(begin(makeHours([6, 7], null, null), july(6, 8), july(20, 8))).toBe(july(11, 0));
    const night = makeHours([1], '22:00', '06:00');
    expect(begin(night, july(7, 8), july(20, 8))).toBe(july(13, 22));
    expect(begin(night, july(7, 3), july(20, 8))).toBe(july(7, 3));
    expect(begin(makeHours([2], '08:00', '08:00'), july(6, 8), july(20, 8))).toBe(july(7, 0));
  });

  it('follows the clock on days with a clock change', () => {
    // On 29 March 2026 the clock goes from 02:00 to 03:00, on 25 October from 03:00 back to 02:00.
    const [spring, autumn] = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)];
    const HOUR = 3_600_000;
    expect(begin(morning, spring - HOUR, spring + 24 * HOUR)).toBe(Date.UTC(2026, 2, 29, 7));
    expect(begin(morning, autumn - HOUR, autumn + 24 * HOUR)).toBe(Date.UTC(2026, 9, 25, 8));
    const early = makeHours(null, '02:30', '05:00');
    expect(begin(early, spring - HOUR, spring + 24 * HOUR)).toBe(spring);
    const twice = makeHours(null, '02:30', '02:45');
    expect(begin(twice, spring - HOUR, spring + 20 * HOUR)).toBeNull();
    expect(begin(twice, autumn - 0.2 * HOUR, autumn + HOUR)).toBe(autumn + 0.5 * HOUR);
    const late = makeHours(null, '02:15', '02:20');
    expect(begin(late, autumn - 0.1 * HOUR, autumn + HOUR)).toBe(autumn + 0.25 * HOUR);
  });
});

describe('a suppression window', () => {
  const window = {
    id: 1,
    deviceSn: null,
    ruleId: null,
    weekly: false,
    startAt: new Date(july(6, 8)).toISOString(),
    endAt: new Date(july(6, 10)).toISOString(),
    weekdays: null,
    fromTime: null,
    toTime: null,
    zone: ZONE,
  };

  it('applies from its start until its end', () => {
    expect([july(6, 7), july(6, 8), july(6, 9, 59), july(6, 10)].map((at) => isInWindow(window, at))).toEqual(
      [false, true, true, false],
    );
  });

  it('comes back every week', () => {
    const weekly = { ...window, weekly: true, weekdays: [1], fromTime: '01:00', toTime: '02:00' };
    expect([july(6, 1, 30), july(13, 1, 30), july(7, 1, 30)].map((at) => isInWindow(weekly, at))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('suppresses as long as it or an adjacent one applies', () => {
    const next = {
      ...window,
      id: 2,
      weekly: true,
      weekdays: [1],
      fromTime: '10:00',
      toTime: '12:00',
    };
    const during = (from: number, to: number) => windowDuring([window, next], from, to)?.id ?? null;
    expect(during(july(6, 9), july(6, 9, 30))).toBe(1);
    expect(during(july(6, 9), july(6, 11, 59))).toBe(2);
    expect(during(july(6, 9), july(6, 12))).toBeNull();
    expect(during(july(6, 9), july(13, 11))).toBeNull();
    expect(during(july(6, 7), july(6, 9))).toBeNull();
  });

  it('may be limited to one device or one rule', () => {
    const target = { deviceSn: 'D1', ruleId: 7 };
    expect(windowCovers(window, target)).toBe(true);
    expect(windowCovers({ deviceSn: 'D2', ruleId: null }, target)).toBe(false);
    expect(windowCovers({ deviceSn: 'D1', ruleId: 8 }, target)).toBe(false);
    expect(windowCovers({ deviceSn: 'D1', ruleId: 7 }, target)).toBe(true);
  });
});
