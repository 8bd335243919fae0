/** The worked example from customer to payment, to the cent. It is a quote with discounts of lines and of the whole. */
import { describe, expect, it } from 'vitest';
import { computeValue } from '../../../../runtime/core/rules/expression.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import { completeValues } from '../../../../runtime/core/rules/values.ts';
import { quote } from '../../../support/records/quote.ts';

const LINES = [
  { quantity: 3, price: '148672.57', discount: 3.5, taxRate: 13 },
  { quantity: 2, price: '26548.67', taxRate: 13 },
  { quantity: 137.5, price: '42.35', taxRate: 13 },
  { quantity: 1, price: '38990.83', discount: 5, taxRate: 9 },
  { quantity: 12, price: '1886.79', taxRate: 6 },
];
const AFTER = [
  ['430407.09', '3919.85', '426487.24', '55443.34', '481930.58'],
  ['53097.34', '483.57', '52613.77', '6839.79', '59453.56'],
  ['5823.13', '53.03', '5770.10', '750.11', '6520.21'],
  ['37041.29', '337.35', '36703.94', '3303.35', '40007.29'],
  ['22641.48', '206.20', '22435.28', '1346.12', '23781.40'],
];
const settled = (more: object) => completeValues(quote, { lines: LINES, ...more });
const rows = ({ lines }: Values) =>
  (lines as Values[]).map(({ net, share, netAfter, tax, gross }) => [net, share, netAfter, tax, gross]);

describe('the quote of the example', () => {
  it('has the total of its first version without a total discount', () => {
    expect(settled({})).toMatchObject({ net: '549010.33', netAfter: '549010.33', gross: '617315.12' });
  });

  it('shares the discount among its lines, and has the total of its second version', () => {
    const second = settled({ discount: '5000.00' });
    expect(rows(second)).toEqual(AFTER);
    expect(second).toMatchObject({
      net: '549010.33',
      netAfter: '544010.33',
      tax: '67682.71',
      gross: '611693.04',
    });
  });

  it('rounds each line separately', () => {
    const [line] = rows(
      completeValues(quote, {
        lines: [{ quantity: 16, price: '348.35', discount: 4, taxRate: 22 }],
      }),
    );
    expect(line).toEqual(['5350.66', '0.00', '5350.66', '1177.15', '6527.81']);
  });
});

describe('an allocation', () => {
  const parts = (amount: string, weights: (number | string)[]) =>
    computeValue(
      { allocate: [amount, { var: 'list' }, 'weight'] },
      { list: weights.map((weight) => ({ weight })) },
    );
  it('assigns the odd cents to the largest remainders, the first of equal ones first', () => {
    expect(parts('100.00', [1, 1, 1]).value).toEqual(['33.34', '33.33', '33.33']);
    expect(parts('-100.00', [1, 1, 1]).value).toEqual(['-33.34', '-33.33', '-33.33']);
    expect(parts('0.05', ['0.10', '0.30', '0.10']).value).toEqual(['0.01', '0.03', '0.01']);
    expect(parts('0.00', [0, 0]).value).toEqual(['0.00', '0.00']);
  });

  it('assigns a negative part to a negative line, and works for a total of zero', () => {
    expect(parts('0.00', ['8500.00', '-7500.00']).value).toEqual(['0.00', '0.00']);
    expect(parts('100.00', ['8500.00', '-7500.00']).value).toEqual(['850.00', '-750.00']);
    expect(parts('10.00', ['-20.00', '-10.00']).value).toEqual(['6.67', '3.33']);
    expect(parts('5.00', ['100.00', '-100.00']).value).toEqual(['2.50', '2.50']);
    expect(parts('0.01', [0, 0]).value).toEqual(['0.01', '0.00']);
    expect(parts('1.00', []).value).toEqual([]);
  });

  it('agrees with an order with a returned line', () => {
    const lines = [
      { quantity: 1, price: '8500.00', taxRate: 13 },
      { quantity: 1, price: '-7500.00', taxRate: 13 },
    ];
    expect(completeValues(quote, { lines })).toMatchObject({ netAfter: '1000.00', gross: '1130.00' });
  });

  it('by percentages rounds each part, and the last one gets the rest', () => {
    const plan = (amount: string, ...percents: (number | '')[]) =>
      computeValue(
        { split: [amount, { var: 'plan' }, 'percent'] },
        { plan: percents.map((percent) => ({ percent })) },
      ).value;
    expect(plan('611693.04', 30, 60, 10)).toEqual(['183507.91', '367015.82', '61169.31']);
    expect(plan('-611693.04', 30, 60, 10)).toEqual(['-183507.91', '-367015.82', '-61169.31']);
    expect(plan('100.00', 33.3, 33.3, 33.4, 0)).toEqual(['33.30', '33.30', '33.40', '0.00']);
    // The unplanned part is in no instalment.
    expect(plan('611693.04', 30, 60)).toEqual(['183507.91', '367015.82']);
    expect(plan('611693.04', 30, '', 70)).toEqual(['183507.91', null, '428185.13']);
  });

  it('without percentages is equal, and the first parts get the odd cents', () => {
    const equal = (amount: string, count: number) =>
      computeValue(
        { split: [amount, { var: 'plan' }, 'percent'] },
        { plan: Array.from({ length: count }, () => ({})) },
      ).value;
    expect(equal('100.00', 3)).toEqual(['33.34', '33.33', '33.33']);
    expect(equal('0.02', 3)).toEqual(['0.01', '0.01', '0.00']);
    expect(equal('1.00', 0)).toEqual([]);
  });

  it('has no parts if a figure is missing', () => {
    expect(parts('1.00', [1, '']).value).toBeNull();
  });
});
