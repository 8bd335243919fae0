/** Computes a person's entitlement: scenarios L1–L3 and L14 of the leave plan, to the day. */
import { describe, expect, it } from 'vitest';
import {
  type Employment,
  entitledFrom,
  entitlement,
  monthEndLater,
  payOutCents,
} from '../../../../../server/business/leave/accrual.ts';
import type { Policy } from '../../../../../server/business/leave/policy.ts';

const ANNUAL: Policy = {
  ...{ id: 1, type: 'annual', from: '2020-01-01', unit: 'halfDay', counts: 'work', given: 'yearly' },
  tiers: [
    { years: 0, amount: 5 },
    { years: 10, amount: 10 },
    { years: 20, amount: 15 },
  ],
  ...{ afterMonths: 12, step: 1, carry: 5, carryMonths: 3, lapse: 'paid', proof: null },
  ...{ yearLimit: null, rowLimit: null, productionOnly: false },
};
const person = (firstWorkDate: string, joinDate: string, leftOn: string | null = null): Employment => ({
  firstWorkDate,
  joinDate,
  leftOn,
});
const grantedIn = (
  who: Employment,
  year: number,
  versions: readonly Policy[] = [ANNUAL],
  today = `${year}-12-31`,
) => entitlement(versions, who, year, today);

describe('L1 a person who joins during the year', () => {
  it('gets the days for this part, rounded down', () => {
    expect(grantedIn(person('2015-09-01', '2024-04-15'), 2024)).toBe(3);
  });

  it('gets nothing before twelve months of work', () => {
    const fresh = person('2025-06-01', '2025-06-01');
    expect(entitledFrom(ANNUAL, fresh)).toBe('2026-06-01');
    expect([2025, 2026, 2027].map((year) => grantedIn(fresh, year))).toEqual([0, 2, 5]);
  });

  it('gets no more in a leap year, and nothing without known dates', () => {
    expect(grantedIn(person('2000-01-01', '2010-01-01'), 2024)).toBe(15);
    expect(grantedIn({ firstWorkDate: null, joinDate: null, leftOn: null }, 2024)).toBe(0);
  });
});

describe('L2 a tier within a year', () => {
  it('counts from its day', () => {
    const who = person('2015-09-01', '2024-04-15');
    expect([2025, 2026].map((year) => grantedIn(who, year))).toEqual([6, 10]);
  });
});

describe('L3 month by month', () => {
  const monthly: Policy = {
    ...{ ...ANNUAL, given: 'monthly', afterMonths: 0, step: 0.5 },
    tiers: [{ years: 0, amount: 5 }],
  };
  const ends = Array.from({ length: 9 }, (_, month) => monthEndLater('2024-04-01', month));

  it('grants halves, and the month of joining if that was by the 15th', () => {
    const grantedFrom = (joined: string) =>
      ends.map((day) => grantedIn(person(joined, joined), 2024, [monthly], day));
    expect(grantedFrom('2024-04-15')).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 2.5, 3, 3.5]);
    expect(grantedFrom('2024-04-16').at(-1)).toBe(3);
  });
});

describe('L13 a changed policy', () => {
  it('uses the version of each day, and the newest of one day', () => {
    const more = { ...ANNUAL, id: 2, from: '2026-01-01', tiers: [{ years: 0, amount: 12 }] };
    const who = person('2015-09-01', '2024-04-15');
    expect(grantedIn(who, 2026, [ANNUAL, more])).toBe(12);
    expect(grantedIn(who, 2025, [ANNUAL, more])).toBe(6);
    const fromJuly = { ...more, from: '2026-07-01' };
    // 181 days of 10 and 184 of 12: 11.008 days.
    expect(grantedIn(who, 2026, [ANNUAL, fromJuly])).toBe(11);
  });
});

describe('L14 a person who leaves', () => {
  const twelve = { ...ANNUAL, tiers: [{ years: 0, amount: 12 }] };

  it('is entitled to the part of the year', () => {
    expect(grantedIn(person('2015-09-01', '2024-04-15', '2026-10-31'), 2026, [twelve])).toBe(9);
    expect(grantedIn(person('2015-09-01', '2024-04-15', '2026-03-31'), 2026)).toBe(2);
  });

  it('is additionally paid twice the wage of each day', () => {
    expect(payOutCents(2.5, 12_000)).toBe(275_862);
  });
});
