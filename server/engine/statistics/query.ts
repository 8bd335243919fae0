/** The one statement that counts and adds up: a row for each combination of values, and one for all of them. */
import { type Expression, type ExpressionBuilder, expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { StatisticAge, StatisticDefinition, StatisticFigure } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Dimension } from '../../../runtime/core/definitions/statistics.ts';
import { type Period, readDay } from '../../../runtime/core/statistics/steps.ts';
import { startDate } from '../../../runtime/core/timeWindow.ts';
import { type RecordCondition, type Row, trxAny } from '../../platform/db/anyTable.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import type { Asker } from '../access/asker.ts';
import { recordWhere } from '../access/recordScope.ts';
import { columnsOf } from '../entities/columns.ts';
import { fieldsWhere } from '../entities/selection.ts';
import type { StatisticQuestion } from './question.ts';
import { beyondOf } from './statisticAccess.ts';

type Builder = ExpressionBuilder<Record<string, Row>, string>;

const AMOUNT_DECIMALS = 2;

/** No field begins with this sign, so that these are never names of columns. */
const dimensionName = (index: number): string => `$d${index}`;
const figureName = (index: number): string => `$f${index}`;
const CURRENCY = '$currency';
const TOTAL = '$total';

export interface StatisticScope {
  entity: Entity;
  asker: Asker;
  /** The days of instants begin as this zone says. */
  zone: string;
  /** The records that are counted, whatever the period. */
  where: RecordCondition;
}

const isInstant = ({ entity, asker }: StatisticScope, field: string): boolean =>
  columnsOf(entity, asker).get(field) === 'date-time';

function periodWhere(scope: StatisticScope, field: string, { from, to }: Period): RecordCondition {
  if (!isInstant(scope, field)) return (eb) => eb.between(field, from, to);
  const instant = (day: number): string => new Date(startDate(day, scope.zone)).toISOString();
  const [start, end] = [instant(readDay(from)), instant(readDay(to) + 1)];
  return (eb) => eb.and([eb(field, '>=', start), eb(field, '<', end)]);
}

const todaySql = (zone: string) => sql`(now() at time zone ${zone})::date`;

/** The day of a date, where the reader is. */
const daySql = (column: RawBuilder<unknown>, type: string | undefined, zone: string) =>
  type === 'date-time' ? sql`(${column} at time zone ${zone})::date` : sql`${column}::date`;

/** The place of the age that a day has reached: the first one is below all beginnings. */
function ageSql(day: RawBuilder<unknown>, ages: readonly StatisticAge[], zone: string): RawBuilder<unknown> {
  const begins = ages.slice(1).map(({ from }) => sql.lit(from));
  return sql`width_bucket(${todaySql(zone)} - ${day}, array[${sql.join(begins)}]::int[])`;
}

