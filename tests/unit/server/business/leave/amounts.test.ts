/** Computes the length of leave: scenarios L5–L8 of the leave plan. */
import { describe, expect, it } from 'vitest';
import { dayAfter, isWorkDay, PLAIN_HOURS } from '../../../../../runtime/core/time/workDays.ts';
import {
  amountOf,
  dayHours,
  type LeaveSpan,
  lastDayOf,
  leaveHalves,
} from '../../../../../server/business/leave/amounts.ts';
import type { Policy } from '../../../../../server/business/leave/policy.ts';
import { returnShares, shareOut } from '../../../../../server/business/leave/shares.ts';
import { standardDays } from '../../../../../server/engine/time/calendarContent.ts';

const CHINA = { weekend: [6, 7], days: new Map(standardDays().map(({ day, kind }) => [day, kind])) };

const halves = (
  from: string,
  until: string,
  more: Partial<LeaveSpan> = {},
  counts: Policy['counts'] = 'work',
) =>
  leaveHalves(
    {
      ...{
        startDate: from,
        endDate: until,
        startHalf: false,
        endHalf: false,
        startTime: null,
        endTime: null,
      },
      ...more,
    },
    counts,
    CHINA,
    PLAIN_HOURS,
  );
const amount = (...span: Parameters<typeof halves>) => amountOf(halves(...span));

describe('L5 the calendar', () => {
  it('counts working days between holidays and days that compensate for them', () => {
    expect(amount('2024-09-30', '2024-10-08')).toBe(2);
    expect(amount('2025-01-26', '2025-02-05')).toBe(3);
    expect(amount('2026-09-20', '2026-10-11')).toBe(11);
    expect(amount('2026-05-08', '2026-05-11')).toBe(3);
  });

  it('has the correct number of working days per year', () => {
    const workDays = (year: number): number => {
      let count = 0;
      for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = dayAfter(day))
        if (isWorkDay(CHINA, day)) count++;
      return count;
    };
    expect([2024, 2025, 2026].map(workDays)).toEqual([251, 248, 248]);
  });

  it('counts nothing without a working day', () => {
    expect(halves('2024-10-05', '2024-10-06')).toEqual([]);
  });
});

describe('L6 halves', () => {
  it('are a morning, and days from noon until noon', () => {
    expect(halves('2024-10-12', '2024-10-12', { endHalf: true })).toEqual([
      { day: '2024-10-12', half: 'morning', amount: 0.5 },
    ]);
    expect(amount('2026-11-09', '2026-11-11', { startHalf: true, endHalf: true })).toBe(2);
  });
});

describe('L7 hours', () => {
  const hours = (day: string, startTime: string, endTime: string, until = day) =>
    amount(day, until, { startTime, endTime }, 'hours');

  it('are those of work', () => {
    expect(hours('2026-11-09', '11:00', '14:30')).toBe(2);
    expect(hours('2026-11-09', '07:00', '20:00')).toBe(8);
    expect(hours('2026-11-09', '09:00', '09:10')).toBe(0.5);
    expect(hours('2026-11-09', '08:30', '10:30', '2026-11-10')).toBe(10);
    expect(dayHours(PLAIN_HOURS)).toBe(8);
  });

  it('are zero on a Sunday', () => {
    expect(hours('2026-11-08', '09:00', '17:00')).toBe(0);
  });
});

describe('L8 long ones', () => {
  it('end where all days, or all except public holidays, are counted', () => {
    expect(lastDayOf('2026-03-02', 158, 'calendar', CHINA)).toBe('2026-08-06');
    expect(lastDayOf('2026-03-02', 173, 'calendar', CHINA)).toBe('2026-08-21');
    expect(lastDayOf('2026-09-21', 13, 'noHoliday', CHINA)).toBe('2026-10-07');
    expect(lastDayOf('2026-09-21', 13, 'calendar', CHINA)).toBe('2026-10-03');
    expect(lastDayOf('2026-04-30', 15, 'calendar', CHINA)).toBe('2026-05-14');
    expect(amount('2026-09-21', '2026-10-07', {}, 'noHoliday')).toBe(13);
  });
});

describe('the balance from which days are taken', () => {
  const lot = (id: number, left: number, expiresAt: string, from = '2025-01-01') => ({
    id,
    left,
    from,
    expiresAt,
  });

  it('L4 days that expire first are used first, if still valid on the day', () => {
    const lots = [lot(2, 10, '2027-03-31', '2026-01-01'), lot(1, 5, '2026-03-31')];
    expect(shareOut(halves('2026-03-30', '2026-04-02'), lots)).toEqual({
      shares: [
        { lotId: 1, amount: 2, day: '2026-03-30' },
        { lotId: 2, amount: 2, day: '2026-04-01' },
      ],
      missing: 0,
    });
  });

  it('L10 is reported if insufficient', () => {
    const lots = [lot(1, 3.5, '2025-12-31')];
    expect(shareOut(halves('2025-06-03', '2025-06-06'), lots).missing).toBe(0.5);
    expect(shareOut(halves('2026-01-05', '2026-01-05'), lots).missing).toBe(1);
    expect(shareOut(halves('2025-06-03', '2025-06-03'), [lot(1, -1, '2025-12-31')]).missing).toBe(1);
  });

  it('L15 gets days back in the reverse order', () => {
    const used = [
      { lotId: 1, amount: 8, day: '2026-05-06' },
      { lotId: 2, amount: 2, day: '2026-05-07' },
    ];
    expect(returnShares(used, 5).map(({ lotId, amount: back }) => [lotId, back])).toEqual([
      [2, 2],
      [1, 3],
    ]);
    expect(returnShares(used, 0)).toEqual([]);
  });
});
