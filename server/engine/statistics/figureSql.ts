/**
 * SQL for figures in two steps. First, parts are computed for each combination of values, which PostgreSQL can do in
 * parallel. Then the figures are computed from the parts, for rows and totals.
 */
import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StatisticFigure } from '../../../generated/definition.ts';
import { daysOf } from '../../../runtime/core/definitions/statistics.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { columnsOf } from '../entities/columns.ts';
import { fieldsWhere } from '../entities/list/selection.ts';
import { daySql, isExact, type StatisticScope, todaySql } from './scope.ts';

const AMOUNT_DECIMALS = 2;

/** Returns the column name of a figure with `less`, whose values are reduced. */
export const lessName = ({ name }: StatisticFigure): string => `$l${name}`;

const partName = ({ name }: StatisticFigure, what: string): string => `$${what}${name}`;

/** Returns conditions for days relative to today. */
const daysSql = (
  { from, to }: NonNullable<StatisticFigure['days']>,
  day: RawBuilder<unknown>,
  zone: string,
): RawBuilder<SqlBool>[] => [
  ...(from === undefined ? [] : [sql<SqlBool>`${day} >= ${todaySql(zone)} + ${sql.lit(from)}`]),
  ...(to === undefined ? [] : [sql<SqlBool>`${day} <= ${todaySql(zone)} + ${sql.lit(to)}`]),
];

/** Returns the additional conditions on the records that a figure counts. */
export function figureConditions(
  { entity, asker, zone }: StatisticScope,
  figure: StatisticFigure,
): RawBuilder<SqlBool>[] {
  const { where } = figure;
  const days = daysOf(figure);
  const eb = expressionBuilder<Record<string, Row>, string>();
  return [
    ...(where ? [sql<SqlBool>`${fieldsWhere(entity, asker, where)(eb)}`] : []),
    ...(days
      ? daysSql(days, daySql(sql.ref(days.field), columnsOf(entity, asker).get(days.field), zone), zone)
      : []),
  ];
}

function filterSql(scope: StatisticScope, figure: StatisticFigure) {
  const conditions = figureConditions(scope, figure);
  return conditions.length > 0 ? sql` filter (where ${sql.join(conditions, sql` and `)})` : sql``;
}

interface FigurePart {
  name: string;
  sql: RawBuilder<unknown>;
}

export interface FigureSql {
  /** A field by which groups are divided further, because equal values count once over all groups. */
  apart?: string;
  /** Values computed for each group of records. */
  parts: FigurePart[];
  /** The figure over all groups. Rows are sorted by it. */
  whole: RawBuilder<unknown>;
}

/** Returns the SQL of a figure, composed of its parts. */
export function makeFigureSql(scope: StatisticScope, figure: StatisticFigure): FigureSql {
  const { do: what, field = '' } = figure;
  const column = sql.ref(figure.less === undefined ? field : lessName(figure));
  const filter = filterSql(scope, figure);
  const part = (name: string, of: RawBuilder<unknown> = column): FigurePart => ({
    name: partName(figure, name),
    sql: sql`${sql.raw(name)}(${of})${filter}`,
  });
  const over = (by: string, name = by) => sql`${sql.raw(by)}(${sql.ref(partName(figure, name))})`;
  switch (what) {
    case 'count':
      return { parts: [part('count', sql`*`)], whole: over('sum', 'count') };
    case 'distinct': {
      const counted = sql.ref(partName(figure, 'count'));
      return {
        apart: field,
        parts: [part('count')],
        whole: sql`count(distinct ${column}) filter (where ${counted} > 0)`,
      };
    }
    case 'average': {
      const mean = sql`${over('sum')} / nullif(${over('sum', 'count')}, 0)`;
      return {
        parts: [part('sum'), part('count')],
        whole: isExact(scope, field) ? sql`round(${mean}, ${sql.lit(AMOUNT_DECIMALS)})` : mean,
      };
    }
    default:
      return { parts: [part(what)], whole: over(what) };
  }
}
