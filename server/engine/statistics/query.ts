/** Builds a single query with a row for each combination of values and a row for the totals. */
import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { StatisticAge, StatisticDefinition, StatisticFigure } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Dimension } from '../../../runtime/core/definitions/statistics.ts';
import { type Period, readDay } from '../../../runtime/core/statistics/steps.ts';
import { startDate } from '../../../runtime/core/time/timeWindow.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { type RecordCondition, type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { recordWhere } from '../access/recordScope.ts';
import { columnsOf } from '../entities/columns.ts';
import { type FigureSql, lessName, makeFigureSql } from './figureSql.ts';
import type { StatisticQuestion } from './question.ts';
import { daySql, isExact, isInstant, type StatisticScope, todaySql } from './scope.ts';
import { beyondOf } from './statisticAccess.ts';

/** No field begins with this character, so these names never equal the name of a column. */
const dimensionName = (index: number): string => `$d${index}`;
const figureName = (index: number): string => `$f${index}`;
const CURRENCY = '$currency';
const TOTAL = '$total';

export function periodWhere(scope: StatisticScope, field: string, { from, to }: Period): RecordCondition {
  if (!isInstant(scope, field)) return (eb) => eb.between(field, from, to);
  const instant = (day: number): string => new Date(startDate(day, scope.zone)).toISOString();
  const [start, end] = [instant(readDay(from)), instant(readDay(to) + 1)];
  return (eb) => eb.and([eb(field, '>=', start), eb(field, '<', end)]);
}

/** Returns the index of a day's age range. The first range is below all limits. */
function ageSql(day: RawBuilder<unknown>, ages: readonly StatisticAge[], zone: string): RawBuilder<unknown> {
  const begins = ages.slice(1).map(({ from }) => sql.lit(from));
  return sql`width_bucket(${todaySql(zone)} - ${day}, array[${sql.join(begins)}]::int[])`;
}

/** Returns the value of a dimension. Dates become the first day of their step, or the index of their age range. */
export function dimensionSql(
  scope: StatisticScope,
  dimension: Dimension,
  index: number,
): RawBuilder<unknown> {
  const { entity, asker, zone } = scope;
  const beyond = beyondOf(entity, dimension);
  const column = sql.ref(beyond ? `r${index}.${beyond.name}` : `t.${dimension.field}`);
  const { step, ages } = dimension;
  const type = columnsOf(beyond?.target ?? entity, asker).get(beyond?.name ?? dimension.field);
  if (ages) return ageSql(daySql(column, type, zone), ages, zone);
  if (!step) return sql`${column}`;
  const local = type === 'date-time' ? sql`${column} at time zone ${zone}` : sql`${column}::timestamp`;
  return sql`date_trunc(${sql.lit(step)}, ${local})::date`;
}

/** Joins the records to which a dimension refers. Only records that the caller may list are joined. */
export function joinSql({ entity, asker }: StatisticScope, dimension: Dimension, index: number) {
  const beyond = beyondOf(entity, dimension);
  if (!beyond) return sql``;
  const { target, key, name, own } = beyond;
  const reach = recordWhere(asker, target, 'list');
  const all = expressionBuilder<Record<string, Row>, string>()
    .selectFrom(target.name)
    .select([...new Set([key, name])]);
  const alias = `r${index}`;
  return sql` left join (${reach ? all.where(reach) : all}) as ${sql.id(alias)}
    on ${sql.ref(`${alias}.${key}`)} = ${sql.ref(`t.${own}`)}`;
}

/**
 * Returns the amounts reduced by a total that the referenced record already contains. The oldest amounts are reduced
 * first. All records with the same reference count, even if they are not requested.
 */
