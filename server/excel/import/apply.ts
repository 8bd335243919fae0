/** Writes checked rows: a batch is one transaction; when it fails, each row gets its own. */
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../db/index.ts';
import { write_guard } from '../../entities/constraints.ts';
import { record_announce, record_create_in, record_update_in } from '../../entities/write.ts';
import { AppError } from '../../http/errors.ts';
import { error_lines, type ImportContext, type RowPlan } from './check.ts';

const ACTION = 'import';

interface Written {
  id: number;
  do: 'create' | 'update';
}

async function row_write(trx: Trx, context: ImportContext, entity: Entity, plan: RowPlan): Promise<Written> {
  const { before, values } = plan;
  if (!before) {
    const record = await record_create_in(trx, context, entity, values, { action: ACTION });
    return { id: Number(record.id), do: 'create' };
  }
  const id = Number(before.id);
  const { stale } = await record_update_in(trx, context, entity, id, Number(before.version), values, {
    action: ACTION,
  });
  if (stale) throw new AppError('entity.stale');
  return { id, do: 'update' };
}

/** All of these rows or none; the rows that are already as they should be are left alone. */
export async function rows_write(
  context: ImportContext,
  entity: Entity,
  plans: readonly RowPlan[],
): Promise<Written[]> {
  const { db, session, lang } = context;
  const written = await write_guard(db, entity, { deleting: false, lang }, () =>
    db.tenant(session.tenantId, async (trx) => {
      const done: Written[] = [];
      for (const plan of plans) if (!plan.unchanged) done.push(await row_write(trx, context, entity, plan));
      return done;
    }),
  );
  for (const one of written) record_announce(context, entity, one.id, one.do);
  return written;
}

/** Rows that the database or a hook refuses keep their reason; the others are written. */
export async function batch_write(
  context: ImportContext,
  entity: Entity,
  plans: readonly RowPlan[],
): Promise<Written[]> {
  try {
    return await rows_write(context, entity, plans);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (plans.length === 1) {
      const [plan] = plans;
      for (const { field, msg } of error_lines(error, context.lang)) {
        const column = field.split('/')[1] ?? '';
        const title = entity.schema.properties?.[column]?.title?.[context.lang] ?? column;
        plan?.problems.push({ row: plan.row, column, title, reason: msg });
      }
      return [];
    }
  }
  const written: Written[] = [];
  for (const plan of plans) written.push(...(await batch_write(context, entity, [plan])));
  return written;
}
