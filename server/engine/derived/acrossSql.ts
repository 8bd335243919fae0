/** SQL for figures over other records, and for records that conflict with another one. */
import { type RawBuilder, sql } from 'kysely';
import type { Across, AcrossFigure, Apart, EntityDefinition } from '../../../generated/definition.ts';
import { countedOf, endsOf } from '../../../runtime/core/rules/across.ts';
import { SERVER_FIELDS } from '../../../runtime/core/serverFields.ts';
import { fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { takenSql } from './rollupSql.ts';

/** A row of a query, by its index. A new record has no id. */
export interface QuestionRow {
  at: number;
  id: number;
  values: readonly unknown[];
}

interface Column {
  name: string;
  type: string;
}

/** Returns the SQL type of a column. A reference has the type of the id, or of the referenced key. */
function columnType({ schema }: EntityDefinition, name: string): string {
  const field = schema.properties?.[name] ?? SERVER_FIELDS[name] ?? {};
  const isId = name === 'id' || (field['x-ref'] !== undefined && field['x-refKey'] === undefined);
  return isId ? 'int8' : fieldTypeOf(field).column;
}

/** Returns the values of the rows as a table `k`, with the types of their columns. */
function rowsSql(columns: readonly Column[], rows: readonly QuestionRow[]): RawBuilder<unknown> {
  const lists = columns.map((_, place) => {
    const texts = rows.map(({ values }) => {
      const value = values[place];
      return value === null || value === undefined ? null : String(value);
    });
    return sql`${texts}::text[]`;
  });
  const names = columns.map(({ name }) => sql.ref(name));
  const typed = columns.map(
    ({ name, type }) => sql`${sql.ref(`r.${name}`)}::${sql.raw(type)} as ${sql.ref(name)}`,
  );
  return sql`(select ${sql.join([sql.ref('r.at'), sql.ref('r.id'), ...typed])}
    from unnest(${sql.join([
      sql`${rows.map(({ at }) => at)}::int4[]`,
      sql`${rows.map(({ id }) => id)}::int8[]`,
      ...lists,
    ])}) as r(${sql.join([sql.ref('at'), sql.ref('id'), ...names])})) k`;
}

const keyColumn = (figure: number, place: number): string => `k${figure}x${place}`;
const ownColumn = (figure: number): string => `own${figure}`;

/** A figure of a rule, with the entity of the counted records. */
export interface Counting {
  name: string;
  figure: AcrossFigure;
  counted: EntityDefinition;
  /** True if the figure also counts the record that is being written. */
  isOwn: boolean;
}

export const countingsOf = (
  entity: EntityDefinition,
  { figures }: Across,
  find: (name: string) => EntityDefinition,
): Counting[] =>
  Object.entries(figures).map(([name, figure]) => {
    const counted = countedOf(figure, entity);
    return { name, figure, counted: find(counted), isOwn: counted === entity.name };
  });

const valueType = ({ figure: { field }, counted }: Counting): string =>
  field === undefined ? 'int8' : columnType(counted, field);

/** Returns the values of each record that a query for figures needs, in the query's order. */
function valuesCounted(entity: EntityDefinition, countings: readonly Counting[]): Column[] {
  return countings.flatMap((counting, at) => [
    ...Object.values(counting.figure.by).map((name, place) => ({
      name: keyColumn(at, place),
      type: columnType(entity, name),
    })),
    { name: ownColumn(at), type: valueType(counting) },
  ]);
}

function wholeSql(counting: Counting): RawBuilder<unknown> {
  const { do: how } = counting.figure;
  if (how === 'count') return sql`count(*)`;
  const aggregate = sql`${sql.raw(how)}(v)`;
  return how === 'sum' ? sql`coalesce(${aggregate}, 0)::${sql.raw(valueType(counting))}` : aggregate;
}

/** Returns a figure over all other records plus the value of the given record. */
function figureSql(tenantId: number, counting: Counting, at: number): RawBuilder<unknown> {
  const { name, figure, counted, isOwn } = counting;
  const keys = Object.keys(figure.by).map(
    (theirs, place) => sql`${sql.ref(`c.${theirs}`)} = ${sql.ref(`k.${keyColumn(at, place)}`)}`,
  );
  const conditions = [
    sql`c.tenant_id = ${tenantId}`,
    ...keys,
    ...(isOwn ? [sql`c.id <> k.id`] : []),
    ...takenSql(figure.where),
  ];
  const value = figure.field === undefined ? sql`1::int8` : sql.ref(`c.${figure.field}`);
  const own = sql.ref(`k.${ownColumn(at)}`);
  return sql`(select ${wholeSql(counting)} from (
      select ${value} as v from ${sql.table(counted.name)} c where ${sql.join(conditions, sql` and `)}
      union all select ${own} where ${own} is not null) u) as ${sql.ref(name)}`;
}

/**
 * Queries the figures of a rule for each row. Each row contains the keys of each figure and the record's own value.
 * If the record is not counted, its own value is empty.
 */
export const figuresAsked = (
  entity: EntityDefinition,
  tenantId: number,
  countings: readonly Counting[],
  rows: readonly QuestionRow[],
): RawBuilder<Row> =>
  sql<Row>`select k.at, ${sql.join(countings.map((counting, at) => figureSql(tenantId, counting, at)))}
    from ${rowsSql(valuesCounted(entity, countings), rows)}`;

const endSql = (apart: Apart): RawBuilder<unknown> =>
  sql`coalesce(${sql.join([...endsOf(apart).map((name) => sql.ref(`c.${name}`)), sql`'infinity'`])})`;

/**
 * Finds the first record that overlaps each row. A row contains the values that both must share, its begin and its
 * end. `shown` are the fields of the overlapping record for the error message.
 */
export function overlapsAsked(
  entity: EntityDefinition,
  tenantId: number,
  apart: Apart,
  rows: readonly QuestionRow[],
  shown: readonly string[],
): RawBuilder<Row> {
  const type = columnType(entity, apart.from);
  const columns = [
    ...apart.by.map((name, place) => ({ name: `k${place}`, type: columnType(entity, name) })),
    { name: 'begins', type },
    { name: 'ends', type },
  ];
  const before = sql.raw(type === 'date' ? '<=' : '<');
  const conditions = [
    sql`c.tenant_id = ${tenantId}`,
    sql`c.id <> k.id`,
    ...apart.by.map((name, place) => sql`${sql.ref(`c.${name}`)} = ${sql.ref(`k.k${place}`)}`),
    sql`${sql.ref(`c.${apart.from}`)} ${before} coalesce(k.ends, 'infinity')`,
    sql`k.begins ${before} ${endSql(apart)}`,
    ...takenSql(apart.where),
  ];
  const names = [...new Set(['id', ...shown])].map((name) => sql.ref(`c.${name}`));
  return sql<Row>`select k.at, o.* from ${rowsSql(columns, rows)} cross join lateral (
    select ${sql.join(names)} from ${sql.table(entity.name)} c where ${sql.join(conditions, sql` and `)}
     order by ${sql.ref(`c.${apart.from}`)}, c.id limit 1) o`;
}
