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
  /** By page number, or after the cursor of the previous page ('' at the start). */
  from: { current: number } | { cursor: string };
  /** Named conditions that are read with each record as true or false. */
  flags: readonly (readonly [name: string, condition: RecordCondition])[];
  /** Other named values that are read with each record. */
  beside?: readonly (readonly [name: string, value: RawBuilder<unknown>])[];
  /** A value read together with the records, in the same snapshot. Undefined if there are no records. */
  reading: Counting['read'];
}

interface Page {
  records: Row[];
  /** The cursor of the next page. Null on the last page, undefined for page numbers. */
  next: string | null | undefined;
  reading: Reading | undefined;
}

/** Returns the column name of an additional value that is read with each record. */
const readingName = (name: string): string => `$${name}`;

/** Written as raw SQL, because a list has many columns and the query builder takes long for each. */
const columnsSql = (shown: readonly string[]): RawBuilder<unknown> =>
  sql.raw(shown.map((name) => `"${snake(name)}"`).join(', '));

const named = (value: Expression<unknown>, name: string): RawBuilder<unknown> =>
  sql`${value} as ${sql.id(name)}`;

function orderSql(entity: EntityDefinition, { field, order }: SortKey): RawBuilder<unknown> {
  const column = sortedColumn(entity, field);
  if (order === 'asc') return sql`${column} asc`;
  // `nulls last` is added only if the column may be empty. Otherwise an index could not be used in both
  // directions.
  return mayBeEmpty(entity, field) ? sql`${column} desc nulls last` : sql`${column} desc`;
}

/** Builds the query for one page of records. Each row also contains the position for the next page's cursor. */
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
