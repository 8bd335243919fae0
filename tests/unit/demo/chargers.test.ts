import { expect, it } from 'vitest';
import { dealsOf } from '../../../demo/sites/chargers.ts';

it.each([0, 1])('charger %i charges one car after the other, and its counter increases', (place) => {
  const now = Date.parse('2026-11-27T01:00:00Z');
  const deals = dealsOf(place, 'Asia/Shanghai', now);
  expect(deals).toHaveLength(40);
  expect(deals).toEqual(dealsOf(place, 'Asia/Shanghai', now));
  for (const [at, deal] of deals.entries()) {
    const before = deals[at - 1];
    expect(deal.startsAt < deal.endsAt).toBe(true);
    expect(Date.parse(deal.endsAt)).toBeLessThan(now);
    if (!before) continue;
    expect(deal.startsAt >= before.endsAt).toBe(true);
    expect(deal.readingBefore).toBe(before.readingAfter);
  }
});
