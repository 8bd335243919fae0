/** The steps of a funnel stand as its field lists them, not by their size. Pure. */
import type { StatisticDefinition } from '../../../../generated/definition.ts';
import { dictionaries } from '../../../core/definitions/dictionaries.ts';
import { fieldOptions } from '../../../form/values/options.ts';
import { dimensionOf, fieldOf, type StatisticAnswer, type StatisticRow } from '../words.ts';

export function inSteps(
  statistic: StatisticDefinition,
  { by: [first = ''], rows }: Pick<StatisticAnswer, 'by' | 'rows'>,
): StatisticRow[] {
  const dimension = dimensionOf(statistic, first);
  const options = dimension && fieldOptions(fieldOf(statistic, dimension), dictionaries, 'zh');
  if (!options) return [...rows];
  const place = new Map<unknown, number>(options.map(({ value }, at) => [value, at]));
  const placeOf = ({ key }: StatisticRow) => place.get(key[first]) ?? options.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * The share that each step keeps of the one before it; the first has none. Steps of which one grows are no parts of one
 * another, such as results: each then has its share of them all. Null where there is nothing to measure against. Pure.
 */
export function sharesOfSteps(values: readonly number[]): (number | null)[] {
  const isNarrowing = values.every((value, at) => at === 0 || value <= values[at - 1]!);
  const sum = values.reduce((all, value) => all + value, 0);
  return values.map((value, at) => {
    const whole = isNarrowing ? (at === 0 ? 0 : values[at - 1]!) : sum;
    return whole === 0 ? null : value / whole;
  });
}
