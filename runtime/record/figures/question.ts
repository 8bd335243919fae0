/** A request for a statistic, as a board stores it. */
import type { StatisticDefinition } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../core/definitions/entities.ts';
import { dimensionsOf, statisticRegistry } from '../../core/definitions/statistics.ts';
import { type FilterGroup, groupQuery, readGroup, type ServerNode } from '../query/group.ts';

export interface FigureQuestion {
  statistic?: string;
  /** Names of dimensions. */
  by?: string[];
  figures?: string[];
  /** Conditions in the format of list addresses. */
  filter?: string;
  compare?: 'none' | 'period' | 'year';
  /** All records, or records of a period. */
  time?: 'range' | 'all';
  top?: number;
  /** True to count only records of the selected station. */
  here?: boolean;
}

/** Returns the chosen statistic. Undefined without a choice, or for a deleted statistic. */
export const findAskedStatistic = ({ statistic }: FigureQuestion): StatisticDefinition | undefined =>
  statistic === undefined ? undefined : statisticRegistry.get(statistic);

export const groupAsked = (entity: Entity, { filter }: Pick<FigureQuestion, 'filter'>): FilterGroup | null =>
  readGroup(entity, filter ?? null);

/** Returns the filter for the server. Undefined without conditions. */
export function filterAsked(
  entity: Entity,
  question: Pick<FigureQuestion, 'filter' | 'here'>,
  stationSn: string,
): string | undefined {
  const group = groupAsked(entity, question);
  const and: ServerNode[] = [
    ...(question.here ? [{ op: 'site', value: stationSn }] : []),
    ...(group ? [groupQuery(entity, group)] : []),
  ];
  return and.length > 0 ? JSON.stringify({ and }) : undefined;
}

/** Returns the chosen dimensions that still exist. */
export const splitAsked = (statistic: StatisticDefinition, { by = [] }: FigureQuestion): string[] =>
  by.filter((name) => dimensionsOf(statistic).some((one) => one.name === name));

/** Returns the chosen figures that still exist, otherwise the first one. */
export function listAskedFigures(statistic: StatisticDefinition, { figures = [] }: FigureQuestion): string[] {
  const known = figures.filter((name) => statistic.figures.some((one) => one.name === name));
  return known.length > 0 ? known : statistic.figures.slice(0, 1).map(({ name }) => name);
}

export const findAskedEntity = (statistic: StatisticDefinition): Entity => entityOf(statistic.of);
