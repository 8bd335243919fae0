import { describe, expect, it } from 'vitest';
import {
  decimalText,
  parseDecimal,
  roundDecimal,
  sumDecimals,
} from '../../../../../runtime/core/numbers/decimal.ts';
import { sumExact } from '../../../../../runtime/core/numbers/sumExact.ts';
import { rankStations } from '../../../../../server/sites/fleet/ranking.ts';
import { createRandom } from '../../../../support/telemetry/random.ts';

const DECIMALS = 6;

/** Computes the expected sum. Each value is rounded as a decimal figure, and these are added. */
const sumOf = (values: readonly number[]): number =>
  Number(decimalText(sumDecimals(values.map((value) => roundDecimal(parseDecimal(value)!, DECIMALS)))));

describe('a sum of figures', () => {
  it('is the sum of the decimal figures, with any decimals and sizes', () => {
    const random = createRandom(1);
    for (let round = 0; round < 2000; round += 1) {
      const decimals = Math.floor(random() * 10);
      const size = 10 ** Math.floor(random() * 12);
      const values = Array.from({ length: 1 + Math.floor(random() * 20) }, () =>
        Number(((random() - 0.3) * size).toFixed(decimals)),
      );
      expect(sumExact(values)).toBe(sumOf(values));
    }
  });

  it('rounds float noise, and half a millionth up', () => {
    expect(sumExact([0.1, 0.2])).toBe(0.3);
    expect(sumExact([0.0000005])).toBe(0.000001);
    expect(sumExact([1e15, 0.000001, 0.1 + 0.2])).toBe(sumOf([1e15, 0.000001, 0.1 + 0.2]));
    expect(sumExact([-0])).toBe(0);
  });

  it('ignores unknown values, and is unknown without any', () => {
    expect(sumExact([null, 1.5, Number.NaN])).toBe(1.5);
    expect(sumExact([null])).toBeNull();
    expect(sumExact([])).toBeNull();
  });
});

describe('places', () => {
  it('are shared by equal values, within one unit', () => {
    const station = (sn: string, value: number | null, unit: string | null) => ({
      ...{ id: 1, sn, name: sn, value, unit },
    });
    const ranked = rankStations([
      station('A', 5, 'CNY'),
      station('B', 7, 'EUR'),
      station('C', null, null),
      station('D', 9, 'CNY'),
      station('E', 5, 'CNY'),
      station('F', 1, 'CNY'),
    ]);
    expect(ranked.map(({ sn, place }) => [sn, place])).toEqual([
      ['D', 1],
      ['A', 2],
      ['E', 2],
      ['F', 4],
      ['B', 1],
      ['C', null],
    ]);
  });
});
