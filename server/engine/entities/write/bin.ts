/**
 * The recycle bin. A deleted record is moved from its table into the bin as JSON. Records that belong only to it are
 * moved too. Both can be restored from there.
 */
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../../platform/db/index.ts';
import type { RecordCondition, Row } from '../../../platform/db/tables/anyTable.ts';
import { snake } from '../../../platform/db/tables/names.ts';
import { addStatement } from '../../../platform/db/tenant.ts';
import type { Session } from '../../context.ts';
import { feedsOf, type Writer } from '../../derived/rollupSources.ts';
import { noteWritten } from '../../derived/rollups.ts';
import type { Carry } from '../../hooks.ts';
import { fieldsOf } from '../columns.ts';

const condition = (where: RecordCondition) =>
  where(expressionBuilder<Record<string, Record<string, unknown>>, string>());

const MAX_LABEL = 300;

/** Returns the record's label at its deletion. */
function labelOf(entity: EntityDefinition, record: Row): string {
  return String(record[entity.label] ?? record.id).slice(0, MAX_LABEL);
}

/**
 * Moves the record from its table to the bin. Before that, `first` handles references to the record, and moves the
 * records that belong to it. Returns the entry of the bin and the entities of these records.
 */
export async function moveBin(
  trx: Trx,
  { tenantId, userId, lang }: Pick<Session, 'tenantId' | 'userId' | 'lang'>,
  entity: EntityDefinition,
  record: Row,
  first: (carry: Carry) => Promise<void>,
): Promise<{ binId: number; carried: ReadonlySet<string> }> {
  const table = sql.table(entity.name);
  const id = Number(record.id);
  const inserted = await sql<{ id: number }>`
    insert into recycle_bin (tenant_id, entity, record_id, label, record, deleted_by)
    select tenant_id, ${entity.name}, id, ${labelOf(entity, record)}, to_jsonb(t), ${userId}
      from ${table} t where id = ${id}
    returning id`.execute(trx);
  const binId = inserted.rows[0]?.id;
  if (binId === undefined) throw new Error(`${entity.name} ${id} is not there to be deleted`);
  const carried = new Set<string>();
  await first(async (name, where) => {
    carried.add(name);
    const gone = await sql<{ record: Row }>`
      with gone as (delete from ${sql.table(name)} where ${condition(where)} returning *)
      insert into recycle_row (tenant_id, bin_id, entity, record_id, record)
      select ${tenantId}, ${binId}, ${name}, (to_jsonb(gone) ->> 'id')::bigint, to_jsonb(gone) from gone
      ${sql.raw(isFeeding(name) ? 'returning record' : '')}`.execute(trx);
    noteGone(trx, { tenantId, lang }, name, gone.rows);
  });
  const removal = sql<never>`delete from ${table} where id = ${id}`;
  await addStatement(trx, { compile: () => removal.compile(trx) });
  return { binId, carried };
}

