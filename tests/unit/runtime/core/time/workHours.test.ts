import { describe, expect, it } from 'vitest';
import { PLAIN_HOURS, PLAIN_WEEK } from '../../../../../runtime/core/time/workDays.ts';
import { afterWorkHours, type WorkClock } from '../../../../../runtime/core/time/workHours.ts';

const SHANGHAI: WorkClock = { ...PLAIN_WEEK, zone: 'Asia/Shanghai', hours: PLAIN_HOURS };

/** Returns the end of a limit in Shanghai, on its clock. */
const endOf = (hours: number, from: string, clock = SHANGHAI): string =>
  new Date(afterWorkHours(hours, Date.parse(`${from}+08:00`), clock) + 8 * 3_600_000)
    .toISOString()
    .slice(0, 16);

describe('a time limit in hours of work', () => {
  it('continues within a shift, after the midday break, and on the next day', () => {
    expect(endOf(2, '2026-11-23T09:00')).toBe('2026-11-23T11:00');
    expect(endOf(4, '2026-11-23T09:00')).toBe('2026-11-23T14:30');
    expect(endOf(8, '2026-11-23T09:00')).toBe('2026-11-24T09:00');
    expect(endOf(3, '2026-11-23T08:30')).toBe('2026-11-23T11:30');
  });

  it('that begins outside of work starts with it', () => {
    expect(endOf(1, '2026-11-23T06:00')).toBe('2026-11-23T09:30');
    expect(endOf(1, '2026-11-23T12:30')).toBe('2026-11-23T14:30');
    expect(endOf(4, '2026-11-27T17:00')).toBe('2026-11-30T11:30');
  });

  it('skips holidays, and counts days that compensate for them', () => {
    const days = new Map([
      ['2026-11-28', 'work'],
      ['2026-11-30', 'holiday'],
    ] as const);
    expect(endOf(2, '2026-11-27T17:00', { ...SHANGHAI, days })).toBe('2026-11-28T09:30');
    expect(endOf(10, '2026-11-27T17:00', { ...SHANGHAI, days })).toBe('2026-12-01T09:30');
  });

  it('counts normal hours if no day is a working day', () => {
    const never = { ...SHANGHAI, weekend: [1, 2, 3, 4, 5, 6, 7] };
    expect(endOf(5, '2026-11-27T17:00', never)).toBe('2026-11-27T22:00');
  });

  it('handles a clock that is set back', () => {
    const berlin = { ...SHANGHAI, zone: 'Europe/Berlin' };
    const friday = Date.parse('2026-10-23T17:00:00+02:00');
    expect(new Date(afterWorkHours(2, friday, berlin)).toISOString()).toBe('2026-10-26T08:30:00.000Z');
  });
});
