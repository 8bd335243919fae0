import { type Expression, type ExpressionBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { Trx } from '../db/index.ts';
import type { Columns } from './columns.ts';
import type { FilterCondition, SortKey } from './filter.ts';

export type Row = Record<string, unknown>;
/** The tables of all entities seen alike: the columns are known from the definition at run time. */
type AnyTables = Record<string, Row>;
export type AnyTrx = Transaction<AnyTables>;
type Builder = ExpressionBuilder<AnyTables, string>;

export const trx_any = (trx: Trx): AnyTrx => trx as unknown as AnyTrx;

export interface ListQuery {
  where: readonly FilterCondition[];
  /** Words that must all be found, each in any of the searched fields. */
  words: readonly string[];
  search: readonly string[];
  sort: readonly SortKey[];
  current: number;
  size: number;
}

/** A pattern that finds the text itself, whatever characters it holds. */
export function like_pattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

function condition_build(eb: Builder, condition: FilterCondition): Expression<SqlBool> {
  const column = eb.ref(condition.field);
  switch (condition.op) {
    case 'eq':
      return eb(column, '=', condition.value);
    case 'ne':
      return eb(column, 'is distinct from', condition.value);
    case 'gte':
      return eb(column, '>=', condition.value);
    case 'lte':
      return eb(column, '<=', condition.value);
    case 'between':
      return eb.between(column, condition.value[0], condition.value[1]);
    case 'in':
      return condition.value.length === 0 ? sql<SqlBool>`false` : eb(column, 'in', condition.value);
    case 'contains':
      if (condition.type === 'json')
        return sql<SqlBool>`${column} @> ${JSON.stringify([condition.value])}::jsonb`;
      return eb(column, 'ilike', like_pattern(condition.value));
    case 'empty': {
      const nothing =
        condition.type === 'string'
          ? eb.or([eb(column, 'is', null), eb(column, '=', '')])
          : eb(column, 'is', null);
      return condition.value ? nothing : eb.not(nothing);
    }
  }
}

function word_build(eb: Builder, search: readonly string[], word: string): Expression<SqlBool> {
  return eb.or(search.map((field) => sql<SqlBool>`${eb.ref(field)}::text ilike ${like_pattern(word)}`));
}

const filtered = (trx: AnyTrx, entity: string, query: ListQuery) =>
  trx
    .selectFrom(entity)
    .where((eb) =>
      eb.and([
        ...query.where.map((condition) => condition_build(eb, condition)),
        ...query.words.map((word) => word_build(eb, query.search, word)),
      ]),
    );

interface Page {
  records: Row[];
  total: number;
}

export async function rows_page(
  trx: AnyTrx,
  entity: string,
  columns: Columns,
  query: ListQuery,
): Promise<Page> {
  const { total } = await filtered(trx, entity, query)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const offset = (query.current - 1) * query.size;
  if (offset >= total) return { records: [], total };
  let rows = filtered(trx, entity, query).select([...columns.keys()]);
  for (const { field, order } of query.sort) {
    rows = rows.orderBy(field, (item) => (order === 'asc' ? item.asc() : item.desc()).nullsLast());
  }
  return { records: await rows.limit(query.size).offset(offset).execute(), total };
}

export async function row_find(
  trx: AnyTrx,
  entity: string,
  columns: Columns,
  id: number,
  lock = false,
): Promise<Row | undefined> {
  const query = trx
    .selectFrom(entity)
    .select([...columns.keys()])
    .where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}
