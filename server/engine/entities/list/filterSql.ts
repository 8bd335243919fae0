import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Comparison } from '../../../../runtime/core/fieldType.ts';
import type { FilterCondition, FilterNode } from './filter.ts';
import type { Scalar } from './filterValue.ts';

type Builder = ExpressionBuilder<Record<string, Record<string, unknown>>, string>;

const escaped = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** Returns a pattern that matches the text literally, whatever characters it contains. */
export const likePattern = (text: string): string => `%${escaped(text)}%`;

const OPERATORS = { eq: '=', ne: 'is distinct from', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Returns the condition that a value is missing, an empty text or an empty list. */
function buildEmpty(eb: Builder, field: string, type: Comparison): Expression<SqlBool> {
  const column = eb.ref(field);
  const missing = eb(column, 'is', null);
  if (type === 'string') return eb.or([missing, eb(column, '=', '')]);
  if (type === 'json' || type === 'words')
    return eb.or([missing, sql<SqlBool>`${column} in ('[]'::jsonb, '{}'::jsonb)`]);
  return missing;
}

/** Returns the condition that a list contains at least one of the values. */
function buildContains(eb: Builder, field: string, values: readonly Scalar[]): Expression<SqlBool> {
  const lists = values.map((value) => JSON.stringify([value]));
  return sql<SqlBool>`${eb.ref(field)} @> any(${lists}::jsonb[])`;
}

/** Returns the text to search in. For an object this is all texts that it contains. */
const wordsOf = (column: Expression<unknown>, type: Comparison): Expression<unknown> =>
  type === 'words' ? sql`(select string_agg(value, ' ') from jsonb_each_text(${column}))` : column;

/** Limits a query to the records in the caller's scope. */
const reached = (eb: Builder, { within }: Extract<FilterCondition, { op: 'refers' }>) =>
  within ? [within(eb)] : [];

function buildCondition(eb: Builder, condition: FilterCondition): Expression<SqlBool> {
  const column = eb.ref(condition.field);
  switch (condition.op) {
    case 'eq':
    case 'ne':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return eb(column, OPERATORS[condition.op], condition.value);
    case 'between':
      return eb.between(column, condition.value[0], condition.value[1]);
    case 'during':
      return eb.and([eb(column, '>=', condition.value[0]), eb(column, '<', condition.value[1])]);
    case 'notDuring':
      return eb.or([
        eb(column, 'is', null),
        eb(column, '<', condition.value[0]),
        eb(column, '>=', condition.value[1]),
      ]);
    case 'in':
      return condition.value.length === 0 ? sql<SqlBool>`false` : eb(column, 'in', condition.value);
    case 'notIn':
      return condition.value.length === 0
        ? sql<SqlBool>`true`
        : eb.or([eb(column, 'is', null), eb(column, 'not in', condition.value)]);
    case 'contains':
      return eb(wordsOf(column, condition.type), 'ilike', likePattern(condition.value));
    case 'startsWith':
      return eb(column, 'ilike', `${escaped(condition.value)}%`);
    case 'holds':
      return buildContains(eb, condition.field, condition.value);
    case 'lacks':
      return eb.or([eb(column, 'is', null), eb.not(buildContains(eb, condition.field, condition.value))]);
    case 'empty': {
      const nothing = buildEmpty(eb, condition.field, condition.type);
      return condition.value ? nothing : eb.not(nothing);
    }
    case 'marked': {
      const marked = sql`select record_id from record_mark where entity = ${condition.of}
        and mark = ${condition.mark} and user_id = ${condition.userId}`;
      return sql<SqlBool>`${column} ${sql.raw(condition.value ? 'in' : 'not in')} (${marked})`;
    }
    case 'refers':
      return eb(
        column,
        'in',
        eb
          .selectFrom(condition.of)
          .select(condition.key)
          .where((inner) => inner.and([buildFilter(inner, condition.where), ...reached(inner, condition)])),
      );
  }
}

export function buildFilter(eb: Builder, node: FilterNode): Expression<SqlBool> {
  if ('and' in node) return eb.and(node.and.map((part) => buildFilter(eb, part)));
  if ('or' in node) return eb.or(node.or.map((part) => buildFilter(eb, part)));
  return buildCondition(eb, node);
}
