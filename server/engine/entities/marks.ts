/** People mark records, each for themselves (`marks` of an entity): their marks come along with the records. */
import { sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Row } from '../../platform/db/anyTable.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { CallContext } from '../context.ts';

/** Tells that the reader set a mark, and how many people did where everybody may know. */
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

/** Every mark of the entity by the ids of the records, set or not. */
function marksOf(
  { marks = [] }: Pick<EntityDefinition, 'marks'>,
  ids: readonly number[],
  rows: readonly MarkRow[],
): Map<number, Marks> {
  const found = new Map(rows.map((row) => [`${row.id} ${row.mark}`, row]));
  const markedOf = (id: number): Marks =>
    Object.fromEntries(
      marks.map(({ name: mark, count }) => {
        const { on = false, count: people = 0 } = found.get(`${id} ${mark}`) ?? {};
        return [mark, { on, ...(count ? { count: people } : {}) }];
      }),
    );
  return new Map(ids.map((id) => [id, markedOf(id)]));
}

/** The marks of these records by id. */
export async function readMarks(
  trx: Trx,
  entity: Pick<EntityDefinition, 'name' | 'marks'>,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, Marks>> {
  const { rows } = await marksSql(entity.name, userId, ids).execute(trx);
  return marksOf(entity, ids, rows);
}

/** Adds `_marks` to records of an entity that has some. */
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
