import type { StatisticDefinition, StatisticFigure } from '../../../generated/definition.ts';
import { statistics as built } from '../../../generated/statistics.ts';
import { createRegistry } from './registry.ts';

export const statisticRegistry = createRegistry<StatisticDefinition>('statistics', built);

/** Returns the dimensions of a statistic with their names in rows and requests. */
export const dimensionsOf = ({ dimensions = [] }: StatisticDefinition) =>
  dimensions.map((dimension) => ({ ...dimension, name: dimension.name ?? dimension.field }));

/** Returns the first and last day of counted records, relative to today. Undefined if all records count. */
export const daysOf = ({ past, days }: StatisticFigure): StatisticFigure['days'] =>
  days ?? (past === undefined ? undefined : { field: past, to: -1 });

export type Dimension = ReturnType<typeof dimensionsOf>[number];

import.meta.hot?.accept('../../../generated/statistics.ts', (now) => {
  if (now) statisticRegistry.rebuild(now.statistics);
});
