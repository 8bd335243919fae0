import type { StatisticDefinition } from '../../../generated/definition.ts';
import type { Lang } from '../../core/text/lang.ts';
import { keyText, type StatisticRow } from './words.ts';

/** Returns the keys of a row as text. Empty without keys. */
export const rowName = (
  statistic: StatisticDefinition,
  by: readonly string[],
  row: StatisticRow,
  lang: Lang,
  none = '',
): string =>
  [...by.map((name) => keyText(statistic, name, row, lang) ?? none), row.currency ?? '']
    .filter((word) => word !== '')
    .join(' · ');
