/**
 * The one path of single writes. Each write has two forms: `record_x` opens its transaction, translates what the
 * database refuses and tells the hub; `record_x_in` does the same work in a transaction of the caller, who then
 * wraps it in `write_guard` and calls `record_announce` once that transaction is committed.
 *
 * Whose records may be written, and which fields, is decided here, whatever the way in.
 */
import type { Compilable } from 'kysely';
import type { EntityDefinition } from '../../generated/definition.ts';
import { field_access, fieldAccessWithin, fieldPermissionByRow } from '../../runtime/core/fieldAccess.ts';
import type { Values } from '../../runtime/core/rule.ts';
import { audience_guard } from '../access/audience.ts';
import { type Asker, keyWhere, type RecordCondition, record_where } from '../access/index.ts';
import type { CallContext } from '../context.ts';
import type { ScopedTrx, Trx } from '../db/index.ts';
import { statement_run } from '../db/tenant.ts';
import { type DictionaryStep, dictionary_check } from '../dictionary/check.ts';
import { files_claim } from '../files/use.ts';
import { AppError, type FieldError, text_fill } from '../http/errors.ts';
import { errorTable } from '../http/errorTable.ts';
import { bin_move } from '../records/bin.ts';
import { approval_free } from '../states/owned.ts';
import { audit_write, type Diff, record_diff } from './audit.ts';
import { columns_of, fields_of } from './columns.ts';
import { write_guard } from './constraints.ts';
import { hooks } from './hooks.ts';
import { checkLinks, checkReach, protectLinked } from './links.ts';
import { pinyin_values } from './pinyin.ts';
import { type Row, trx_any } from './query.ts';
import { sealValues } from './sealed.ts';
import { checkTree, lockTree } from './tree.ts';
import { values_create, values_store, values_update } from './values.ts';

/** Who writes, in which language they are answered. */
export type WriteStep = Pick<CallContext, 'session' | 'lang' | 'vault'> &
  Pick<DictionaryStep, 'dictionaries'>;
type WriteContext = WriteStep & Pick<CallContext, 'db' | 'hub'>;

interface WriteOptions {
  /** What the history calls it; by default create, update or delete. */
  action?: string;
  /** The right on the record that it needs, by default update or delete; null: the caller has checked. */
  right?: string | null;
  /** The definition acts, not the person: the rights on single fields are not asked. */
  byDefinition?: boolean;
  /** A transition: fields that only the server writes, and what the history keeps beside the record's fields. */
  move?: { values: Values; told: Diff };
}

/** Within the server a record is read whole; what leaves it is cut to the rights of the reader. */
const everything: Asker = {
  admin: true,
  userId: 0,
  permissions: new Set(),
  departments: [],
  stations: [],
  fieldRules: new Map(),
};

export function columns_all(entity: EntityDefinition): string[] {
  const secret = Object.entries(fields_of(entity)).filter(([, field]) => field.writeOnly);
  return [...new Set([...columns_of(entity, everything).keys(), ...secret.map(([name]) => name)])];
}

async function row_read(
  trx: ScopedTrx,
  entity: EntityDefinition,
  id: number,
  lock: boolean,
  where: RecordCondition | null,
): Promise<Row | undefined> {
  let query = trx_any(trx).selectFrom(entity.name).select(columns_all(entity)).where('id', '=', id);
  if (where) query = query.where(where);
  const [row] = await statement_run(trx, lock ? query.forUpdate() : query);
  return row;
}

async function written(trx: Trx, query: Compilable<Row>): Promise<Row> {
  const [row] = await statement_run(trx, query);
  if (!row) throw new AppError('http.notFound');
  return row;
}

/** The whole record, whoever asks. */
export async function record_find(
  trx: ScopedTrx,
  entity: EntityDefinition,
  id: number,
  lock = false,
): Promise<Row> {
  const row = await row_read(trx, entity, id, lock, null);
  if (!row) throw new AppError('http.notFound');
  return row;
}

/**
 * The whole record, if the asker may do this with it. One that they may not even see does not exist for them;
 * one that they see is refused.
 */
export async function record_require(
  trx: ScopedTrx,
  asker: Asker,
  entity: EntityDefinition,
  id: number,
  action: string,
  lock = false,
): Promise<Row> {
  const row = await row_read(trx, entity, id, lock, record_where(asker, entity, action));
  if (row) return row;
  for (const seeing of ['get', 'list']) {
    if (await row_read(trx, entity, id, false, record_where(asker, entity, seeing)))
      throw new AppError('http.forbidden');
  }
  throw new AppError('http.notFound');
}

