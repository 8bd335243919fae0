/**
 * Tests a worked bill of a September: demand with a ratchet, capacity, and the power factor. Every figure is computed
 * by hand.
 */
import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../../../../runtime/core/numbers/decimal.ts';
import type { DemandMonth } from '../../../../../server/platform/db/tables/jsonShapes.ts';
import {
  type BillLine,
  type BillTerm,
  capacityLine,
  demandLine,
  powerFactorLine,
  savedDemand,
} from '../../../../../server/sites/energy/bill.ts';
import { findPeak, judgeMonth, ratchetOf } from '../../../../../server/sites/energy/demand.ts';
import { adjustmentOf, powerFactorOf, stepsProblem } from '../../../../../server/sites/energy/powerFactor.ts';

const QUARTER_MS = 900_000;
const FROM = Date.parse('2026-09-01T00:00:00Z');
const HOLE = Number.NaN;
const OF_DAYS = 30;

const term = (overrides: Partial<BillTerm>): BillTerm => ({
  ...{ kind: 'demand', effectiveFrom: '2026-01-01', currency: 'CNY', price: null, capacity: null },
  ...{ ratchet: null, ratchetMonths: null, powerFactor: null, powerFactorSteps: null },
  ...overrides,
});
const span = (overrides: Partial<BillTerm>, days = OF_DAYS) => ({
  ...{ term: term(overrides), from: '2026-09-01', last: '2026-09-30', days },
});
const month = (power: number | null, overrides: Partial<DemandMonth> = {}): DemandMonth => ({
  ...{ month: '2026-09-01', quarters: 2880, holes: 0, alone: null },
  peak: power === null ? null : { power, at: FROM },
  ...overrides,
});

describe('the demand of a month', () => {
  it('is the mean power of the highest quarter hour, the first of equal ones', () => {
    const energies = Float64Array.of(100, 246.2505, HOLE, 246.2505, 0);
    expect(findPeak(FROM, energies)).toEqual({ power: 985.002, at: FROM + QUARTER_MS });
    expect(findPeak(FROM, Float64Array.of(HOLE))).toBeNull();
    expect(findPeak(FROM, Float64Array.of(0, 0))).toEqual({ power: 0, at: FROM });
  });

  it('counts gaps instead of estimating them', () => {
    const imported = Float64Array.of(10, HOLE, 20);
    const flows = { imported, exported: null, charged: null, discharged: null };
    expect(judgeMonth('2026-09-01', FROM, flows)).toMatchObject({ quarters: 3, holes: 1, alone: null });
  });

  it('without the battery is the import less its charge plus its discharge', () => {
    const flows = {
      imported: Float64Array.of(100, 50, 80, 10),
      exported: Float64Array.of(0, 0, 0, 5),
      charged: Float64Array.of(60, 0, 0, 0),
      discharged: Float64Array.of(0, 75, HOLE, 0),
    };
    expect(judgeMonth('2026-09-01', FROM, flows)).toMatchObject({
      peak: { power: 400, at: FROM },
      alone: { power: 500, at: FROM + QUARTER_MS, holes: 1 },
    });
    const resting = {
      ...flows,
      exported: Float64Array.of(0, 0, 0, 20),
      charged: Float64Array.of(0, 0, 0, 0),
    };
    expect(
      judgeMonth('2026-09-01', FROM, { ...resting, imported: Float64Array.of(0, 0, 0, 0) }).alone,
    ).toMatchObject({ power: 300 });
  });
});

describe('the ratchet', () => {
  it('is a share of the highest demand of the given number of previous months', () => {
    const past = [month(900), month(1231.001, { holes: 4 }), month(null, { holes: 2880 }), month(5000)];
    expect(ratchetOf(80, 3, past)).toMatchObject({ highest: 1231.001, floor: 984.801, incomplete: 2 });
    expect(ratchetOf(80, 3, [])).toMatchObject({ highest: null, floor: null, incomplete: 0 });
  });

  it("is billed if the month's demand is lower", () => {
    const terms = { price: 38.5, ratchet: 80, ratchetMonths: 1 };
    const billed = (power: number | null) =>
      demandLine(span(terms), OF_DAYS, month(power), [month(1231.001)]).line;
    // 984.801 × 38.5 = 37,914.8385
    expect(billed(940.125)).toMatchObject({ quantity: 984.801, amount: '37914.84' });
    // 1,002.4 × 38.5 = 38,592.40
    expect(billed(1002.4)).toMatchObject({ quantity: 1002.4, amount: '38592.40' });
    expect(billed(null)).toMatchObject({ quantity: null, amount: null });
  });
});

