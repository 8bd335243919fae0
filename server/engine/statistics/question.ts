/** Reads a request for a statistic. Throws with the name of a part that does not exist or is hidden from the user. */
import type { StatisticDefinition, StatisticFigure } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { type Dimension, dimensionsOf } from '../../../runtime/core/definitions/statistics.ts';
import { type Compare, type Period, periodBefore } from '../../../runtime/core/statistics/steps.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Caller } from '../access/asker.ts';
import { currencyOf, type SeenStatistic, seenOf } from './statisticAccess.ts';

const MAX_DIMENSIONS = 3;

/** The parameters of the request. */
export interface StatisticQuery {
  from?: string | undefined;
  to?: string | undefined;
  by?: string | undefined;
  figures?: string | undefined;
  compare?: Compare | undefined;
  sort?: string | undefined;
  top?: number | undefined;
  search?: string | undefined;
  filter?: string | undefined;
  /** The day of the exchange rates for totals over all currencies. */
  sumOn?: string | undefined;
}

export interface StatisticQuestion {
  dimensions: Dimension[];
  figures: StatisticFigure[];
  /** The field with the currency of amounts. Each currency has its own rows. */
  currency: string | undefined;
  period: Period | null;
  before: Period | null;
  sort: { name: string; isFalling: boolean };
  top: number | null;
}

function readPeriod({ from, to }: StatisticQuery): Period | null {
  if (from === undefined && to === undefined) return null;
  const place = from === undefined ? '/query/from' : '/query/to';
  if (from === undefined || to === undefined)
    throw new AppError('statistic.halfPeriod', {}, { field: place });
  if (from > to) throw new AppError('statistic.periodEmpty', {}, { field: '/query/to' });
  return { from, to };
}

const listNames = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

/** Throws for a name that the statistic does not have, or that is hidden from the caller. */
function refuseName(statistic: StatisticDefinition, name: string, field: string): never {
  const parts = [...dimensionsOf(statistic), ...statistic.figures];
  const isHidden = parts.some((part) => part.name === name);
  throw new AppError(isHidden ? 'entity.fieldHidden' : 'statistic.noName', { field: name, name }, { field });
}

function readDimensions(
  statistic: StatisticDefinition,
  seen: readonly Dimension[],
  by: string | undefined,
): Dimension[] {
  if (by === undefined) return seen.filter(({ name }) => statistic.by?.includes(name));
  const names = listNames(by);
  const params = { most: MAX_DIMENSIONS };
  if (names.length > MAX_DIMENSIONS)
    throw new AppError('statistic.manyDimensions', params, { field: '/query/by' });
  return names.map(
    (name) => seen.find((dimension) => dimension.name === name) ?? refuseName(statistic, name, '/query/by'),
  );
}

/**
 * Returns the requested figures, and figures that are needed for ratios or sorting. Hidden figures are left out, as in
 * a request without names.
 */
function readFigures(
  statistic: StatisticDefinition,
  seen: readonly StatisticFigure[],
  { figures, sort }: StatisticQuery,
): StatisticFigure[] {
  if (figures === undefined) return [...seen];
  const names = listNames(figures);
  const unknown = names.find((name) => !statistic.figures.some((figure) => figure.name === name));
  if (unknown !== undefined) {
    const field = '/query/figures';
    throw new AppError('statistic.noName', { name: unknown }, { field });
  }
  const find = (name: string): StatisticFigure[] => seen.filter((figure) => figure.name === name);
  const requested = [...names, sort?.replace(/^-/, '') ?? ''].flatMap(find);
  return [
    ...new Set([
      ...requested,
      ...requested.flatMap(({ do: what, of = [] }) => (what === 'ratio' ? of.flatMap(find) : [])),
    ]),
  ];
}

/**
 * Reads the sort order. By default, rows are sorted by day if the first dimension is a date, else by the first figure,
 * descending.
 */
function readSort(
  statistic: StatisticDefinition,
  sort: string | undefined,
  seen: SeenStatistic,
  { dimensions, figures }: Pick<StatisticQuestion, 'dimensions' | 'figures'>,
): StatisticQuestion['sort'] {
  const names = [...seen.dimensions, ...seen.figures].map(({ name }) => name);
  if (sort === undefined) {
    const [first] = dimensions;
    return first?.step || first?.ages
      ? { name: first.name, isFalling: false }
      : { name: figures[0]?.name ?? '', isFalling: true };
  }
  const name = sort.replace(/^-/, '');
  if (!names.includes(name)) refuseName(statistic, name, '/query/sort');
  return { name, isFalling: sort.startsWith('-') };
}

export function readQuestion(
  statistic: StatisticDefinition,
  entity: Entity,
  caller: Caller,
  input: StatisticQuery,
): StatisticQuestion {
  const seen = seenOf(statistic, entity, caller);
  if (seen.figures.length === 0) throw new AppError('http.forbidden');
  const figures = readFigures(statistic, seen.figures, input);
  const period = readPeriod(input);
  if (input.compare && !period) throw new AppError('statistic.noPeriod', {}, { field: '/query/compare' });
  const dimensions = readDimensions(statistic, seen.dimensions, input.by);
  const isSorted = figures.some(({ name }) => name === statistic.sort?.replace(/^-/, ''));
  return {
    dimensions,
    figures,
    currency: figures.map((figure) => currencyOf(entity, figure)).find((name) => name !== undefined),
    period,
    before: input.compare && period ? periodBefore(period, input.compare) : null,
    sort: readSort(statistic, input.sort ?? (isSorted ? statistic.sort : undefined), seen, {
      dimensions,
      figures,
    }),
    top: input.top ?? null,
  };
}
