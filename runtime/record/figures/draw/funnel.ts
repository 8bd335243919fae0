/** Funnel steps are in the order of their field's options, not by size. Pure. */
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
 * Returns the share of each step in the previous step, from the second one on. If a step is larger than the previous
 * one, the steps are independent. Each share is then that of the total. Null without a base. Pure.
 */
export function sharesOfSteps(values: readonly number[]): (number | null)[] {
  const isNarrowing = values.every((value, at) => at === 0 || value <= values[at - 1]!);
  const sum = values.reduce((all, value) => all + value, 0);
  return values.map((value, at) => {
    const whole = isNarrowing ? (at === 0 ? 0 : values[at - 1]!) : sum;
    return whole === 0 ? null : value / whole;
  });
}
