/** Returns the records that a figure counts, in one or all rows. Uses the same conditions as the statistic. */
import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StatisticDefinition, StatisticFigure } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { type Dimension, dimensionsOf } from '../../../runtime/core/definitions/statistics.ts';
import { stepKey, stepPeriod } from '../../../runtime/core/statistics/steps.ts';
import type { RecordCondition, Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext } from '../context.ts';
import { may } from '../entities/columns.ts';
import { attachLabels } from '../entities/labels.ts';
import { listRecords } from '../entities/list/list.ts';
import { figureConditions } from './figureSql.ts';
import { type StatisticQuery, scopeOf, statisticOf } from './index.ts';
import { dimensionSql, joinSql, periodWhere } from './query.ts';
import { readQuestion, type StatisticQuestion } from './question.ts';
import type { StatisticScope } from './scope.ts';

type Query = Readonly<Record<string, unknown>>;

/** A value of a dimension. Null for records without a value. */
interface Keyed {
  dimension: Dimension;
  value: unknown;
}

const listEmpty = ({ empty }: Query): string[] =>
  String(empty ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** Returns the dimensions for which the request contains a key. */
function namedKeys(statistic: StatisticDefinition, query: Query): string[] {
  const names = dimensionsOf(statistic).map(({ name }) => name);
  return [...new Set([...names.filter((name) => query[name] !== undefined), ...listEmpty(query)])];
}

/** Returns the figure whose records are listed. For a ratio, this is its divisor. */
function countedFigure({ figures }: StatisticDefinition, name: string): StatisticFigure {
  const named = figures.find((figure) => figure.name === name);
  const counted = named?.do === 'ratio' ? figures.find((figure) => figure.name === named.of?.[1]) : named;
  if (!counted) throw new AppError('statistic.noName', { name }, { field: '/query/figure' });
  if (counted.less !== undefined || counted.running)
    throw new AppError('statistic.noRecords', { name }, { field: '/query/figure' });
  return counted;
}

/** Returns the first day of a key's step. */
function dayOfKey({ name, step }: Dimension, key: string): string {
  if (!step) return key;
  const { from } = stepPeriod(key, step);
  if (Number.isNaN(Date.parse(from)) || stepKey(Date.parse(from) / 86_400_000, step) !== key)
    throw new AppError('statistic.noKey', { name, key }, { field: `/query/${name}` });
  return from;
}

function keyCondition(
  scope: StatisticScope,
  { dimension, value }: Keyed,
  index: number,
): RawBuilder<SqlBool> {
  const found = dimensionSql(scope, dimension, index);
  if (value === null) return sql`${found} is null`;
  return dimension.step
    ? sql`(${found})::text = ${dayOfKey(dimension, String(value))}`
    : sql`${found} = ${value}`;
}

interface Counted {
  figure: StatisticFigure;
  keys: readonly Keyed[];
  currency: string | undefined;
  time: string;
}

/** Returns the condition for the records that a figure of a row counts. */
function behindWhere(
  scope: StatisticScope,
  question: StatisticQuestion,
  { figure, keys, currency, time }: Counted,
): RecordCondition {
  const eb = expressionBuilder<Record<string, Row>, string>();
  const within = question.period && periodWhere(scope, time, question.period);
  const own = [
    ...(question.currency ? [question.currency] : []),
    ...keys.map(({ dimension }) => dimension.field.split('.')[0]!),
  ];
  const records = eb
    .selectFrom(scope.entity.name)
    .select([...new Set(['id', ...own])])
    .where((inner) =>
      inner.and([scope.where(inner), ...(within ? [within(inner)] : []), ...figureConditions(scope, figure)]),
    );
  const joins = keys.map(({ dimension }, index) => joinSql(scope, dimension, index));
  const conditions = [
    ...keys.map((key, index) => keyCondition(scope, key, index)),
    ...(question.currency && currency !== undefined
      ? [sql<SqlBool>`${sql.ref(`t.${question.currency}`)} = ${currency}`]
      : []),
  ];
  const where = conditions.length > 0 ? sql` where ${sql.join(conditions, sql` and `)}` : sql``;
  return (outer) =>
    sql<SqlBool>`${outer.ref('id')} in (select t.id from (${records}) as t${sql.join(joins, sql``)}${where})`;
}

/**
 * Returns a page of these records as the caller's list shows them. Throws 403 if a field is hidden from the caller,
 * and 400 for an invalid name, key or period.
 */
export async function answerRecordsBehind(
  ctx: CallContext,
  name: string,
  query: Query,
  where: Readonly<Record<string, unknown>>,
) {
  const statistic = statisticOf(name);
  const entity = entityOf(statistic.of);
  if (!may(ctx.session, `${entity.name}:list`)) throw new AppError('http.forbidden');
  const named = String(query.figure ?? '');
  const figure = countedFigure(statistic, named);
  const by = namedKeys(statistic, query).join();
  const { from, to, filter, search, currency } = query as StatisticQuery & { currency?: string };
  const question = readQuestion(statistic, entity, ctx.session, { from, to, by, figures: named });
  if (question.figures.length === 0)
    throw new AppError('entity.fieldHidden', { field: named }, { field: '/query/figure' });
  const scope = scopeOf(statistic, entity, { filter, search }, where, ctx);
  const empty = new Set(listEmpty(query));
  const keys = question.dimensions.map((dimension) => ({
    dimension,
    value: empty.has(dimension.name) ? null : query[dimension.name],
  }));
  const time = statistic.time ?? 'createdAt';
  const besides = behindWhere(scope, question, { figure, keys, currency, time });
  const page = await listRecords(entity, query, ctx, { besides });
  await attachLabels(ctx, entity, page.records);
  return page;
}
