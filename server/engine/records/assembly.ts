/**
 * Reads trees with quantities (`assembly` of an entity). Lists the parts of a record at all levels, compares two
 * records, and finds the records that contain a part. Quantities are multiplied over the levels as exact decimals.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Caller } from '../access/asker.ts';
import { recordWhere } from '../access/recordScope.ts';
import type { CallContext } from '../context.ts';
import { fieldSeen, listHiddenFields } from '../entities/columns.ts';
import { requireRecord } from '../entities/write/write.ts';

/** Maximum number of records of a tree in one answer. */
const MOST_PARTS = 100_000;
const MOST_ROWS = 1_000;
const PAGE_SIZE = 20;

interface RecordPath {
  entity: string;
  id: number;
}

type Assembly = NonNullable<Entity['assembly']>;

/**
 * Returns the entity's settings for assemblies. 404 for entities without quantities, 403 if the caller may not see one
 * of the fields.
 */
function readAssembly(entity: Entity, caller: Caller, by?: string): { parent: string; assembly: Assembly } {
  const { assembly, parent } = entity;
  if (!assembly || parent === undefined) throw new AppError('http.notFound');
  if (by !== undefined && !assembly.used?.includes(by))
    throw new AppError('entity.noColumn', { field: by }, { field: '/query/by' });
  const hidden = listHiddenFields(entity, caller);
  const read = [parent, assembly.quantity, ...(by === undefined ? assembly.alike : [by])];
  for (const name of read) fieldSeen(hidden, name, '/path/entity');
  return { parent, assembly };
}

/** Selects the records that the caller may list, each with its parent record and its quantity in the parent. */
function selectParts(trx: ScopedTrx, caller: Caller, entity: Entity, fields: readonly string[]) {
  const { parent, assembly } = readAssembly(entity, caller);
  const where = recordWhere(caller, entity, 'list');
  const query = trxAny(trx)
    .selectFrom(entity.name)
    .select((eb) => [
      eb.ref('id').as('id'),
      eb.ref(parent).as('above'),
      sql`coalesce(${eb.ref(assembly.quantity)}::numeric, 1)`.as('amount'),
      ...fields.map((name, at) => eb.ref(name).as(`field${at}`)),
    ]);
  return where ? query.where(where) : query;
}

const fieldNames = (names: readonly string[]): string[] => names.map((_, at) => `field${at}`);
const refs = (table: string, names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(`${table}.${name}`)));

interface Summed {
  values: Record<string, unknown>;
  quantity: number;
}

/**
 * Returns the number of a text, at most the largest finite number, which the product of many large quantities
 * may exceed.
 */
const toNumber = (text: unknown): number => Math.min(Number(text), Number.MAX_VALUE);

/** Returns the parts at all levels below a record. Equal parts are summed. */
async function sumParts(
  trx: ScopedTrx,
  caller: Caller,
  entity: Entity,
  id: number,
): Promise<{ rows: Summed[]; parts: number }> {
  const { alike } = readAssembly(entity, caller).assembly;
  const parts = selectParts(trx, caller, entity, alike);
  const names = fieldNames(alike);
  const { rows } = await sql<Record<string, unknown>>`
    with recursive inside as (
      select p.id, p.amount as total, ${refs('p', names)} from (${parts}) as p where p.above = ${id}
      union all
      select p.id, inside.total * p.amount, ${refs('p', names)}
        from inside join (${parts}) as p on p.above = inside.id)
    select ${refs('found', names)}, sum(total)::text as quantity, count(*)::int4 as parts
      from (select * from inside limit ${MOST_PARTS + 1}) as found
     group by ${refs('found', names)} order by ${refs('found', names)}`.execute(trx);
  const count = rows.reduce((sum, row) => sum + Number(row.parts), 0);
  if (count > MOST_PARTS) throw new AppError('entity.tooMany', { limit: MOST_PARTS });
  return {
    rows: rows.map((row) => ({
      values: Object.fromEntries(alike.map((name, at) => [name, row[`field${at}`] ?? null])),
      quantity: toNumber(row.quantity),
    })),
    parts: count,
  };
}

/**
 * A record that contains the part, with the size of the whole answer. Without such records there is one row without an
 * id.
 */
interface UseRow {
  id: unknown;
  quantity: string | null;
  top: boolean | null;
  steps: number;
  total: number;
}