describe('prices by the month', () => {
  it('count by days if they apply to a part of it', () => {
    // 1,000.1 × 38.5 × 11 ÷ 30 = 14,118.0783…
    expect(demandLine(span({ price: 38.5 }, 11), OF_DAYS, month(1000.1), []).line.amount).toBe('14118.08');
  });

  it('of capacity are paid for the agreed value, or for the transformers', () => {
    expect(capacityLine(span({ price: 23.45, capacity: 1600 }), OF_DAYS, 2000).amount).toBe('37520.00');
    expect(capacityLine(span({ price: 23.45 }), OF_DAYS, 2000)).toMatchObject({
      quantity: 2000,
      amount: '46900.00',
    });
    expect(capacityLine(span({ price: 23.45 }), OF_DAYS, null)).toMatchObject({
      quantity: null,
      amount: null,
    });
  });
});

/** Each hundredth below 0.90 costs 0.5 %, below 0.70 1 %, below 0.65 2 %. Above 0.90 it earns 0.15 % up to 0.95. */
const STEPS = [
  { to: 0.65, percent: 1 },
  { to: 0.7, percent: 0.5 },
  { to: 0, percent: 2 },
  { to: 0.95, percent: -0.15 },
];

describe('the power factor', () => {
  it('follows from active and reactive energy', () => {
    // Power factor 101,692.5 ÷ √(101,692.5² + 57,632.1²) = 0.87000…
    expect(powerFactorOf(101_692.5, 57_632.1)?.toString()).toBe('0.87');
    expect(powerFactorOf(3, 4)?.toString()).toBe('0.6');
    expect(powerFactorOf(100, 0)?.toString()).toBe('1');
    expect([powerFactorOf(0, 5), powerFactorOf(null, 5), powerFactorOf(5, null)]).toEqual([null, null, null]);
  });

  it.each([
    [0.9, '0'],
    [0.87, '1.5'],
    [0.7, '10'],
    [0.68, '12'],
    [0.65, '15'],
    [0.6, '25'],
    [0.93, '-0.45'],
    [0.95, '-0.75'],
    [1, '-0.75'],
  ])('of %s changes the other charges by %s %%', (factor, percent) => {
    expect(adjustmentOf(parseDecimal(factor)!, 0.9, STEPS).toString()).toBe(percent);
  });

  const line = (amount: string | null, currency = 'CNY') => ({ currency, amount }) as BillLine;

  it('changes the sum of the lines of its currency, once', () => {
    const factorSpan = span({ kind: 'powerFactor', powerFactor: 0.9, powerFactorSteps: STEPS });
    const counted = { active: 101_692.5, reactive: 57_632.1 };
    const others = [line('44772.83'), line('19440.58'), line('37914.84'), line('99.99', 'EUR')];
    // 102,128.25 × 1.5 % = 1,531.92375
    expect(powerFactorLine(factorSpan, counted, others).line).toMatchObject({
      quantity: 0.87,
      amount: '1531.92',
    });
    expect(powerFactorLine(factorSpan, counted, [...others, line(null)]).line.amount).toBeNull();
    expect(powerFactorLine(factorSpan, { active: 5, reactive: null }, others).line.amount).toBeNull();
  });

  it('refuses steps without an effect', () => {
    expect(stepsProblem(0.9, STEPS)).toBeNull();
    expect(stepsProblem(0.9, [...STEPS, { to: 0.9, percent: 1 }])).toBe(4);
    expect(stepsProblem(0.9, [...STEPS, { to: 0.7, percent: 1 }])).toBe(4);
  });
});

describe('what the battery saves', () => {
  it('is the demand that would have been billed without it, with the same ratchet', () => {
    const terms = { price: 38.5, ratchet: 80, ratchetMonths: 1 };
    const own = month(940.125, { alone: { power: 1210.5, at: FROM, holes: 0 } });
    const demanded = demandLine(span(terms), OF_DAYS, own, [month(1231.001)]);
    // Saved amount (1,210.5 − 984.801) × 38.5: 46,604.25 − 37,914.84
    expect(savedDemand(own, [demanded])).toMatchObject({ saved: 270.375, savedAmount: '8689.41' });
  });

  it('is negative if it raised the demand, and zero without a battery', () => {
    const raised = month(500, { alone: { power: 400, at: FROM, holes: 0 } });
    expect(savedDemand(raised, [demandLine(span({ price: 10 }), OF_DAYS, raised, [])])).toMatchObject({
      ...{ saved: -100, savedAmount: '-1000.00' },
    });
    const plain = month(500);
    expect(savedDemand(plain, [demandLine(span({ price: 10 }), OF_DAYS, plain, [])])).toMatchObject({
      ...{ saved: null, savedAmount: null },
    });
  });
});