/** Inserts rows from JSON. Columns that were added to the table later get their defaults. */
async function insertRows(trx: Trx, name: string, sample: Row, source: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
     where attrelid = to_regclass(quote_ident(${snake(name)})) and attnum > 0 and not attisdropped
       and attgenerated = ''`.execute(trx);
  const columns = rows.map((column) => column.name).filter((column) => column in sample);
  const table = sql.table(name);
  await sql`
    insert into ${table} (${sql.join(columns.map((column) => sql.id(column)))}) overriding system value
    select ${sql.join(columns.map((column) => sql.id('r', column)))}
      from ${source} b cross join lateral jsonb_populate_record(null::${table}, b.record) r`.execute(trx);
}

const isFeeding = (name: string): boolean => {
  const entity = entityRegistry.get(name);
  return entity !== undefined && feedsOf(entity).length > 0;
};

/** Remembers deleted rows, whose columns have the spelling of the database. */
function noteGone(trx: Trx, writer: Writer, name: string, gone: readonly { record: Row }[]): void {
  const entity = entityRegistry.get(name);
  if (!entity) return;
  const named = (record: Row): Row =>
    Object.fromEntries(Object.keys(fieldsOf(entity)).map((field) => [field, record[snake(field)]]));
  noteWritten(
    trx,
    writer,
    entity,
    gone.map(({ record }) => ({ before: named(record), after: {} })),
  );
}

interface BinEntry {
  id: number;
  entity: string;
  recordId: number;
  record: Row;
}

/** The restored records of one table. */
export interface Unpacked {
  entity: string;
  ids: number[];
}

/** Restores a record, and the records deleted with it, into their tables. */
export async function unpackBin(trx: Trx, entry: BinEntry): Promise<Unpacked[]> {
  const back: Unpacked[] = [{ entity: entry.entity, ids: [entry.recordId] }];
  await insertRows(
    trx,
    entry.entity,
    entry.record,
    sql`(select record from recycle_bin where id = ${entry.id})`,
  );
  // Rows are restored in reverse order of deletion, because rows deleted first refer to rows deleted later.
  const { rows } = await sql<{ entity: string; ids: number[]; record: Row }>`
    select entity, record, coalesce(ids, '[]') as ids from (
      select entity, (array_agg(record order by seq desc))[1] as record, max(seq) as seq,
             jsonb_agg(record_id) filter (where record_id is not null) as ids
        from recycle_row where bin_id = ${entry.id} group by entity) carried
     order by seq desc`.execute(trx);
  for (const one of rows) {
    const source = sql`(select record from recycle_row
      where bin_id = ${entry.id} and entity = ${one.entity} order by seq)`;
    await insertRows(trx, one.entity, one.record, source);
    if (one.ids.length > 0) back.push({ entity: one.entity, ids: one.ids });
  }
  await sql`delete from recycle_bin where id = ${entry.id}`.execute(trx);
  return back;
}

/**
 * Deletes an entry of the bin permanently, with the comments, marks and attachments of all its records. Returns the
 * keys of unused files, and the id of one deleted record of each entity.
 */
export async function purgeBin(
  trx: Trx,
  { id, tenantId, entity, recordId }: Pick<BinEntry, 'id' | 'entity' | 'recordId'> & { tenantId: number },
): Promise<{ files: string[]; gone: { entity: string; id: number }[] }> {
  const gone = await sql<{ entity: string; id: number }>`
    select entity, min(record_id)::bigint as id from recycle_row
     where tenant_id = ${tenantId} and bin_id = ${id} and record_id is not null group by entity`.execute(trx);
  const ofRecords = sql`(entity, record_id) in (
    select ${entity}, ${recordId}::bigint union all
    select entity, record_id from recycle_row where tenant_id = ${tenantId} and bin_id = ${id})`;
  await sql`delete from record_comment where tenant_id = ${tenantId} and ${ofRecords}`.execute(trx);
  await sql`delete from record_mark where tenant_id = ${tenantId} and ${ofRecords}`.execute(trx);
  const files = await sql<{ key: string }>`
    delete from record_attachment where tenant_id = ${tenantId} and ${ofRecords} returning file_key as key`.execute(
    trx,
  );
  // A file that another record also uses is not deleted.
  const alone = await sql<{ key: string }>`
    with gone as (delete from file_use where tenant_id = ${tenantId} and ${ofRecords} returning file_key)
    select distinct file_key as key from gone where not exists (
      select from file_use u where u.tenant_id = ${tenantId} and u.file_key = gone.file_key
        and (u.entity, u.record_id) not in (
          select ${entity}, ${recordId}::bigint union all
          select entity, record_id from recycle_row
           where tenant_id = ${tenantId} and bin_id = ${id} and record_id is not null))`.execute(trx);
  const keys = [...files.rows, ...alone.rows].map(({ key }) => key);
  if (keys.length > 0)
    await sql`delete from file where tenant_id = ${tenantId} and key = any(${keys})`.execute(trx);
  await sql`delete from recycle_bin where tenant_id = ${tenantId} and id = ${id}`.execute(trx);
  return { files: keys, gone: [{ entity, id: recordId }, ...gone.rows] };
}