function lessSql(
  trx: ScopedTrx,
  entity: Entity,
  figure: StatisticFigure,
  time: string,
  records: Expression<unknown>,
) {
  const { field = '', less = '' } = figure;
  const beyond = beyondOf(entity, { field: less });
  if (!beyond) return sql``;
  const { own, name, target, key } = beyond;
  const [amount, ref] = [sql.ref(`a.${field}`), sql.ref(`a.${own}`)];
  const until = sql`sum(${amount}) over (partition by ${ref} order by ${sql.ref(`a.${time}`)}, a.id)`;
  const all = trxAny(trx)
    .selectFrom(entity.name)
    .select([...new Set(['id', field, own, time])]);
  const above = trxAny(trx)
    .selectFrom(target.name)
    .select([...new Set([key, name])]);
  const alias = sql.id(lessName(figure));
  return sql` left join (
    select a.id, greatest(0, least(${amount}, ${until} - coalesce(${sql.ref(`o.${name}`)}, 0))) as ${alias}
    from (${all}) as a left join (${above}) as o on ${sql.ref(`o.${key}`)} = ${ref}
    where ${ref} in (select ${sql.ref(own)} from (${records}) as s)
  ) as ${alias} on ${sql.ref(`${lessName(figure)}.id`)} = t.id`;
}

/** Selects the counted records with their dimensions and the fields that the figures use. */
function splitRecords(
  trx: ScopedTrx,
  scope: StatisticScope,
  { dimensions, figures, currency }: StatisticQuestion,
  { where, time }: { where: RecordCondition; time: string },
) {
  const read = [
    ...new Set(
      figures.flatMap(({ field, past, days, where: own = {} }) =>
        [field ?? [], past ?? [], days?.field ?? [], Object.keys(own)].flat(),
      ),
    ),
  ];
  const reduced = figures.filter(({ less }) => less !== undefined);
  const ownFields = [
    ...dimensions.map(({ field }) => field.split('.')[0]!),
    ...reduced.flatMap(({ less = '' }) => ['id', less.split('.')[0]!]),
  ];
  const needed = new Set([...read, ...ownFields, ...(currency ? [currency] : [])]);
  const records = trxAny(trx)
    .selectFrom(scope.entity.name)
    .select(needed.size > 0 ? [...needed] : ['id'])
    .where(where);
  const columns = [
    ...dimensions.map(
      (dimension, index) => sql`${dimensionSql(scope, dimension, index)} as ${sql.id(dimensionName(index))}`,
    ),
    sql`${currency ? sql.ref(`t.${currency}`) : sql`null::text`} as ${sql.id(CURRENCY)}`,
    ...read.map((name) => sql`${sql.ref(`t.${name}`)}`),
    ...reduced.map((figure) => sql`${sql.ref(`${lessName(figure)}.${lessName(figure)}`)}`),
  ];
  const joins = [
    ...dimensions.map((dimension, index) => joinSql(scope, dimension, index)),
    ...reduced.map((figure) => lessSql(trx, scope.entity, figure, time, records)),
  ];
  return sql<Row>`(select ${sql.join(columns)} from (${records}) as t${sql.join(joins, sql``)})`.as('x');
}

/** Groups the records by combination of values, and computes the parts of their figures. */
function groupRecords(
  trx: ScopedTrx,
  scope: StatisticScope,
  question: StatisticQuestion,
  figures: readonly FigureSql[],
  within: { where: RecordCondition; time: string },
) {
  const names = [...question.dimensions.map((_, index) => dimensionName(index)), CURRENCY];
  const keys = [...new Set([...names, ...figures.flatMap(({ apart }) => apart ?? [])])];
  return trxAny(trx)
    .selectFrom(splitRecords(trx, scope, question, within))
    .select(keys.map((name) => sql.ref(name).as(name)))
    .select(figures.flatMap(({ parts }) => parts).map((part) => part.sql.as(part.name)))
    .groupBy(keys.map((name) => sql.ref(name)))
    .as('g');
}

/** Returns the SQL that sorts rows by a figure or a dimension. Null if `sort` is neither. */
function sortSql(
  { dimensions, figures, sort }: StatisticQuestion,
  figureSql: (name: string) => FigureSql,
): RawBuilder<unknown> | null {
  const index = dimensions.findIndex(({ name }) => name === sort.name);
  if (index >= 0) return sql.ref(dimensionName(index)) as RawBuilder<unknown>;
  const figure = figures.find(({ name }) => name === sort.name);
  // Rows cannot be sorted by a dimension that was not requested.
  if (!figure) return null;
  if (figure.do !== 'ratio') return figureSql(figure.name).whole;
  const [part, whole] = (figure.of ?? []).map((name) => figureSql(name).whole);
  return sql`${part}::numeric / nullif(${whole}, 0)`;
}

