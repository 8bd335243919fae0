import { type SqlBool, sql } from 'kysely';
import type { OperationInfo } from '../../../generated/operations.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rule.ts';
import { type Row, trxAny } from '../../platform/db/anyTable.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Asker } from '../access/asker.ts';
import { recordScope, recordWhere } from '../access/index.ts';
import type { CallContext } from '../context.ts';
import { columnsOf } from './columns.ts';
import { attachLabels } from './labels.ts';
import { listRecords } from './list.ts';
import { rowActionsOf } from './rowActions.ts';
import { rowFieldsOf } from './rowFields.ts';
import { openRecords, type SealContext } from './sealed.ts';
import type { Selection } from './selection.ts';
import { createRecord, deleteRecord, updateRecord } from './write.ts';

export { extendRowActions } from './rowActions.ts';

interface ActionInput {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

function readId(input: ActionInput): number {
  const body = typeof input.body === 'object' && input.body !== null ? (input.body as Values) : {};
  const id = Number(input.path?.id ?? input.query?.id ?? body.id);
  if (!Number.isSafeInteger(id) || id < 1) throw new AppError('http.notFound');
  return id;
}

/** The reader, with what opens the fields that are sealed. */
type Reader = SealContext & { session: Asker };

/** A whole record as this person may see it; what they may do where only the database could tell is left out. */
export function answerRecord(
  entity: Entity,
  reader: Reader,
  row: Row,
  actions = rowActionsOf(entity, reader.session),
): Row {
  const asker = reader.session;
  const byRow = rowFieldsOf(entity, asker);
  const readonly = byRow.take(row);
  const shown = Object.fromEntries(
    [...columnsOf(entity, asker).keys(), ...byRow.names].map((name) => [name, row[name] ?? null]),
  );
  openRecords(reader, entity, [shown]);
  return { ...shown, _actions: actions.take(row), _readonly: readonly };
}

/** The records as this person may see them; those that they may not list or not get are not there for them. */
export async function readRecords(
  trx: ScopedTrx,
  entity: Entity,
  reader: Reader,
  ids: readonly number[],
): Promise<Row[]> {
  const asker = reader.session;
  const actions = rowActionsOf(entity, asker);
  const byRow = rowFieldsOf(entity, asker);
  let query = trxAny(trx)
    .selectFrom(entity.name)
    .select([...new Set([...columnsOf(entity, asker).keys(), ...byRow.names, ...actions.reads])])
    .select((eb) =>
      [...actions.flags, ...byRow.flags].map(([name, condition]) => sql<boolean>`${condition(eb)}`.as(name)),
    )
    .where((eb) => sql<SqlBool>`${eb.ref('id')} = any(${[...ids]}::int8[])`);
  for (const action of ['list', 'get']) {
    if (recordScope(asker, entity, action) === null) continue;
    const where = recordWhere(asker, entity, action);
    if (where) query = query.where(where);
  }
  const rows: Row[] = await query.execute();
  const found = new Map(rows.map((row) => [Number(row.id), answerRecord(entity, reader, row, actions)]));
  return ids.map((id) => found.get(id)).filter((row) => row !== undefined);
}

export async function readRecord(
  entity: Entity,
  id: number,
  { db, session, vault }: Pick<CallContext, 'db' | 'session' | 'vault'>,
): Promise<Row | undefined> {
  const reader = { session, vault };
  const [row] = await db.tenant(session.tenantId, (trx) => readRecords(trx, entity, reader, [id]));
  return row;
}

/** The answer to a write. What depends on the record itself is asked of the database. */
export async function answerWrite(entity: Entity, row: Row, ctx: CallContext): Promise<Row> {
  const actions = rowActionsOf(entity, ctx.session);
  const asked = actions.flags.length + rowFieldsOf(entity, ctx.session).flags.length;
  const read = asked > 0 ? await readRecord(entity, Number(row.id), ctx) : undefined;
  // Whoever handed a record over may no longer see it; what they wrote is answered all the same.
  return read ?? answerRecord(entity, ctx, row, actions);
}

async function get(entity: Entity, input: ActionInput, ctx: CallContext): Promise<Row> {
  const row = await readRecord(entity, readId(input), ctx);
  if (!row) throw new AppError('http.notFound');
  await attachLabels(ctx, entity, [row]);
  return row;
}

async function update(entity: Entity, input: ActionInput, ctx: CallContext): Promise<Row> {
  const body = input.body as Values & { version: number };
  const bodyId = body.id === undefined ? undefined : Number(body.id);
  const id = readId(input);
  if (bodyId !== undefined && bodyId !== id) throw new AppError('http.notFound');
  const result = await updateRecord(ctx, entity, id, body.version, body);
  const record = await answerWrite(entity, result.record, ctx);
  if (result.stale) throw new AppError('entity.stale', {}, { data: record });
  return record;
}

/** A page of the selected records, sorted over all of them. */
export async function recordsSelected(
  ctx: CallContext,
  entity: Entity,
  selection: Selection,
  query: Readonly<Record<string, unknown>>,
) {
  const { records, total } = await listRecords(entity, query, ctx, selection, '/selection');
  await attachLabels(ctx, entity, records);
  return { records: records as (Row & { id: number; version: number })[], total };
}

/** Serves an operation that is described as a generic action (`x-action`) of an entity. */
export async function entityAction(
  info: OperationInfo,
  input: ActionInput,
  ctx: CallContext,
): Promise<unknown> {
  if (!info.action) throw new Error(`operation ${info.id} is not a generic action`);
  const entity = entityOf(info.action.entity);
  switch (info.action.do) {
    case 'list': {
      const page = await listRecords(entity, input.query ?? {}, ctx);
      await attachLabels(ctx, entity, page.records);
      return page;
    }
    case 'get':
      return get(entity, input, ctx);
    case 'create':
      return answerWrite(entity, await createRecord(ctx, entity, input.body as Values), ctx);
    case 'update':
      return update(entity, input, ctx);
    case 'delete':
      await deleteRecord(ctx, entity, readId(input));
      return null;
  }
}
