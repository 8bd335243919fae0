import { describe, expect, it } from 'vitest';
import { dayOf, planParts, priceParts, stepsOf } from '../../../../pages/strategies/parts/dayCurves.ts';

const ZONE = 'Asia/Shanghai';
const at = (text: string) => Date.parse(`${text}+08:00`);

describe('the day of a strategy', () => {
  it('shows each planned power from the start of its block to its end', () => {
    const plan = planParts({
      kind: 'timeOfDay',
      blocks: [
        { start: '08:00', end: '24:00', power: 200 },
        { start: '00:00', end: '06:00', power: -100 },
      ],
    });
    expect(stepsOf(plan, '2026-11-27', ZONE)).toEqual([
      [at('2026-11-27T00:00'), -100],
      [at('2026-11-27T06:00'), -100],
      [at('2026-11-27T06:00'), null],
      [at('2026-11-27T08:00'), 200],
      [at('2026-11-28T00:00'), 200],
      [at('2026-11-28T00:00'), null],
    ]);
  });

  it('has no plan for a strategy that follows measured values', () => {
    expect(planParts({ kind: 'peakShaving', power: 5 })).toEqual([]);
    expect(planParts({ kind: 'fixedPower', power: 5 })).toEqual([{ start: '00:00', end: '24:00', value: 5 }]);
    expect(planParts({ kind: 'idle' })).toEqual([{ start: '00:00', end: '24:00', value: 0 }]);
  });

  it('has the length of the day in local time', () => {
    const { from, to } = dayOf('2026-10-25', 'Europe/Berlin');
    expect((to - from) / 3_600_000).toBe(25);
    expect(stepsOf([{ start: '02:30', end: '04:00', value: 1 }], '2026-03-29', 'Europe/Berlin')[0]?.[0]).toBe(
      Date.parse('2026-03-29T03:30+02:00'),
    );
  });

  it('has the current price, also outside of its periods', () => {
    const energy = { chargeType: 'energy', currency: 'CNY' };
    const charges = [
      { ...energy, effectiveFrom: '2026-12-01', price: 9 },
      { ...energy, effectiveFrom: '2026-01-01', price: 8 },
      {
        ...energy,
        effectiveFrom: '2026-06-01',
        price: 0.5,
        periods: [{ start: '10:00', end: '14:00', price: 1.1 }],
      },
      { ...energy, chargeType: 'feedIn', effectiveFrom: '2026-07-01', price: 7 },
    ];
    expect(priceParts(charges, '2026-11-27')).toEqual({
      currency: 'CNY',
      parts: [
        { start: '00:00', end: '10:00', value: 0.5 },
        { start: '10:00', end: '14:00', value: 1.1 },
        { start: '14:00', end: '24:00', value: 0.5 },
      ],
    });
    expect(priceParts(charges, '2025-11-27')).toBeNull();
  });
});