/** The value that a dimension splits by: dates as the first day of their step, or as the place of their age. */
function dimensionSql(scope: StatisticScope, dimension: Dimension, index: number): RawBuilder<unknown> {
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

/** The records that a dimension looks beyond the counted ones at: those that the asker may list. */
function joinSql(trx: ScopedTrx, { entity, asker }: StatisticScope, dimension: Dimension, index: number) {
  const beyond = beyondOf(entity, dimension);
  if (!beyond) return sql``;
  const { target, key, name, own } = beyond;
  const reach = recordWhere(asker, target, 'list');
  const all = trxAny(trx)
    .selectFrom(target.name)
    .select([...new Set([key, name])]);
  const alias = `r${index}`;
  return sql` left join (${reach ? all.where(reach) : all}) as ${sql.id(alias)}
    on ${sql.ref(`${alias}.${key}`)} = ${sql.ref(`t.${own}`)}`;
}

/** A figure that is less than its field has a column of its own. */
const lessName = ({ name }: StatisticFigure): string => `$l${name}`;

/**
 * Says what is left of an amount where the record that these refer to has a part of their sum already: the oldest come first.
 * All records of that one count, whichever of them are asked for.
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

/** The counted records with what they are split by, and the fields that the figures read. */
function splitRecords(
  trx: ScopedTrx,
  scope: StatisticScope,
  { dimensions, figures, currency }: StatisticQuestion,
  { where, time }: { where: RecordCondition; time: string },
) {
  const read = [
    ...new Set(
      figures.flatMap(({ field, past, where: own = {} }) =>
        [field ?? [], past ?? [], Object.keys(own)].flat(),
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
    ...dimensions.map((dimension, index) => joinSql(trx, scope, dimension, index)),
    ...reduced.map((figure) => lessSql(trx, scope.entity, figure, time, records)),
  ];
  return sql<Row>`(select ${sql.join(columns)} from (${records}) as t${sql.join(joins, sql``)})`.as('x');
}

const isExact = ({ entity, asker }: StatisticScope, field: string): boolean =>
  columnsOf(entity, asker).get(field) === 'decimal';

/** Keeps the records that a figure counts, where it does not count all. */
function filterSql(
  { entity, asker, zone }: StatisticScope,
  { where, past }: StatisticFigure,
  eb: Builder,
): RawBuilder<unknown> {
  const conditions = [
    ...(where ? [sql`${fieldsWhere(entity, asker, where)(eb)}`] : []),
    ...(past
      ? [sql`${daySql(sql.ref(past), columnsOf(entity, asker).get(past), zone)} < ${todaySql(zone)}`]
      : []),
  ];
  return conditions.length > 0 ? sql` filter (where ${sql.join(conditions, sql` and `)})` : sql``;
}

/** The figure as the database has it, by which rows are ordered. */
function aggregateSql(scope: StatisticScope, figure: StatisticFigure, eb: Builder): RawBuilder<unknown> {
  const { do: what, field = '' } = figure;
  const column = sql.ref(figure.less === undefined ? field : lessName(figure));
  const filter = filterSql(scope, figure, eb);
  switch (what) {
    case 'count':
      return sql`count(*)${filter}`;
    case 'distinct':
      return sql`count(distinct ${column})${filter}`;
    case 'average':
      return isExact(scope, field)
        ? sql`round(avg(${column})${filter}, ${sql.lit(AMOUNT_DECIMALS)})`
        : sql`avg(${column})${filter}`;
    default:
      return sql`${sql.raw(what)}(${column})${filter}`;
  }
}

/** Amounts stay decimal, as texts; everything else is a number. */
const figureSql = (scope: StatisticScope, figure: StatisticFigure, eb: Builder): RawBuilder<unknown> =>
  figure.do !== 'count' && figure.do !== 'distinct' && isExact(scope, figure.field ?? '')
    ? sql`(${aggregateSql(scope, figure, eb)})::text`
    : sql`(${aggregateSql(scope, figure, eb)})::float8`;

/** Orders the rows by a figure or a dimension; null: by neither. */
function sortSql(
  scope: StatisticScope,
  { dimensions, figures, sort }: StatisticQuestion,
  eb: Builder,
): RawBuilder<unknown> | null {
  const index = dimensions.findIndex(({ name }) => name === sort.name);
  if (index >= 0) return sql.ref(dimensionName(index)) as RawBuilder<unknown>;
  const figure = figures.find(({ name }) => name === sort.name);
  // A dimension by which nobody splits orders nothing.
  if (!figure) return null;
  if (figure.do !== 'ratio') return aggregateSql(scope, figure, eb);
  const [part, whole] = (figure.of ?? []).map(
    (name) => figures.find((candidate) => candidate.name === name)!,
  );
  return sql`${aggregateSql(scope, part!, eb)}::numeric / nullif(${aggregateSql(scope, whole!, eb)}, 0)`;
}

export interface FoundRow {
  isTotal: boolean;
  currency: string | null;
  /** The values of the dimensions, in their order. */
  values: unknown[];
  /** The figures that the database makes, in the order of `countedFigures`. */
  figures: (number | string | null)[];
}

/** The figures that are no quotient of others. */
export const countedFigures = ({ figures }: Pick<StatisticQuestion, 'figures'>): StatisticFigure[] =>
  figures.filter((figure) => figure.do !== 'ratio');

/** Answers the rows of one period, the largest first as the question says, and the totals before all of them. */
export async function askRows(
  trx: ScopedTrx,
  scope: StatisticScope,
  statistic: StatisticDefinition,
  question: StatisticQuestion,
  { period, limit }: { period: Period | null; limit: number },
): Promise<FoundRow[]> {
  const { dimensions, sort } = question;
  const time = statistic.time ?? 'createdAt';
  const within = period && periodWhere(scope, time, period);
  const where: RecordCondition = (eb) => eb.and([scope.where(eb), ...(within ? [within(eb)] : [])]);
  const eb = expressionBuilder<Record<string, Row>, string>();
  const counted = countedFigures(question);
  const split = dimensions.map((_, index) => sql.ref(dimensionName(index)));
  const isSplit = split.length > 0;
  const sorted = sortSql(scope, question, eb);
  const direction = sql.raw(sort.isFalling ? ' desc nulls last' : ' asc nulls last');
  const order = [sql`1 desc`, ...(sorted ? [sql`${sorted}${direction}`] : []), ...split];
  const rows: Row[] = await trxAny(trx)
    .selectFrom(splitRecords(trx, scope, question, { where, time }))
    .select((isSplit ? sql`grouping(${sql.join(split)}) > 0` : sql`true`).as(TOTAL))
    .select(sql.ref(CURRENCY).as(CURRENCY))
    .select(
      dimensions.map(({ step }, index) =>
        (step ? sql`${split[index]}::text` : sql`${split[index]}`).as(dimensionName(index)),
      ),
    )
    .select(counted.map((figure, index) => figureSql(scope, figure, eb).as(figureName(index))))
    .groupBy(
      isSplit
        ? sql`grouping sets ((${sql.join([...split, sql.ref(CURRENCY)])}), (${sql.ref(CURRENCY)}))`
        : sql.ref(CURRENCY),
    )
    .orderBy(sql.join(order))
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    isTotal: row[TOTAL] === true,
    currency: row[CURRENCY] as string | null,
    values: dimensions.map((_, index) => row[dimensionName(index)]),
    figures: counted.map((_, index) => row[figureName(index)] as FoundRow['figures'][number]),
  }));
}