/** Returns the SQL of a figure in the answer. Amounts are decimal texts, all other figures are numbers. */
const shownSql = (
  scope: StatisticScope,
  { do: what, field = '' }: StatisticFigure,
  whole: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  what !== 'count' && what !== 'distinct' && isExact(scope, field)
    ? sql`(${whole})::text`
    : sql`(${whole})::float8`;

export interface FoundRow {
  isTotal: boolean;
  currency: string | null;
  /** The values of the dimensions, in the order of the dimensions. */
  values: unknown[];
  /** The figures that the database computes, in the order of `countedFigures`. */
  figures: (number | string | null)[];
}

/** Returns the figures that the database computes. Ratios are computed from them later. */
export const countedFigures = ({ figures }: Pick<StatisticQuestion, 'figures'>): StatisticFigure[] =>
  figures.filter((figure) => figure.do !== 'ratio');

type RowsRequest = [
  scope: StatisticScope,
  statistic: StatisticDefinition,
  question: StatisticQuestion,
  part: { period: Period | null; limit: number },
];

/** Builds the query for one period. The totals come first, then the sorted rows. */
export function rowsQuery(trx: ScopedTrx, ...[scope, statistic, question, { period, limit }]: RowsRequest) {
  const { dimensions, sort } = question;
  const time = statistic.time ?? 'createdAt';
  const within = period && periodWhere(scope, time, period);
  const where: RecordCondition = (eb) => eb.and([scope.where(eb), ...(within ? [within(eb)] : [])]);
  const counted = countedFigures(question);
  const figures = new Map(counted.map((figure) => [figure.name, makeFigureSql(scope, figure)]));
  const split = dimensions.map((_, index) => sql.ref(dimensionName(index)));
  const isSplit = split.length > 0;
  const sorted = sortSql(question, (name) => figures.get(name)!);
  const direction = sql.raw(sort.isFalling ? ' desc nulls last' : ' asc nulls last');
  const order = [sql`1 desc`, ...(sorted ? [sql`${sorted}${direction}`] : []), ...split];
  return trxAny(trx)
    .selectFrom(groupRecords(trx, scope, question, [...figures.values()], { where, time }))
    .select((isSplit ? sql`grouping(${sql.join(split)}) > 0` : sql`true`).as(TOTAL))
    .select(sql.ref(CURRENCY).as(CURRENCY))
    .select(
      dimensions.map(({ step }, index) =>
        (step ? sql`${split[index]}::text` : sql`${split[index]}`).as(dimensionName(index)),
      ),
    )
    .select(
      counted.map((figure, index) =>
        shownSql(scope, figure, figures.get(figure.name)!.whole).as(figureName(index)),
      ),
    )
    .groupBy(
      isSplit
        ? sql`grouping sets ((${sql.join([...split, sql.ref(CURRENCY)])}), (${sql.ref(CURRENCY)}))`
        : sql.ref(CURRENCY),
    )
    .orderBy(sql.join(order))
    .limit(limit);
}

/** Converts the rows of the database. */
export const readRows = (question: StatisticQuestion, rows: readonly Row[]): FoundRow[] =>
  rows.map((row) => ({
    isTotal: row[TOTAL] === true,
    currency: row[CURRENCY] as string | null,
    values: question.dimensions.map((_, index) => row[dimensionName(index)]),
    figures: countedFigures(question).map(
      (_, index) => row[figureName(index)] as FoundRow['figures'][number],
    ),
  }));

/** Runs the query in the caller's transaction. */
export async function selectRows(trx: ScopedTrx, ...request: RowsRequest): Promise<FoundRow[]> {
  const rows: Row[] = await rowsQuery(trx, ...request).execute();
  return readRows(request[2], rows);
}