/** Whether the asker may read the record. */
export async function record_sees(
  trx: ScopedTrx,
  asker: Asker,
  entity: EntityDefinition,
  id: number,
): Promise<boolean> {
  return (await row_read(trx, entity, id, false, record_where(asker, entity, 'get'))) !== undefined;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The fields of a stored record that a narrowed permission opens in it, of those that it opens in some records only. */
export async function fieldsOpened(
  trx: ScopedTrx,
  asker: Asker,
  entity: EntityDefinition,
  id: number,
): Promise<ReadonlySet<string>> {
  const keys = Object.keys(fields_of(entity)).flatMap((name) => {
    const key = fieldPermissionByRow(asker, entity, name);
    return key === null ? [] : [[name, key] as const];
  });
  const opened = new Set<string>();
  for (const [key, names] of Map.groupBy(keys, ([, one]) => one)) {
    if (!(await row_read(trx, entity, id, false, keyWhere(asker, entity, key)))) continue;
    for (const [name] of names) opened.add(name);
  }
  return opened;
}

/** The same of a record that is not there yet: a new one is its maker's, unless a field names another owner. */
function fieldsOpenedAtFirst(asker: Asker, entity: EntityDefinition, body: Values): ReadonlySet<string> {
  const { owner } = entity;
  if (owner !== undefined && body[owner] !== asker.userId) return new Set();
  return new Set(
    Object.keys(fields_of(entity)).filter((name) => fieldPermissionByRow(asker, entity, name) !== null),
  );
}

/**
 * Refuses values for fields that the asker may not write; one that is only shown may be sent back unchanged. `opened`
 * are the fields that a narrowed permission opens in this record.
 */
export function fields_guard(
  asker: Asker,
  entity: EntityDefinition,
  body: Values,
  before: Row,
  lang: WriteStep['lang'],
  opened: ReadonlySet<string> = new Set(),
) {
  const errors: FieldError[] = [];
  for (const [name, field] of Object.entries(fields_of(entity))) {
    if (!(name in body) || field.readOnly) continue;
    const access = (opened.has(name) ? fieldAccessWithin : field_access)(asker, entity, name);
    if (access === 'write' || (access === 'read' && same(body[name], before[name]))) continue;
    const params = { field: field.title?.[lang] ?? name };
    errors.push({ field: `/${name}`, msg: text_fill(errorTable['record.fieldLocked'][lang], params) });
  }
  const [first] = errors;
  if (first) {
    const name = first.field.slice(1);
    const field = fields_of(entity)[name]?.title?.[lang] ?? name;
    throw new AppError('record.fieldLocked', { field }, { errors });
  }
}

async function audit(
  trx: Trx,
  { session }: WriteStep,
  entity: EntityDefinition,
  action: string,
  before: Row,
  after: Row,
  told: Diff = {},
): Promise<void> {
  const { tenantId, userId } = session;
  const id = Number(after.id ?? before.id);
  const diff = { ...record_diff(entity, before, after), ...told };
  // Saved without a change: there is nothing to tell.
  if (action === 'update' && Object.keys(diff).length === 0) return;
  await audit_write(trx, { tenantId, userId, entity: entity.name, id, action, diff });
}

/** Tells every cache and open screen, once the write is committed. */
export function record_announce(
  { hub, session }: Pick<WriteContext, 'hub' | 'session'>,
  entity: EntityDefinition,
  id: number,
  what: 'create' | 'update' | 'delete' | 'purge',
): void {
  hub.publish({ type: 'entity', entity: entity.name, tenantId: session.tenantId, id, do: what });
}

/** What a new record is to hold: the rights on its fields, defaults, rules, dictionaries, hooks. */
export async function create_prepare(
  trx: Trx,
  ctx: WriteStep,
  entity: EntityDefinition,
  body: Values,
  { byDefinition = false }: Pick<WriteOptions, 'byDefinition'> = {},
): Promise<Values> {
  const { session, lang } = ctx;
  if (!byDefinition)
    fields_guard(session, entity, body, {}, lang, fieldsOpenedAtFirst(session, entity, body));
  const valid = values_create(entity, body, lang);
  audience_guard(session, entity, valid, null);
  await dictionary_check(trx, ctx, entity, valid, {});
  const hooked = (await hooks[entity.name]?.beforeCreate?.(valid, { trx, session })) ?? valid;
  return sealValues(ctx, entity, hooked);
}

/** Creates a record in the caller's transaction: what it is to hold, the row, the audit line. */
export async function record_create_in(
  trx: Trx,
  ctx: WriteStep,
  entity: EntityDefinition,
  body: Values,
  { action = 'create', byDefinition }: Pick<WriteOptions, 'action' | 'byDefinition'> = {},
): Promise<Row> {
  const { session } = ctx;
  const values = await create_prepare(trx, ctx, entity, body, { byDefinition });
  const insert = trx_any(trx)
    .insertInto(entity.name)
    .values({
      ...values_store(entity, values, Object.keys(values)),
      ...(await pinyin_values(entity, values)),
      tenantId: session.tenantId,
      createdBy: session.userId,
      updatedBy: session.userId,
    })
    .returning(columns_all(entity));
  const row = await written(trx, insert);
  await checkTree(trx, entity, [row.id]);
  await checkLinks(trx, entity, [{ before: {}, after: row }], ctx.lang);
  if (!byDefinition) await checkReach(trx, ctx, entity, [{ before: {}, after: row }]);
  await files_claim(trx, ctx, entity, {}, row);
  await audit(trx, ctx, entity, action, {}, row);
  return row;
}

export async function record_create(ctx: WriteContext, entity: EntityDefinition, body: Values): Promise<Row> {
  const { session, lang, db } = ctx;
  const record = await write_guard(db, entity, { deleting: false, lang }, () =>
    db.tenant(session.tenantId, (trx) => record_create_in(trx, ctx, entity, body)),
  );
  record_announce(ctx, entity, Number(record.id), 'create');
  return record;
}

interface UpdateResult {
  record: Row;
  /** Somebody else was faster; `record` is theirs and nothing was written. */
  stale: boolean;
}

/** What a changed record is to hold: the rights on its fields, rules, dictionaries, hooks, and a move's own values. */
export async function update_prepare(
  trx: Trx,
  ctx: WriteStep,
  entity: EntityDefinition,
  { before, body, move }: { before: Row; body: Values; move?: WriteOptions['move'] },
): Promise<Values> {
  const { session, lang } = ctx;
  if (!move) {
    const opened = await fieldsOpened(trx, session, entity, Number(before.id));
    fields_guard(session, entity, body, before, lang, opened);
  }
  const valid = values_update(entity, before, body, lang);
  audience_guard(session, entity, valid, before);
  const wanted = { ...valid, ...move?.values };
  await dictionary_check(trx, ctx, entity, wanted, before);
  const hooked = (await hooks[entity.name]?.beforeUpdate?.(wanted, before, { trx, session })) ?? wanted;
  return { ...hooked, ...move?.values };
}

/** The columns that a change writes: all that people write, and what of the server's own it decides. */
export const names_written = (entity: EntityDefinition, values: Values): string[] =>
  Object.entries(fields_of(entity))
    .filter(([name, field]) => !field.readOnly || name in values)
    .map(([name]) => name);

/**
 * Changes a record in the caller's transaction; fields that the body does not name keep their values, null empties
 * one. The row stays locked until the transaction ends.
 */
export async function record_update_in(
  trx: Trx,
  ctx: WriteStep,
  entity: EntityDefinition,
  id: number,
  version: number,
  body: Values,
  { action = 'update', right = 'update', move }: WriteOptions = {},
): Promise<UpdateResult> {
  const { session } = ctx;
  await lockTree(trx, session, entity, [body]);
  const before =
    right === null
      ? await record_find(trx, entity, id, true)
      : await record_require(trx, session, entity, id, right, true);
  if (before.version !== version) return { record: before, stale: true };
  const values = await update_prepare(trx, ctx, entity, { before, body, move });
  const changed = names_written(entity, values).filter((name) => !same(values[name], before[name]));
  const update = trx_any(trx)
    .updateTable(entity.name)
    .set({
      ...values_store(entity, values, changed),
      ...(changed.includes(entity.label) ? await pinyin_values(entity, values) : {}),
      version: version + 1,
      updatedBy: session.userId,
      updatedAt: new Date().toISOString(),
    })
    .where('id', '=', id)
    .returning(columns_all(entity));
  const record = await written(trx, update);
  if (entity.parent !== undefined && changed.includes(entity.parent)) await checkTree(trx, entity, [id]);
  await checkLinks(trx, entity, [{ before, after: record }], ctx.lang);
  await checkReach(trx, ctx, entity, [{ before, after: record }]);
  await files_claim(trx, ctx, entity, before, record);
  await audit(trx, ctx, entity, action, before, record, move?.told);
  return { record, stale: false };
}

export async function record_update(
  ctx: WriteContext,
  entity: EntityDefinition,
  id: number,
  version: number,
  body: Values,
  options: WriteOptions = {},
): Promise<UpdateResult> {
  const { session, lang, db } = ctx;
  const result = await write_guard(db, entity, { deleting: false, lang }, () =>
    db.tenant(session.tenantId, (trx) => record_update_in(trx, ctx, entity, id, version, body, options)),
  );
  if (!result.stale) record_announce(ctx, entity, id, 'update');
  return result;
}

/** Moves a record, and what belongs to it alone, into the recycle bin, in the caller's transaction. */
export async function record_delete_in(
  trx: Trx,
  ctx: WriteStep,
  entity: EntityDefinition,
  id: number,
  { action = 'delete', right = 'delete' }: WriteOptions = {},
): Promise<void> {
  const { session } = ctx;
  const before =
    right === null
      ? await record_find(trx, entity, id, true)
      : await record_require(trx, session, entity, id, right, true);
  approval_free(entity, before);
  const kept = await bin_move(trx, session, entity, before, async (carry) => {
    await hooks[entity.name]?.beforeDelete?.(before, { trx, session, carry });
  });
  await protectLinked(trx, entity, before, kept, ctx.lang);
  await audit(trx, ctx, entity, action, before, {});
}

export async function record_delete(ctx: WriteContext, entity: EntityDefinition, id: number): Promise<void> {
  const { session, lang, db } = ctx;
  await write_guard(db, entity, { deleting: true, lang }, () =>
    db.tenant(session.tenantId, (trx) => record_delete_in(trx, ctx, entity, id)),
  );
  record_announce(ctx, entity, id, 'delete');
}
