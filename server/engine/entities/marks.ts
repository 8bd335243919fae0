/** Marks that users set on records for themselves (`marks` of an entity). They are returned with the records. */
import { type RawBuilder, sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import type { CallContext } from '../context.ts';

/** The marks of a record: whether the reader set each mark, and the count of a public mark. */
export interface Marked {
  on: boolean;
  count?: number;
}

type Marks = Record<string, Marked>;

interface MarkRow {
  id: number;
  mark: string;
  on: boolean;
  count: number;
}

const marksSql = (entity: string, userId: number, ids: readonly number[]) => sql<MarkRow>`
  select record_id::bigint as id, mark, bool_or(user_id = ${userId}) as "on", count(*)::int4 as count
    from record_mark where entity = ${entity} and record_id = any(${[...ids]}::int8[])
   group by record_id, mark`;

/** Returns every mark of the entity, with whether it is set. */
const allMarks = (
  { marks = [] }: Pick<EntityDefinition, 'marks'>,
  found: readonly Pick<MarkRow, 'mark' | 'on' | 'count'>[],
): Marks =>
  Object.fromEntries(
    marks.map(({ name, count }) => {
      const { on = false, count: people = 0 } = found.find(({ mark }) => mark === name) ?? {};
      return [name, { on, ...(count ? { count: people } : {}) }];
    }),
  );

function marksOf(
  entity: Pick<EntityDefinition, 'marks'>,
  ids: readonly number[],
  rows: readonly MarkRow[],
): Map<number, Marks> {
  const found = Map.groupBy(rows, ({ id }) => id);
  return new Map(ids.map((id) => [id, allMarks(entity, found.get(id) ?? [])]));
}

interface RowMarks {
  /** Columns to read with each record, by name. */
  columns: readonly (readonly [name: string, value: RawBuilder<unknown>])[];
  /** Returns the marks of the record. */
  take(record: Row): Marks;
}

const COLUMN = 'rowMarks';

/** Returns the columns for marks that are read with listed records. Null if the entity has no marks. */
export function rowMarksOf(entity: EntityDefinition, userId: number): RowMarks | null {
  if (!entity.marks) return null;
  const value = sql`(select json_agg(json_build_object('mark', mark, 'on', "on", 'count', count))
    from (select mark, bool_or(user_id = ${userId}) as "on", count(*)::int4 as count from record_mark
           where entity = ${entity.name} and record_id = ${sql.table(entity.name)}.id group by mark) as found)`;
  return {
    columns: [[COLUMN, value]],
    take: (record) => allMarks(entity, (record[COLUMN] as MarkRow[] | null) ?? []),
  };
}

/** Returns the marks of these records by id. */
export async function readMarks(
  trx: Trx,
  entity: Pick<EntityDefinition, 'name' | 'marks'>,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, Marks>> {
  const { rows } = await marksSql(entity.name, userId, ids).execute(trx);
  return marksOf(entity, ids, rows);
}

/** Adds `_marks` to records of an entity with marks. */
export async function attachMarks(
  { db, session }: Pick<CallContext, 'db' | 'session'>,
  entity: EntityDefinition,
  records: readonly Row[],
): Promise<void> {
  if (!entity.marks || records.length === 0) return;
  const ids = records.map(({ id }) => Number(id));
  const { tenantId, userId } = session;
  const rows = await db.ask(tenantId, () => marksSql(entity.name, userId, ids));
  const marks = marksOf(entity, ids, rows);
  for (const record of records) record._marks = marks.get(Number(record.id));
}
