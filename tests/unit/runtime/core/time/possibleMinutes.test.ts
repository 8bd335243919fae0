/** The working time of a day by the calendar, without absences. */
import { expect, it } from 'vitest';
import { PLAIN_HOURS } from '../../../../../runtime/core/time/workDays.ts';
import { possibleMinutes } from '../../../../../runtime/core/time/workHours.ts';

const calendar = {
  hours: PLAIN_HOURS,
  weekend: [6, 7],
  days: new Map([
    ['2027-03-05', 'holiday'],
    ['2027-03-06', 'work'],
  ] as const),
};

it('is that of the present halves of a working day, and zero on a day off', () => {
  expect(possibleMinutes(calendar, '2027-03-04')).toBe(480);
  expect(possibleMinutes(calendar, '2027-03-04', ['morning'])).toBe(270);
  expect(possibleMinutes(calendar, '2027-03-04', ['afternoon'])).toBe(210);
  expect(possibleMinutes(calendar, '2027-03-04', ['morning', 'afternoon'])).toBe(0);
  expect(possibleMinutes(calendar, '2027-03-05')).toBe(0);
  expect(possibleMinutes(calendar, '2027-03-06')).toBe(480);
  expect(possibleMinutes(calendar, '2027-03-07')).toBe(0);
});
