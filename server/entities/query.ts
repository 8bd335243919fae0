import { type ExpressionBuilder, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { EntityDefinition } from '../../generated/definition.ts';
import type { RecordCondition } from '../access/index.ts';
import type { Trx } from '../db/index.ts';
import type { Columns } from './columns.ts';
import type { Counting, Reading } from './counts.ts';
import { cursor_build, cursor_read, cursor_write, position_name } from './cursor.ts';
import { may_beEmpty, type SortKey } from './sort.ts';

export { like_pattern } from './filterSql.ts';

export type Row = Record<string, unknown>;
/** The tables of all entities seen alike: the columns are known from the definition at run time. */
type AnyTables = Record<string, Row>;
export type AnyTrx = Transaction<AnyTables>;
export type AnyBuilder = ExpressionBuilder<AnyTables, string>;

export const trx_any = (trx: Trx): AnyTrx => trx as unknown as AnyTrx;

export interface PageQuery {
  where: RecordCondition;
  sort: readonly SortKey[];
  size: number;
  /** By number, or by what the page before ended with ('' at the start). */
  from: { current: number } | { cursor: string };
  /** Conditions that come along with each record as true or false, by name. */
  flags: readonly (readonly [name: string, condition: RecordCondition])[];
  /** A value that comes along with the records, read at the same moment; undefined when there are none. */
  reading: Counting['read'];
}

interface Page {
  records: Row[];
  /** The cursor of the next page; null at the end, undefined for pages by number. */
  next: string | null | undefined;
  reading: Reading | undefined;
}

type AnySelect = SelectQueryBuilder<AnyTables, string, Row>;

/** Under these names what is read beside the records comes along with each of them. */
const reading_name = (name: string): string => `$${name}`;

function sorted(query: AnySelect, entity: EntityDefinition, sort: readonly SortKey[]): AnySelect {
  return sort.reduce(
    (rows, { field, order }) =>
      rows.orderBy(field, (item) => {
        const by = order === 'asc' ? item.asc() : item.desc();
        // Said only where it means something: an index of a column that is never empty is then found both ways.
        return order === 'desc' && may_beEmpty(entity, field) ? by.nullsLast() : by;
      }),
    query,
  );
}

/** The question for one page of records, and what its rows say: the records, and what the cursor of the next page needs. */
export function page_ask(
  entity: EntityDefinition,
  columns: Columns,
  shown: readonly string[],
  { where, sort, size, from, flags, reading }: PageQuery,
) {
  const endless = 'cursor' in from;
  const position = endless ? cursor_read(from.cursor, sort) : null;
  const names = Object.keys(reading);
  return {
    build(trx: AnyTrx): AnySelect {
      let rows: AnySelect = trx
        .selectFrom(entity.name)
        .select([...shown])
        .select((eb) => flags.map(([name, condition]) => sql<boolean>`${condition(eb)}`.as(name)))
        .select(Object.entries(reading).map(([name, value]) => value.as(reading_name(name))))
        .where(where);
      if (position) rows = rows.where((eb) => cursor_build(eb, entity, columns, sort, position));
      if (endless) {
        rows = rows
          .select((eb) => sort.map(({ field }, at) => sql`${eb.ref(field)}::text`.as(position_name(at))))
          .limit(size + 1);
      } else rows = rows.limit(size).offset((from.current - 1) * size);
      return sorted(rows, entity, sort);
    },
    read(found: Row[]): Page {
      const [first] = found;
      const beside =
        first && (Object.fromEntries(names.map((name) => [name, first[reading_name(name)]])) as Reading);
      for (const row of found) for (const name of names) delete row[reading_name(name)];
      if (!endless) return { records: found, next: undefined, reading: beside };
      const records = found.slice(0, size);
      const last = found.length > size ? records.at(-1) : undefined;
      const next = last
        ? cursor_write(
            sort,
            sort.map((_, at) => last[position_name(at)] as string | null),
          )
        : null;
      for (const row of records) for (const at of sort.keys()) delete row[position_name(at)];
      return { records, next, reading: beside };
    },
  };
}
