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
