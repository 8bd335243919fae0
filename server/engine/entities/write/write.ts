/**
 * All writes of single records. These functions decide which records and fields the caller may write.
 *
 * Each write has two forms. `updateRecord` opens the transaction, converts database errors and notifies the hub.
 * `updateRecordIn` runs in a transaction of the caller, who must wrap it in `keyGuard` and call `announceRecord` after
 * the commit.
 */
import type { Compilable } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { fieldPermissionByRow } from '../../../../runtime/core/access/fieldAccess.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { ScopedTrx, Trx } from '../../../platform/db/index.ts';
import { type RecordCondition, type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { runStatement } from '../../../platform/db/tenant.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { type Caller, personOf } from '../../access/asker.ts';
import { audienceGuard } from '../../access/audience.ts';
import { keyWhere, recordWhere } from '../../access/recordScope.ts';
import type { CallContext } from '../../context.ts';
import { noteWritten } from '../../derived/rollups.ts';
import { numberRecords } from '../../derived/sequences.ts';
import { checkDictionary } from '../../dictionary/check.ts';
import { type Happening, noteEvents } from '../../events.ts';
import { hooksOf } from '../../hooks.ts';
import { fieldsOf } from '../columns.ts';
import { carryChildren } from '../lines/children.ts';
import { followHolders, lockHolders } from '../lines/lineParents.ts';
import { type LinesPlan, planLines, readAround } from '../lines/lines.ts';
import { diffLines, saveLines } from '../lines/linesSave.ts';
import { deleteGuard } from '../lines/ownedFields.ts';
import { copyValues } from '../lines/referenceValues.ts';
import { copyRefLines } from '../lines/takingLines.ts';
import { checkChoices } from '../list/choices.ts';
import { pinyinValues } from '../pinyin.ts';
import { sealValues } from '../sealed.ts';
import { checkTree, isLedBy, lockTree } from '../tree.ts';
import { beginReferences, createValues, pickOwner, toStoredRow, updateValues } from '../values.ts';
import { moveBin } from './bin.ts';
import { fieldsGuard, fieldsOpenedAtFirst } from './fieldsGuard.ts';
import { claimFiles } from './fileUse.ts';
import { insertQuery } from './insertQuery.ts';
import { deletionGuard } from './inUse.ts';
import { keyGuard } from './keyGuard.ts';
import { checkHolder, checkLinks, checkReach, protectLinked } from './links.ts';
import { auditRecord } from './recordDiff.ts';
import { recordEvents } from './recordEvents.ts';
import { same } from './storedEqual.ts';
import { valueStep, writerOf } from './valueStep.ts';
import { allColumns, listWrittenNames } from './writableColumns.ts';
import type { CreateOptions, WriteOptions } from './writeOptions.ts';
import { stepAlone, type WriteStep } from './writeStep.ts';

export type WriteContext = WriteStep & Pick<CallContext, 'db' | 'hub'>;

async function readRow(
  trx: ScopedTrx,
  entity: EntityDefinition,
  id: number,
  lock: boolean,
  where: RecordCondition | null,
): Promise<Row | undefined> {
  let query = trxAny(trx).selectFrom(entity.name).select(allColumns(entity)).where('id', '=', id);
  if (where) query = query.where(where);
  const [row] = await runStatement(trx, lock ? query.forUpdate() : query);
  return row;
}

async function written(trx: Trx, query: Compilable<Row>): Promise<Row> {
  const [row] = await runStatement(trx, query);
  if (!row) throw new AppError('http.notFound');
  return row;
}

/** Returns the whole record, regardless of the caller's scope. */
export async function findRecord(
  trx: ScopedTrx,
  entity: EntityDefinition,
  id: number,
  lock = false,
): Promise<Row> {
  const row = await readRow(trx, entity, id, lock, null);
  if (!row) throw new AppError('http.notFound');
  return row;
}

/**
 * Returns the whole record if the caller may do the action. Throws "not found" if the caller may not see the record,
 * else "forbidden".
 */
export async function requireRecord(
  trx: ScopedTrx,
  caller: Caller,
  entity: EntityDefinition,
  id: number,
  action: string,
  lock = false,
): Promise<Row> {
  const row = await readRow(trx, entity, id, lock, recordWhere(caller, entity, action));
  if (row) return row;
  for (const seeing of ['get', 'list']) {
    if (await readRow(trx, entity, id, false, recordWhere(caller, entity, seeing)))
      throw new AppError('http.forbidden');
  }
  throw new AppError('http.notFound');
}

/** Returns whether the asker may read the record. */
export async function canSeeRecord(
  trx: ScopedTrx,
  caller: Caller,
  entity: EntityDefinition,
  id: number,
): Promise<boolean> {
  return (await readRow(trx, entity, id, false, recordWhere(caller, entity, 'get'))) !== undefined;
}

/** Returns the fields of this record that the user may see by permissions with a narrowed scope. */
export async function readOpenFields(
  trx: ScopedTrx,
  caller: Caller,
  entity: EntityDefinition,
  id: number,
): Promise<ReadonlySet<string>> {
  const keys = Object.keys(fieldsOf(entity)).flatMap((name) => {
    const key = fieldPermissionByRow(caller, entity, name);
    return key === null ? [] : [[name, key] as const];
  });
  const opened = new Set<string>();
  for (const [key, names] of Map.groupBy(keys, ([, one]) => one)) {
    if (!(await readRow(trx, entity, id, false, keyWhere(caller, entity, key)))) continue;
    for (const [name] of names) opened.add(name);
  }
  return opened;
}

/** Notifies all caches and open pages after the write is committed. */
export function announceRecord(
  { hub, session }: Pick<WriteContext, 'hub' | 'session'>,
  entity: EntityDefinition,
  id: number,
  what: 'create' | 'update' | 'delete' | 'purge',
): void {
  for (const event of recordEvents(session.tenantId, entity, id, what)) hub.publish(event);
}

/**
 * Returns the values of a new record. Checks rights on fields, rules and dictionaries, and applies defaults and hooks.
 */
export async function prepareCreate(
  trx: Trx,
  ctx: WriteStep,
  entity: EntityDefinition,
  body: Values,
  { byDefinition = false, served = {}, lines }: CreateOptions = {},
): Promise<Values> {
  const { session, lang } = ctx;
  if (!byDefinition) fieldsGuard(session, entity, body, {}, lang, fieldsOpenedAtFirst(session, entity, body));
  const plan = lines ?? (await planLines(trx, ctx, entity, null, body));
  const input = { before: null, body: beginReferences(entity, body, valueStep(ctx)) };
  const copied = await copyValues(trx, byDefinition ? null : session, entity, input, plan);
  const around = await readAround(trx, ctx, entity, copied.body);
  const servedValues = { ...copied.kept, ...served, ...(byDefinition ? pickOwner(entity, body) : {}) };
  const valid = createValues(entity, copied.body, { ...valueStep(ctx), around }, servedValues);
  audienceGuard(session, entity, valid, null);
  await checkDictionary(trx, ctx, entity, valid, {});
  const hooked = (await hooksOf(entity.name)?.beforeCreate?.(valid, { trx, session })) ?? valid;
  return sealValues(ctx, entity, hooked);
}

/**
 * Creates a record in the caller's transaction: the row, and its audit entry. `isAlone` is true if the transaction
 * does nothing else. `owner` is the owner of the record, if that is not the acting user.
 */
export async function createRecordIn(
  trx: Trx,
  ctx: WriteStep,
  entity: EntityDefinition,
  input: Values,
  { action = 'create', byDefinition, served, isAlone = false, owner }: CreateOptions = {},
): Promise<Row> {
  const { session } = ctx;
  const owning = owner ? { ...ctx, session: { ...session, ...owner } } : ctx;
  const writer = byDefinition ? { ...ctx, session: { ...session, admin: true, fieldRules: new Map() } } : ctx;
  const body = await copyRefLines(trx, writer.session, entity, { before: null, body: input });
  if (entity.oneWay) await lockTree(trx, session, entity, [body]);
  const holders = await lockHolders(trx, entity, [body]);
  const lines = await planLines(trx, writer, entity, null, body);
  const values = await prepareCreate(trx, owning, entity, body, { byDefinition, served, lines });
  const own = Object.keys(values).filter((name) => !lines.names.has(name));
  const row = await written(trx, await insertQuery(trx, owning, entity, values, { own, isAlone }));
  await checkTree(trx, entity, [row.id]);
  const pair = [{ before: {}, after: { ...row, ...lines.pick(values) } }];
  await checkLinks(trx, entity, pair, ctx.lang);
  await checkChoices(trx, entity, pair, ctx.lang);
  if (!byDefinition) {
    await checkReach(trx, ctx, entity, pair);
    await checkHolder(trx, session, entity, [Number(row.id)]);
  }
  await claimFiles(trx, ctx, entity, {}, row);
  await saveLines(trx, writer, { entity, record: row, lines, values, action }, removeLine);
  noteWritten(trx, writerOf(ctx), entity, [{ before: {}, after: row }]);
  noteEvents(trx, ctx, entity, 'created', [{ before: {}, after: row }]);
  await numberRecords(trx, ctx, entity, [row], () => auditRecord(trx, ctx, entity, action, {}, row));
  await hooksOf(entity.name)?.written?.([{ before: {}, after: row }], { ...writer, trx });
  await followHolders(trx, ctx, holders);
  return row;
}

export async function createRecord(ctx: WriteContext, entity: EntityDefinition, body: Values): Promise<Row> {
  const { session, db } = ctx;
  const step = stepAlone(ctx);
  const record = await keyGuard(ctx, entity, () =>
    db.tenant(session.tenantId, (trx) => createRecordIn(trx, step, entity, body, { isAlone: true })),
  );
  announceRecord(ctx, entity, Number(record.id), 'create');
  return record;
}

const happeningOf = (action: string): Happening =>
  action.startsWith('transition:') ? (action as Happening) : 'updated';

interface UpdateResult {
  record: Row;
  /** True if another user changed the record first. `record` is that user's version, and nothing was written. */
  stale: boolean;
}

/**
 * Returns the new values of a changed record. Checks rights on fields, rules and dictionaries, and applies hooks and
 * the values of a transition.
 */
export async function prepareUpdate(
  trx: Trx,
  ctx: WriteStep,
  entity: EntityDefinition,
  {
    before,
    body,
    move,
    lines,
  }: { before: Row; body: Values; move?: WriteOptions['move']; lines?: LinesPlan },
): Promise<Values> {
  const { session, lang } = ctx;
  const plan = lines ?? (await planLines(trx, ctx, entity, before, body));
  const whole = { ...before, ...plan.before };
  if (!move) {
    const opened = await readOpenFields(trx, session, entity, Number(before.id));
    fieldsGuard(session, entity, body, before, lang, opened);
  }
  const copied = await copyValues(trx, session, entity, { before, body }, plan);
  const valid = updateValues(entity, whole, copied.body, valueStep(ctx), { taken: copied.kept, move });
  audienceGuard(session, entity, valid, before);
  const next = { ...valid, ...move?.values };
  await checkDictionary(trx, ctx, entity, next, whole);
  const hooked = (await hooksOf(entity.name)?.beforeUpdate?.(next, before, { trx, session })) ?? next;
  return sealValues(ctx, entity, { ...hooked, ...move?.values });
}

/**
 * Changes a record in the caller's transaction. Fields that are not in the body are unchanged, and null clears a
 * field. The row is locked until the transaction ends. Without a version, the current version is changed.
 */
export async function updateRecordIn(
  trx: Trx,
  ctx: WriteStep,
  entity: EntityDefinition,
  id: number,
  version: number | null,
  input: Values,
  { action = 'update', right = 'update', move }: WriteOptions = {},
): Promise<UpdateResult> {
  const { session } = ctx;
  await lockTree(trx, session, entity, [input]);
  const holders = await lockHolders(trx, entity, [input], [id]);
  const before =
    right === null
      ? (move?.held ?? (await findRecord(trx, entity, id, true)))
      : await requireRecord(trx, session, entity, id, right, true);
  if (version !== null && before.version !== version) return { record: before, stale: true };
  const body = await copyRefLines(trx, session, entity, { before, body: input });
  const lines = await planLines(trx, ctx, entity, before, body);
  const values = await prepareUpdate(trx, ctx, entity, { before, body, move, lines });
  const changed = listWrittenNames(entity, values).filter((name) => !same(values[name], before[name]));
  const update = trxAny(trx)
    .updateTable(entity.name)
    .set({
      ...toStoredRow(entity, values, changed),
      ...(changed.includes(entity.label) ? await pinyinValues(entity, values) : {}),
      version: Number(before.version) + 1,
      updatedBy: personOf(session),
      updatedAt: new Date().toISOString(),
    })
    .where('id', '=', id)
    .returning(allColumns(entity));
  const record = await written(trx, update);
  if (isLedBy(entity, changed)) await checkTree(trx, entity, [id]);
  const pair = [{ before: { ...before, ...lines.before }, after: { ...record, ...lines.pick(values) } }];
  await checkLinks(trx, entity, pair, ctx.lang);
  await checkChoices(trx, entity, pair, ctx.lang);
  await checkReach(trx, ctx, entity, pair);
  await claimFiles(trx, ctx, entity, before, record);
  await saveLines(trx, ctx, { entity, record, lines, values, action }, removeLine);
  noteWritten(trx, writerOf(ctx), entity, [{ before, after: record }]);
  noteEvents(trx, ctx, entity, happeningOf(action), [{ before, after: record }]);
  await auditRecord(trx, ctx, entity, action, before, record, { ...move?.told, ...diffLines(lines, values) });
  await hooksOf(entity.name)?.written?.([{ before, after: record }], { ...ctx, trx });
  await followHolders(trx, ctx, holders);
  return { record, stale: false };
}

export async function updateRecord(
  ctx: WriteContext,
  entity: EntityDefinition,
  id: number,
  version: number | null,
  body: Values,
  options: WriteOptions = {},
): Promise<UpdateResult> {
  const { session, db } = ctx;
  const step = stepAlone(ctx);
  const result = await keyGuard(ctx, entity, () =>
    db.tenant(session.tenantId, (trx) => updateRecordIn(trx, step, entity, id, version, body, options)),
  );
  if (!result.stale) announceRecord(ctx, entity, id, 'update');
  return result;
}

/** Moves a record and the records that belong to it into the recycle bin, in the caller's transaction. */
export async function deleteRecordIn(
  trx: Trx,
  ctx: WriteStep,
  entity: EntityDefinition,
  id: number,
  options: WriteOptions = {},
): Promise<void> {
  const holders = await lockHolders(trx, entity, [], [id]);
  await removeRecord(trx, ctx, entity, id, options);
  await followHolders(trx, ctx, holders);
}

/** Removes a line while its parent record is being saved. */
const removeLine = (trx: Trx, ctx: WriteStep, entity: EntityDefinition, id: number): Promise<void> =>
  removeRecord(trx, ctx, entity, id);

async function removeRecord(
  trx: Trx,
  ctx: WriteStep,
  entity: EntityDefinition,
  id: number,
  { action = 'delete', right = 'delete' }: WriteOptions = {},
): Promise<void> {
  const { session } = ctx;
  const before =
    right === null
      ? await findRecord(trx, entity, id, true)
      : await requireRecord(trx, session, entity, id, right, true);
  // Entries of a book can only be deleted together with their account.
  if (entity.book) throw new AppError('entity.bookKept', { title: entity.title });
  deleteGuard(entity, before, ctx.lang);
  const binned = await moveBin(trx, session, entity, before, async (carry) => {
    await hooksOf(entity.name)?.beforeDelete?.(before, { trx, session, carry });
    await carryChildren(trx, ctx, entity, before, carry);
  });
  await protectLinked(trx, entity, before, binned, ctx.lang);
  noteWritten(trx, writerOf(ctx), entity, [{ before, after: {} }]);
  noteEvents(trx, ctx, entity, 'deleted', [{ before, after: {} }]);
  await auditRecord(trx, ctx, entity, action, before, {});
}

export async function deleteRecord(ctx: WriteContext, entity: EntityDefinition, id: number): Promise<void> {
  await deletionGuard(ctx, entity, id, () =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => deleteRecordIn(trx, ctx, entity, id)),
  );
  announceRecord(ctx, entity, id, 'delete');
}
