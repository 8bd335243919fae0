import type { EntityDefinition } from '../../generated/definition.ts';
import type { Values } from '../../runtime/core/rule.ts';
import type { CallContext } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { AppError } from '../http/errors.ts';
import { audit_write, record_diff } from './audit.ts';
import { columns_of, fields_of } from './columns.ts';
import { write_guard } from './constraints.ts';
import { hooks } from './hooks.ts';
import { type Row, row_find, trx_any } from './query.ts';
import { values_create, values_store, values_update } from './values.ts';

type WriteContext = Pick<CallContext, 'db' | 'hub' | 'session' | 'lang'>;

/** Within the server a record is read whole; what leaves it is cut to the rights of the reader. */
const everything = { admin: true, permissions: new Set<string>() };

export async function record_find(
  trx: Trx,
  entity: EntityDefinition,
  id: number,
  lock = false,
): Promise<Row> {
  const row = await row_find(trx_any(trx), entity.name, columns_of(entity, everything), id, lock);
  if (!row) throw new AppError('http.notFound');
  return row;
}

async function audit(
  trx: Trx,
  ctx: WriteContext,
  entity: EntityDefinition,
  action: 'create' | 'update' | 'delete',
  before: Row,
  after: Row,
): Promise<void> {
  const { tenantId, userId } = ctx.session;
  const id = Number(after.id ?? before.id);
  await audit_write(trx, {
    tenantId,
    userId,
    entity: entity.name,
    id,
    action,
    diff: record_diff(entity, before, after),
  });
}

function announce(
  ctx: WriteContext,
  entity: EntityDefinition,
  id: number,
  what: 'create' | 'update' | 'delete',
): void {
  ctx.hub.publish({ type: 'entity', entity: entity.name, tenantId: ctx.session.tenantId, id, do: what });
}

/** Creates a record: defaults, rules, hooks, the row, the audit line; all or nothing. */
export async function record_create(ctx: WriteContext, entity: EntityDefinition, body: Values): Promise<Row> {
  const { session, lang, db } = ctx;
  const record = await write_guard(db, entity, { deleting: false, lang }, () =>
    db.tenant(session.tenantId, async (trx) => {
      const valid = values_create(entity, body, lang);
      const values = (await hooks[entity.name]?.beforeCreate?.(valid, { trx, session })) ?? valid;
      const inserted = await trx_any(trx)
        .insertInto(entity.name)
        .values({
          ...values_store(entity, values, Object.keys(values)),
          tenantId: session.tenantId,
          createdBy: session.userId,
          updatedBy: session.userId,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const row = await record_find(trx, entity, Number(inserted.id));
      await audit(trx, ctx, entity, 'create', {}, row);
      return row;
    }),
  );
  announce(ctx, entity, Number(record.id), 'create');
  return record;
}

interface UpdateResult {
  record: Row;
  /** Somebody else was faster; `record` is theirs and nothing was written. */
  stale: boolean;
}

export async function record_update(
  ctx: WriteContext,
  entity: EntityDefinition,
  id: number,
  version: number,
  body: Values,
): Promise<UpdateResult> {
  const { session, lang, db } = ctx;
  const result = await write_guard(db, entity, { deleting: false, lang }, () =>
    db.tenant(session.tenantId, async (trx): Promise<UpdateResult> => {
      const before = await record_find(trx, entity, id, true);
      if (before.version !== version) return { record: before, stale: true };
      const valid = values_update(entity, before, body, lang);
      const values = (await hooks[entity.name]?.beforeUpdate?.(valid, before, { trx, session })) ?? valid;
      const names = Object.entries(fields_of(entity))
        .filter(([name, field]) => !field.readOnly || name in values)
        .map(([name]) => name);
      await trx_any(trx)
        .updateTable(entity.name)
        .set({
          ...values_store(entity, values, names),
          version: version + 1,
          updatedBy: session.userId,
          updatedAt: new Date().toISOString(),
        })
        .where('id', '=', id)
        .execute();
      const record = await record_find(trx, entity, id);
      await audit(trx, ctx, entity, 'update', before, record);
      return { record, stale: false };
    }),
  );
  if (!result.stale) announce(ctx, entity, id, 'update');
  return result;
}

export async function record_delete(ctx: WriteContext, entity: EntityDefinition, id: number): Promise<void> {
  const { session, lang, db } = ctx;
  await write_guard(db, entity, { deleting: true, lang }, () =>
    db.tenant(session.tenantId, async (trx) => {
      const before = await record_find(trx, entity, id, true);
      await hooks[entity.name]?.beforeDelete?.(before, { trx, session });
      await trx_any(trx).deleteFrom(entity.name).where('id', '=', id).execute();
      await audit(trx, ctx, entity, 'delete', before, {});
    }),
  );
  announce(ctx, entity, id, 'delete');
}
