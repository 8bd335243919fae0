import { describe, expect, it } from 'vitest';
import {
  monthDays,
  type SettleTerm,
  settleSpan,
  settleTotals,
  spansOf,
} from '../../../../../server/sites/energy/settle.ts';

const term = (overrides: Partial<SettleTerm>): SettleTerm => ({
  ...{
    kind: 'savingShare',
    effectiveFrom: '2026-01-01',
    currency: 'CNY',
    share: null,
    price: null,
    fee: null,
  },
  ...overrides,
});
const NOTHING = { energy: null, charged: null, discharged: null };
const DAYS = 30;

describe('the terms of a month', () => {
  const of = (terms: SettleTerm[], month: string) =>
    spansOf(terms, month).map(({ from, last, days }) => [from, last, days]);

  it('apply from their day until the next one of their kind begins', () => {
    const terms = [term({ effectiveFrom: '2026-02-15' }), term({}), term({ kind: 'serviceFee' })];
    expect(of(terms, '2026-02')).toEqual([
      ['2026-02-01', '2026-02-14', 14],
      ['2026-02-15', '2026-02-28', 14],
      ['2026-02-01', '2026-02-28', 28],
    ]);
    expect(of(terms, '2025-12')).toEqual([]);
    expect(of(terms.slice(0, 2), '2026-03')).toEqual([['2026-03-01', '2026-03-31', 31]]);
  });

  it('include the last month of a year', () => {
    const { first, end } = monthDays('2026-12');
    expect(end - first).toBe(31);
  });
});

describe('a line of the settlement', () => {
  const line = (overrides: Partial<SettleTerm>, counted = {}, days = DAYS) =>
    settleSpan(
      { term: term(overrides), from: '2026-09-01', last: '2026-09-30', days },
      { ...NOTHING, ...counted },
      DAYS,
    );

  it('divides a saving to the cent: kept and paid parts add up to the whole', () => {
    expect(line({ share: 30 }, { charged: '0.99', discharged: '1.00' })).toMatchObject({
      ...{ saving: '0.01', customer: '0.00', amount: '0.01' },
    });
    expect(line({ share: 33.3 }, { charged: '10.00', discharged: '110.05' })).toMatchObject({
      ...{ saving: '100.05', customer: '33.32', amount: '66.73' },
    });
  });

  it('charges the customer nothing for a loss', () => {
    expect(line({ share: 30 }, { charged: '12.00', discharged: '2.00' })).toMatchObject({
      ...{ saving: '-10.00', customer: '0.00', amount: '0.00' },
    });
  });

  it('has no amount without counted energy', () => {
    expect(line({ share: 30 }).amount).toBeNull();
    expect(line({ kind: 'feedIn', price: 0.4 }).amount).toBeNull();
    expect(line({ kind: 'feedIn', price: 0.4 }, { energy: 0 }).amount).toBe('0.00');
  });

  it('calculates a fee by days', () => {
    expect(line({ kind: 'serviceFee', fee: '100.00' }, {}, 10).amount).toBe('33.33');
    expect(line({ kind: 'serviceFee', fee: '100.00' }).amount).toBe('100.00');
  });
});

it('adds up each currency separately', () => {
  const lines = [
    { currency: 'CNY', amount: '0.10' },
    { currency: 'MYR', amount: null },
    { currency: 'CNY', amount: '0.20' },
  ];
  expect(settleTotals(lines)).toEqual([{ currency: 'CNY', amount: '0.30' }]);
});
