/** Writes many records of one entity in one statement, with the rules, hooks and audit entries of single writes. */
import { type RawBuilder, sql } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import { writeAudits } from '../../../platform/db/auditLog.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { snake } from '../../../platform/db/tables/names.ts';
import { runStatement } from '../../../platform/db/tenant.ts';
import { personOf } from '../../access/asker.ts';
import { recordWhere } from '../../access/recordScope.ts';
import { noteWritten } from '../../derived/rollups.ts';
import { numberRecords } from '../../derived/sequences.ts';
import { noteEvents } from '../../events.ts';
import { hooksOf } from '../../hooks.ts';
import { fieldsOf } from '../columns.ts';
import { followHolders, lockHolders } from '../lines/lineParents.ts';
import { copyEach } from '../lines/referenceValues.ts';
import { checkChoices } from '../list/choices.ts';
import { pinyinValues } from '../pinyin.ts';
import { sealValues } from '../sealed.ts';
import { checkTree } from '../tree.ts';
import { createValues } from '../values.ts';
import { checkHolder, checkLinks, checkReach } from './links.ts';
import { diffRecord } from './recordDiff.ts';
import { valueStep, writerOf } from './valueStep.ts';
import { allColumns, listWrittenNames } from './writableColumns.ts';
import type { WriteStep } from './writeStep.ts';

/**
 * Returns rows as an SQL table with the column types of the entity. Uses a single parameter for any number of values.
 */
function rowsTable(entity: EntityDefinition, names: readonly string[], rows: readonly Row[]) {
  const keys = names.map((name) => [snake(name), name] as const);
  const listed = rows.map((row) => {
    const columns: Row = {};
    for (const [key, name] of keys) columns[key] = row[name] ?? null;
    return columns;
  });
  return sql`json_populate_recordset(null::${sql.table(entity.name)}, ${JSON.stringify(listed)}) v`;
}

const refs = (names: readonly string[], table?: string): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(table ? `${table}.${name}` : name)));

/** Groups adjacent rows whose defaults the database fills in the same columns. Each group needs its own statement. */
function groupRows(entity: EntityDefinition, rows: readonly Row[]): Row[][] {
  const left = Object.entries(fieldsOf(entity)).flatMap(([name, field]) =>
    field.readOnly || field.default !== undefined ? [name] : [],
  );
  const groups: Row[][] = [];
  let last: string | null = null;
  for (const row of rows) {
    const filled = left.filter((name) => name in row).join();
    if (filled === last) groups.at(-1)?.push(row);
    else groups.push([row]);
    last = filled;
  }
  return groups;
}

/**
 * Inserts rows. The text of the statement does not depend on the number of rows, so the database caches its
 * plan.
 */
const insertGroup = (trx: Trx, entity: EntityDefinition, names: readonly string[], rows: readonly Row[]) =>
  runStatement<Row>(
    trx,
    sql`
      insert into ${sql.table(entity.name)} (${refs(names)})
      select ${refs(names, 'v')} from ${rowsTable(entity, names, rows)}
      returning ${refs(allColumns(entity))}`,
  );

/** Stores new records in the given order, each with a history entry. References must already be checked. */
export async function storeRows(
  trx: Trx,
  { session, zone }: Pick<WriteStep, 'session' | 'zone'>,
  entity: EntityDefinition,
  rows: readonly Values[],
  action = 'create',
): Promise<Row[]> {
  const { tenantId } = session;
  const userId = personOf(session);
  const stored: Row[] = [];
  for (const group of groupRows(entity, rows)) {
    const spelled = await Promise.all(group.map((row) => pinyinValues(entity, row)));
    const owned = group.map((row, at) => ({
      ...row,
      ...spelled[at],
      tenantId,
      createdBy: userId,
      updatedBy: userId,
    }));
    const names = new Set<string>();
    for (const row of owned) for (const name of Object.keys(row)) names.add(name);
    stored.push(...(await insertGroup(trx, entity, [...names], owned)));
  }
  const line = { tenantId, userId, entity: entity.name, action };
  await numberRecords(trx, { session, zone }, entity, stored, () =>
    writeAudits(
      trx,
      stored.map((row) => ({ ...line, id: Number(row.id), diff: diffRecord(entity, {}, row) })),
    ),
  );
  return stored;
}

/** Returns the new rows as stored, in the given order. Writes a history entry for each. */
export async function insertRows(
  trx: Trx,
  step: Pick<WriteStep, 'session' | 'lang' | 'zone' | 'vault'>,
  entity: EntityDefinition,
  rows: readonly Values[],
  action = 'create',
): Promise<Row[]> {
  const { session, lang } = step;
  const holders = await lockHolders(trx, entity, rows);
  const stored = await storeRows(trx, step, entity, rows, action);
  await checkTree(
    trx,
    entity,
    stored.map(({ id }) => id),
  );
  const made = stored.map((after) => ({ before: {}, after }));
  await checkLinks(trx, entity, made, lang);
  await checkChoices(trx, entity, made, lang);
  await checkReach(trx, { session, lang }, entity, made);
  await checkHolder(
    trx,
    session,
    entity,
    stored.map(({ id }) => Number(id)),
  );
  noteWritten(trx, writerOf(step), entity, made);
  noteEvents(trx, step, entity, 'created', made);
  await hooksOf(entity.name)?.written?.(made, { ...step, trx });
  await followHolders(trx, step, holders);
  return stored;
}

