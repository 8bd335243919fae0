/** Builds the list filter for the records behind a figure. Pure. */
import dayjs from 'dayjs';
import type {
  Field,
  StatisticAge,
  StatisticDefinition,
  StatisticFigure,
} from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../core/definitions/entities.ts';
import { daysOf } from '../../core/definitions/statistics.ts';
import { type Period, stepPeriod } from '../../core/statistics/steps.ts';
import { filterKind, listField } from '../query/fields.ts';
import type { FixedValues } from '../query/fixed.ts';
import { type Condition, type FilterGroup, type FilterNode, writeGroup } from '../query/group.ts';
import { filterNames } from '../query/ops.ts';
import { dimensionOf, figureOf, type StatisticRow } from './words.ts';

export interface Counted {
  /** The counted days. Null for all days. */
  period: Period | null;
  group: FilterGroup | null;
  /** Limits the records to this station. */
  site?: Condition | null;
}

type Value = string | number | boolean | null;

function equal(field: Field, name: string, value: Value): Condition {
  if (value === null) return { field: name, op: 'empty', value: true };
  switch (filterKind(field)) {
    case 'choice':
    case 'ref':
      return { field: name, op: 'in', value: [value] };
    case 'date':
      return { field: name, op: 'between', value: [value, value] };
    default:
      return { field: name, op: 'eq', value };
  }
}

/** Returns conditions for records with these values. Of a list, any value matches. */
function whereNodes(entity: Entity, where: Readonly<Record<string, unknown>> = {}): FilterNode[] {
  return Object.entries(where).map(([name, expected]): FilterNode => {
    const field = listField(entity, name);
    if (!Array.isArray(expected)) return equal(field, name, expected as Value);
    const kind = filterKind(field);
    if (kind === 'choice' || kind === 'ref') return { field: name, op: 'in', value: expected };
    return { join: 'or', nodes: expected.map((value: Value) => equal(field, name, value)) };
  });
}

/** Returns list conditions for records with these values. Null without conditions. */
export function drillWhere({ of }: StatisticDefinition, where: FixedValues = {}): FilterGroup | null {
  const nodes = whereNodes(entityOf(of), where);
  return nodes.length > 0 ? { join: 'and', nodes } : null;
}

const DAY_FORMAT = 'YYYY-MM-DD';
/** Returns the day `days` ago, in the user's time zone. */
const dayBefore = (days: number): string => dayjs().subtract(days, 'day').format(DAY_FORMAT);

/** Returns the condition for days in an age range. */
function ageNode(field: string, ages: readonly StatisticAge[], place: number): Condition {
  const from = ages[place]?.from;
  const next = ages[place + 1]?.from;
  if (from === undefined) return { field, op: 'gte', value: dayBefore((next ?? 0) - 1) };
  if (next === undefined) return { field, op: 'lte', value: dayBefore(from) };
  return { field, op: 'between', value: [dayBefore(next - 1), dayBefore(from)] };
}

const later = (a: string, b: string): string => (a > b ? a : b);
const sooner = (a: string, b: string): string => (a < b ? a : b);

/** Returns the condition for each date: the overlap of the period and the step. */
function dayNodes(days: readonly (readonly [name: string, period: Period])[]): FilterNode[] {
  const byName = new Map<string, Period>();
  for (const [name, { from, to }] of days) {
    const known = byName.get(name);
    byName.set(name, known ? { from: later(known.from, from), to: sooner(known.to, to) } : { from, to });
  }
  return [...byName].map(([field, { from, to }]) => ({ field, op: 'between', value: [from, to] }));
}

/** Returns whether a list cannot reproduce the figure: a partly paid amount, or a running total. */
const isReduced = (statistic: StatisticDefinition, name: string): boolean =>
  figureOf(statistic, name)?.less !== undefined || figureOf(statistic, name)?.running === true;

function daysNode({ field, from, to }: NonNullable<StatisticFigure['days']>): Condition {
  if (from === undefined) return { field, op: 'lte', value: dayBefore(-(to ?? 0)) };
  if (to === undefined) return { field, op: 'gte', value: dayBefore(-from) };
  return { field, op: 'between', value: [dayBefore(-from), dayBefore(-to)] };
}

/** Returns the conditions for the counted records. A ratio has the conditions of its divisor. */
function figureNodes(statistic: StatisticDefinition, name: string): FilterNode[] {
  const named = figureOf(statistic, name);
  const counted = named?.do === 'ratio' ? figureOf(statistic, named.of?.[1] ?? '') : named;
  const days = counted && daysOf(counted);
  return [...whereNodes(entityOf(statistic.of), counted?.where), ...(days ? [daysNode(days)] : [])];
}

const currencyField = (statistic: StatisticDefinition): string | undefined =>
  statistic.figures
    .map(({ field }) => listField(entityOf(statistic.of), field ?? '')['x-currency'])
    .find((name) => name !== undefined);

const namesIn = (node: FilterNode): string[] => ('join' in node ? node.nodes.flatMap(namesIn) : [node.field]);

/**
 * Returns the list filter for the records counted in a figure of a row, or of all rows (`row` null). Null if no filter
 * can express it.
 */
export function drillGroup(
  statistic: StatisticDefinition,
  figure: string,
  row: Pick<StatisticRow, 'key' | 'currency'> | { currency: string | null },
  { period, group, site }: Counted,
): FilterGroup | null {
  if (isReduced(statistic, figure)) return null;
  const entity = entityOf(statistic.of);
  const key = 'key' in row ? row.key : {};
  const split = Object.entries(key).flatMap(([name, value]) => {
    const dimension = dimensionOf(statistic, name);
    return dimension ? [{ ...dimension, value }] : [];
  });
  const time = statistic.time ?? 'createdAt';
  const days = [
    ...(period ? [[time, period] as const] : []),
    ...split.flatMap(({ field, step, value }) =>
      step && value !== null ? [[field, stepPeriod(String(value), step)] as const] : [],
    ),
  ];
  const currency = currencyField(statistic);
  const nodes: FilterNode[] = [
    ...whereNodes(entity, statistic.where),
    ...figureNodes(statistic, figure),
    ...dayNodes(days),
    ...split.flatMap(({ field, step, ages, value }) => {
      if (step && value !== null) return [];
      if (ages && value !== null) return [ageNode(field, ages, Number(value))];
      return [equal(listField(entity, field), field, value)];
    }),
    ...(currency && row.currency !== null ? whereNodes(entity, { [currency]: row.currency }) : []),
    ...(site ? [site] : []),
    ...(group ? (group.join === 'and' ? group.nodes : [group]) : []),
  ];
  const known = new Set(filterNames(entity));
  return nodes.flatMap(namesIn).every((name) => known.has(name)) ? { join: 'and', nodes } : null;
}

/** Returns the address of the filtered list on the page `route`. */
export function drillAddress(route: string, group: FilterGroup): string {
  return group.nodes.length === 0 ? route : `${route}?${new URLSearchParams({ filter: writeGroup(group) })}`;
}
