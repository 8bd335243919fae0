import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import type { RecordCondition, Row } from '../../../platform/db/tables/anyTable.ts';
import { snake } from '../../../platform/db/tables/names.ts';
import type { Columns } from '../columns.ts';
import type { Counting, Reading } from './countQuestion.ts';
import { buildCursor, positionName, readCursor, writeCursor } from './cursor.ts';
import { mayBeEmpty, type SortKey, sortedColumn } from './sort.ts';

export interface PageQuery {
  where: RecordCondition;
  sort: readonly SortKey[];
  size: number;
  /** By page number, or by the cursor of the previous page ('' at the start). */
  from: { current: number } | { cursor: string };
  /** Conditions that are read with each record as true or false, by name. */
  flags: readonly (readonly [name: string, condition: RecordCondition])[];
  /** Other values that are read with each record, by name. */
  beside?: readonly (readonly [name: string, value: RawBuilder<unknown>])[];
  /** A value that is read together with the records, at the same moment. Undefined if there are no records. */
  reading: Counting['read'];
}

interface Page {
  records: Row[];
  /** The cursor of the next page. Null at the end, undefined for page numbers. */
  next: string | null | undefined;
  reading: Reading | undefined;
}

/** Returns the name under which an additional value is read with each record. */
const readingName = (name: string): string => `$${name}`;

/** Written as text: a list has many columns, and each costs as much as a condition when the query is built. */
const columnsSql = (shown: readonly string[]): RawBuilder<unknown> =>
  sql.raw(shown.map((name) => `"${snake(name)}"`).join(', '));

const named = (value: Expression<unknown>, name: string): RawBuilder<unknown> =>
  sql`${value} as ${sql.id(name)}`;

function orderSql(entity: EntityDefinition, { field, order }: SortKey): RawBuilder<unknown> {
  const column = sortedColumn(entity, field);
  if (order === 'asc') return sql`${column} asc`;
  // Written only if it has an effect, so that an index of a column that is never empty is used in both directions.
  return mayBeEmpty(entity, field) ? sql`${column} desc nulls last` : sql`${column} desc`;
}

/**
 * Builds the query for one page of records. Its rows contain the records, and what the cursor of the next page needs.
 */
export function askPage(
  entity: EntityDefinition,
  columns: Columns,
  shown: readonly string[],
  { where, sort, size, from, flags, beside = [], reading }: PageQuery,
) {
  const endless = 'cursor' in from;
  const position = endless ? readCursor(from.cursor, sort, columns) : null;
  const readings = Object.keys(reading);
  const eb = expressionBuilder<Record<string, Row>, string>();
  const selected = [
    columnsSql(shown),
    ...flags.map(([name, condition]) => named(condition(eb), name)),
    ...beside.map(([name, value]) => named(value, name)),
    ...Object.entries(reading).map(([name, value]) => named(value, readingName(name))),
    ...(endless ? sort.map(({ field }, at) => named(sql`${sql.ref(field)}::text`, positionName(at))) : []),
  ];
  const conditions = [where(eb), ...(position ? [buildCursor(eb, entity, columns, sort, position)] : [])];
  const part = endless ? sql`limit ${size + 1}` : sql`limit ${size} offset ${(from.current - 1) * size}`;
  return {
    question: sql<Row>`select ${sql.join(selected)} from ${sql.table(entity.name)} where ${eb.and(conditions)}
      order by ${sql.join(sort.map((key) => orderSql(entity, key)))} ${part}`,
    read(found: Row[]): Page {
      const [first] = found;
      const read =
        first && (Object.fromEntries(readings.map((name) => [name, first[readingName(name)]])) as Reading);
      for (const row of found) for (const name of readings) row[readingName(name)] = undefined;
      if (!endless) return { records: found, next: undefined, reading: read };
      const records = found.slice(0, size);
      const last = found.length > size ? records.at(-1) : undefined;
      const next = last
        ? writeCursor(
            sort,
            sort.map((_, at) => last[positionName(at)] as string | null),
          )
        : null;
      for (const row of records) for (const at of sort.keys()) row[positionName(at)] = undefined;
      return { records, next, reading: read };
    },
  };
}