export interface Change {
  before: Row;
  /** All new values of the record. */
  values: Values;
}

/** Stores changes of locked records. References were checked before. Each record occurs once. */
export async function storeChanges(
  trx: Trx,
  { session }: Pick<WriteStep, 'session'>,
  entity: EntityDefinition,
  changes: readonly Change[],
  action = 'update',
): Promise<{ before: Row; after: Row }[]> {
  if (changes.length === 0) return [];
  const { tenantId, userId } = session;
  const fields = fieldsOf(entity);
  const names = [...new Set(changes.flatMap(({ values }) => listWrittenNames(entity, values)))];
  const rows = await Promise.all(
    changes.map(async ({ before, values }) => {
      const readOnlyNames = names.filter((name) => fields[name]?.readOnly && !(name in values));
      const whole = { ...values, ...Object.fromEntries(readOnlyNames.map((name) => [name, before[name]])) };
      return { ...whole, ...(await pinyinValues(entity, whole)), id: before.id };
    }),
  );
  if (rows.some((row) => 'labelPinyin' in row)) names.push('labelPinyin');
  const sets = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`);
  const update = sql<Row>`
    update ${sql.table(entity.name)} t
       set ${sql.join([...sets, sql`version = t.version + 1`, sql`updated_by = ${userId}`, sql`updated_at = now()`])}
      from ${rowsTable(entity, ['id', ...names], rows)}
     where t.tenant_id = ${tenantId} and t.id = v.id
    returning ${refs(allColumns(entity), 't')}`;
  const stored = await runStatement(trx, update);
  const before = new Map(changes.map((one) => [one.before.id, one.before]));
  const written = stored.map((after) => ({ before: before.get(after.id) ?? {}, after }));
  const line = { tenantId, userId, entity: entity.name, action };
  await writeAudits(
    trx,
    written.map((one) => ({
      ...line,
      id: Number(one.after.id),
      diff: diffRecord(entity, one.before, one.after),
    })),
  );
  return written;
}

/** Changes locked records. No record may occur twice. */
export async function updateRows(
  trx: Trx,
  step: Pick<WriteStep, 'session' | 'lang' | 'zone' | 'vault'>,
  entity: EntityDefinition,
  changes: readonly Change[],
  action = 'update',
): Promise<void> {
  const { session, lang } = step;
  const holders = await lockHolders(
    trx,
    entity,
    changes.flatMap(({ before, values }) => [before, values]),
  );
  const written = await storeChanges(trx, step, entity, changes, action);
  await checkTree(
    trx,
    entity,
    written.map(({ after }) => after.id),
  );
  await checkLinks(trx, entity, written, lang);
  await checkChoices(trx, entity, written, lang);
  await checkReach(trx, { session, lang }, entity, written);
  noteWritten(trx, writerOf(step), entity, written);
  noteEvents(trx, step, entity, 'updated', written);
  await hooksOf(entity.name)?.written?.(written, { ...step, trx });
  await followHolders(trx, step, holders);
}

/** Locks the given records that the caller may change, in the order of their ids. */
export async function lockRows(
  trx: Trx,
  { session }: Pick<WriteStep, 'session'>,
  entity: EntityDefinition,
  ids: readonly number[],
): Promise<Map<number, Row>> {
  if (ids.length === 0) return new Map();
  const where = recordWhere(session, entity, 'update');
  let query = trxAny(trx)
    .selectFrom(entity.name)
    .select(allColumns(entity))
    .where((eb) => sql<boolean>`${eb.ref('id')} = any(${[...ids]}::int8[])`)
    .orderBy('id')
    .forUpdate();
  if (where) query = query.where(where);
  const rows: Row[] = await query.execute();
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/**
 * Creates many records in the caller's transaction, regardless of the caller's rights on fields. `owned` contains
 * values of server-owned fields that creation does not set itself.
 */
export async function insertRecords(
  trx: Trx,
  ctx: Pick<WriteStep, 'session' | 'lang' | 'vault' | 'zone'>,
  entity: EntityDefinition,
  bodies: readonly { values: Values; owned?: Values }[],
): Promise<number[]> {
  const { session } = ctx;
  const step = valueStep(ctx);
  const rows: Values[] = [];
  const inputs = bodies.map(({ values }) => ({ before: null, body: values }));
  const copied = await copyEach(trx, null, entity, inputs);
  for (const [at, { owned }] of bodies.entries()) {
    const { body, kept } = copied[at]!;
    const valid = createValues(entity, body, step, kept);
    const hooked = (await hooksOf(entity.name)?.beforeCreate?.(valid, { trx, session })) ?? valid;
    rows.push({ ...sealValues(ctx, entity, hooked), ...owned });
  }
  const stored = await insertRows(trx, ctx, entity, rows);
  return stored.map(({ id }) => Number(id));
}