type Change = 'added' | 'removed' | 'changed' | null;

function changeOf(quantity: number, other: number): Change {
  if (quantity === other) return null;
  if (quantity === 0) return 'added';
  return other === 0 ? 'removed' : 'changed';
}

/** Compares the sums of two records. Parts with equal values are compared with each other. */
export function compareParts(own: readonly Summed[], others: readonly Summed[]) {
  const keyOf = ({ values }: Summed): string => JSON.stringify(Object.values(values));
  const left = new Map(own.map((row) => [keyOf(row), row]));
  const right = new Map(others.map((row) => [keyOf(row), row]));
  const rows = [...new Map([...left, ...right])].map(([key, { values }]) => {
    const [quantity, other] = [left.get(key)?.quantity ?? 0, right.get(key)?.quantity ?? 0];
    return { values, quantity, other, change: changeOf(quantity, other) };
  });
  return [...rows.filter(({ change }) => change !== null), ...rows.filter(({ change }) => change === null)];
}

/** Returns the parts of a record at all levels. `with` is another record for comparison. */
export function answerAssembly(
  { db, session }: Pick<CallContext, 'db' | 'session'>,
  { entity: name, id }: RecordPath,
  { with: other }: { with?: number | undefined },
) {
  const entity = entityOf(name);
  readAssembly(entity, session);
  return db.tenant(session.tenantId, async (trx) => {
    for (const one of [id, ...(other === undefined ? [] : [other])])
      await requireRecord(trx, session, entity, one, 'list');
    const own = await sumParts(trx, session, entity, id);
    if (other === undefined) {
      const rows = own.rows.map((row) => ({ ...row, other: 0, change: null }));
      return { rows: rows.slice(0, MOST_ROWS), total: rows.length, parts: own.parts, otherParts: 0 };
    }
    const others = await sumParts(trx, session, entity, other);
    const rows = compareParts(own.rows, others.rows);
    return {
      rows: rows.slice(0, MOST_ROWS),
      total: rows.length,
      parts: own.parts,
      otherParts: others.parts,
    };
  });
}

/**
 * Returns the records that contain a record, or parts with a value of a field, at all levels. Top-level records come
 * first.
 */
export function answerUse(
  { db, session }: Pick<CallContext, 'db' | 'session'>,
  { entity: name, id }: RecordPath,
  {
    by,
    current = 1,
    size = PAGE_SIZE,
  }: { by?: string | undefined; current?: number | undefined; size?: number | undefined },
) {
  const entity = entityOf(name);
  readAssembly(entity, session, by);
  return db.tenant(session.tenantId, async (trx) => {
    const record = await requireRecord(trx, session, entity, id, 'list');
    const value = by === undefined ? id : record[by];
    if (value === null || value === undefined) return { records: [], total: 0, current, size };
    const parts = selectParts(trx, session, entity, by === undefined ? [] : [by]);
    const start = by === undefined ? sql.ref('p.id') : sql.ref('p.field0');
    // Equal parts of one record are summed before the next level, so that they become a single row.
    const { rows } = await sql<UseRow>`
      with recursive outside as (
        select p.above as id, sum(p.amount) as total from (${parts}) as p
         where ${start} = ${value} and p.above is not null group by p.above
        union all
        select p.above, outside.total * p.amount
          from outside join (${parts}) as p on p.id = outside.id where p.above is not null),
      bounded as (select * from outside limit ${MOST_PARTS + 1}),
      grouped as (
        select p.id, p.above is null as top, sum(bounded.total) as quantity
          from bounded join (${parts}) as p on p.id = bounded.id group by p.id, p.above),
      page as (select * from grouped order by top desc, id limit ${size} offset ${(current - 1) * size})
      select page.id, page.top, page.quantity::text as quantity,
             (select count(*) from bounded)::int4 as steps, (select count(*) from grouped)::int4 as total
        from (values (1)) as one left join page on true order by page.top desc, page.id`.execute(trx);
    const { steps = 0, total = 0 } = rows[0] ?? {};
    if (steps > MOST_PARTS) throw new AppError('entity.tooMany', { limit: MOST_PARTS });
    return {
      records: rows.flatMap(({ id, quantity, top }) =>
        id === null ? [] : [{ id: Number(id), quantity: toNumber(quantity), top: top === true }],
      ),
      total,
      current,
      size,
    };
  });
}
