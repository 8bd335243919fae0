/** Many records of one entity in one statement, each with the rules, hooks and audit line of a single write. */
import { type RawBuilder, sql } from 'kysely';
import type { EntityDefinition } from '../../generated/definition.ts';
import type { Values } from '../../runtime/core/rule.ts';
import { record_where } from '../access/index.ts';
import type { CallContext } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { snake } from '../db/names.ts';
import { audits_write, record_diff } from './audit.ts';
import { fields_of } from './columns.ts';
import { hooks } from './hooks.ts';
import { checkLinks, checkReach } from './links.ts';
import { pinyin_values } from './pinyin.ts';
import { type Row, trx_any } from './query.ts';
import { sealValues } from './sealed.ts';
import { checkTree } from './tree.ts';
import { values_create } from './values.ts';
import { columns_all, names_written, type WriteStep } from './write.ts';

/** Rows as a table of the entity's own types: one parameter, however many values. */
function rows_table(entity: EntityDefinition, names: readonly string[], rows: readonly Row[]) {
  const keys = names.map(snake);
  const listed = rows.map((row) => Object.fromEntries(keys.map((key, at) => [key, row[names[at]!] ?? null])));
  return sql`json_populate_recordset(null::${sql.table(entity.name)}, ${JSON.stringify(listed)}) v`;
}

const refs = (names: readonly string[], table?: string): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(table ? `${table}.${name}` : name)));

/** What the database fills in by itself when a row does not name it, so such rows need a statement of their own. */
function names_filled(entity: EntityDefinition, row: Row): string {
  return Object.entries(fields_of(entity))
    .filter(([name, field]) => (field.readOnly || field.default !== undefined) && name in row)
    .map(([name]) => name)
    .join();
}

/** Rows that are alike in this, in their order. */
function rows_group(entity: EntityDefinition, rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  let last: string | null = null;
  for (const row of rows) {
    const filled = names_filled(entity, row);
    if (filled === last) groups.at(-1)?.push(row);
    else groups.push([row]);
    last = filled;
  }
  return groups;
}

/** The rows of new records as they were stored, in their order, each with its line in the history. */
export async function rows_insert(
  trx: Trx,
  { session, lang }: Pick<WriteStep, 'session' | 'lang'>,
  entity: EntityDefinition,
  rows: readonly Values[],
  action = 'create',
): Promise<Row[]> {
  const { tenantId, userId } = session;
  const stored: Row[] = [];
  for (const group of rows_group(entity, rows)) {
    const spelled = await Promise.all(group.map((row) => pinyin_values(entity, row)));
    const owned = group.map((row, at) => ({
      ...row,
      ...spelled[at],
      tenantId,
      createdBy: userId,
      updatedBy: userId,
    }));
    const names = [...new Set(owned.flatMap((row) => Object.keys(row)))];
    const inserted = await sql<Row>`
      insert into ${sql.table(entity.name)} (${refs(names)})
      select ${refs(names, 'v')} from ${rows_table(entity, names, owned)}
      returning ${refs(columns_all(entity))}`.execute(trx);
    stored.push(...inserted.rows);
  }
  await checkTree(
    trx,
    entity,
    stored.map(({ id }) => id),
  );
  const made = stored.map((after) => ({ before: {}, after }));
  await checkLinks(trx, entity, made, lang);
  await checkReach(trx, { session, lang }, entity, made);
  const line = { tenantId, userId, entity: entity.name, action };
  await audits_write(
    trx,
    stored.map((row) => ({ ...line, id: Number(row.id), diff: record_diff(entity, {}, row) })),
  );
  return stored;
}

export interface Change {
  before: Row;
  /** All that the record is to hold. */
  values: Values;
}

/** Changes locked records, no record twice. */
export async function rows_update(
  trx: Trx,
  { session, lang }: Pick<WriteStep, 'session' | 'lang'>,
  entity: EntityDefinition,
  changes: readonly Change[],
  action = 'update',
): Promise<void> {
  if (changes.length === 0) return;
  const { tenantId, userId } = session;
  const fields = fields_of(entity);
  const names = [...new Set(changes.flatMap(({ values }) => names_written(entity, values)))];
  const rows = await Promise.all(
    changes.map(async ({ before, values }) => {
      const kept = names.filter((name) => fields[name]?.readOnly && !(name in values));
      const whole = { ...values, ...Object.fromEntries(kept.map((name) => [name, before[name]])) };
      return { ...whole, ...(await pinyin_values(entity, whole)), id: before.id };
    }),
  );
  if (rows.some((row) => 'labelPinyin' in row)) names.push('labelPinyin');
  const sets = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`);
  const { rows: stored } = await sql<Row>`
    update ${sql.table(entity.name)} t
       set ${sql.join([...sets, sql`version = t.version + 1`, sql`updated_by = ${userId}`, sql`updated_at = now()`])}
      from ${rows_table(entity, ['id', ...names], rows)}
     where t.tenant_id = ${tenantId} and t.id = v.id
    returning ${refs(columns_all(entity), 't')}`.execute(trx);
  const before = new Map(changes.map((one) => [one.before.id, one.before]));
  await checkTree(
    trx,
    entity,
    stored.map(({ id }) => id),
  );
  const written = stored.map((after) => ({ before: before.get(after.id) ?? {}, after }));
  await checkLinks(trx, entity, written, lang);
  await checkReach(trx, { session, lang }, entity, written);
  const line = { tenantId, userId, entity: entity.name, action };
  await audits_write(
    trx,
    stored.map((row) => ({
      ...line,
      id: Number(row.id),
      diff: record_diff(entity, before.get(row.id) ?? {}, row),
    })),
  );
}

/** Of these records those that the asker may change, locked, by id. */
export async function rows_lock(
  trx: Trx,
  { session }: Pick<WriteStep, 'session'>,
  entity: EntityDefinition,
  ids: readonly number[],
): Promise<Map<number, Row>> {
  if (ids.length === 0) return new Map();
  const where = record_where(session, entity, 'update');
  let query = trx_any(trx)
    .selectFrom(entity.name)
    .select(columns_all(entity))
    .where((eb) => sql<boolean>`${eb.ref('id')} = any(${[...ids]}::int8[])`)
    .orderBy('id')
    .forUpdate();
  if (where) query = query.where(where);
  const rows: Row[] = await query.execute();
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/**
 * Creates many records in the transaction of the caller, whatever the rights of the asker on their fields.
 * `owned` are server-owned values of each record that its creation does not decide by itself.
 */
export async function records_insert(
  trx: Trx,
  ctx: Pick<CallContext, 'session' | 'lang' | 'vault'>,
  entity: EntityDefinition,
  bodies: readonly { values: Values; owned?: Values }[],
): Promise<number[]> {
  const { session, lang } = ctx;
  const rows: Values[] = [];
  for (const { values, owned } of bodies) {
    const valid = values_create(entity, values, lang);
    const hooked = (await hooks[entity.name]?.beforeCreate?.(valid, { trx, session })) ?? valid;
    rows.push({ ...sealValues(ctx, entity, hooked), ...owned });
  }
  const stored = await rows_insert(trx, ctx, entity, rows);
  return stored.map(({ id }) => Number(id));
}
