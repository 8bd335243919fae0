/** The tables to move, from the catalog of a database. */
import type pg from 'pg';

export interface MovedTable {
  name: string;
  columns: readonly string[];
  /**
   * Columns of the primary key and their types. A table without a primary key is copied completely while writes are
   * blocked.
   */
  key: readonly { name: string; type: string }[];
  /** Parts that are copied separately: the partitions with rows, or the whole table. */
  parts: readonly { name: string; bytes: number }[];
}

/** Tables that triggers maintain. Their rows are computed again and not moved. */
export const COUNTED = ['entity_tally_of', 'entity_tally', 'entity_tally_version', 'entity_change'];
/** The migration of the schema writes its own table, so that table is not moved. */
const NOT_MOVED = [...COUNTED, 'schema_migration'];

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const nameList = (names: readonly string[]): string => names.map(quoteName).join(', ');

/** Returns tables sorted by name. Partitions and the tables of extensions are left out. */
export async function readTables(client: pg.Client): Promise<MovedTable[]> {
  const { rows } = await client.query<MovedTable>(
    `select c.relname as name,
        array(select attname::text from pg_attribute
               where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attname) as columns,
        (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by at), '[]')
           from pg_index i, unnest(i.indkey::int2[]) with ordinality as k(number, at), pg_attribute a
          where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.number) as key,
        (select coalesce(json_agg(json_build_object('name', part::regclass::text, 'bytes', pg_table_size(part))), '[]')
           from (select c.oid as part where c.relkind = 'r'
                 union all select relid from pg_partition_tree(c.oid) where isleaf) p) as parts
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        and c.relname <> all ($1)
      order by c.relname`,
    [NOT_MOVED],
  );
  return rows;
}

/**
 * Returns the first difference between the tables of both ends, worded as the middle of a sentence. Null if they are
 * equal.
 */
export function findDifference(from: readonly MovedTable[], to: readonly MovedTable[]): string | null {
  const other = new Map(to.map((table) => [table.name, table]));
  const names = new Set(from.map(({ name }) => name));
  for (const { name, columns } of from) {
    const there = other.get(name);
    if (!there) return `the table ${name} is not known there`;
    if (there.columns.join() !== columns.join()) return `the table ${name} has other columns there`;
  }
  const more = to.find(({ name }) => !names.has(name));
  return more ? `the table ${more.name} is not known here` : null;
}
