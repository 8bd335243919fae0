/** Reads and saves the drawing of an automation. */
import { randomBytes } from 'node:crypto';
import type { Data } from '../../../generated/calls.ts';
import type { Text } from '../../../generated/definition.ts';
import { fieldAccessWithin } from '../../../runtime/core/access/fieldAccess.ts';
import { type Drawing, subjectOf } from '../../../runtime/core/automation/drawing.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { writeAudit } from '../../platform/db/auditLog.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext, Session } from '../context.ts';
import { announceRecord, requireRecord, updateRecordIn } from '../entities/write/write.ts';
import { hashToken } from '../publicLinks/store.ts';
import { openAutomation } from './automation.ts';
import { checkSight } from './sight.ts';

const ENTITY = 'automation';
const TOKEN_BYTES = 32;

type Design = Data<'automationDesign'>;

/** Returns the problems of a drawing, in both languages. */
export const checkDrawing = (
  { studio }: Pick<CallContext, 'studio'>,
  drawing: unknown,
): Data<'automationCheck'> =>
  studio.drawing(drawing).map(({ pointer, zh, en }) => ({ pointer, text: { zh, en } }));

/** Reads a submitted drawing. Throws the first problem with its position. */
export function readDrawing(ctx: Pick<CallContext, 'studio' | 'session'>, input: unknown): Drawing {
  const [problem] = checkDrawing(ctx, input);
  if (problem)
    throw new AppError(
      'automation.invalid',
      { reason: problem.text },
      { field: `/drawing${problem.pointer}` },
    );
  const drawing = input as Drawing;
  const plain = { id: 0, name: '', ownerId: ctx.session.userId, drawing };
  checkSight(openAutomation(plain), ctx.session);
  return drawing;
}

const findDrawing = (trx: Trx, tenantId: number, id: number) =>
  trx
    .selectFrom('automationDrawing')
    .select(['drawing', 'tokenHash'])
    .where('tenantId', '=', tenantId)
    .where('automationId', '=', id)
    .executeTakeFirst();

/** Returns the name of an automation, as far as the caller may see it. */
export const nameOf = (session: Session, record: Row): string =>
  fieldAccessWithin(session, entityOf(ENTITY), 'name') === 'hidden' ? `#${record.id}` : String(record.name);

async function answer(trx: Trx, session: Session, record: Row): Promise<Design> {
  const stored = await findDrawing(trx, Number(record.tenantId), Number(record.id));
  return {
    ...{ id: Number(record.id), name: nameOf(session, record), version: Number(record.version) },
    ...{ state: String(record.state), ownerId: record.ownerId === null ? null : Number(record.ownerId) },
    drawing: stored ? { ...stored.drawing } : null,
    hasAddress: (stored?.tokenHash ?? null) !== null,
  };
}

export async function showDesign(trx: Trx, { session }: CallContext, id: number): Promise<Design> {
  return answer(trx, session, await requireRecord(trx, session, entityOf(ENTITY), id, 'get'));
}

/**
 * Returns the title of the automation's entity, in both languages. Null if the automation is about no record.
 */
const aboutOf = (drawing: Drawing): Text | null =>
  drawing.entity === null ? null : (subjectOf(drawing)?.title ?? null);

/** Saves the drawing. The saving user becomes the owner, so that no user gains the rights of another. */
export async function saveDrawing(
  ctx: CallContext,
  id: number,
  version: number,
  drawing: Drawing,
): Promise<Design> {
  const { db, session } = ctx;
  const { tenantId, userId } = session;
  const entity = entityOf(ENTITY);
  const saved = await db.tenant(tenantId, async (trx) => {
    const before = await requireRecord(trx, session, entity, id, 'update', true);
    if (before.state === 'on') throw new AppError('automation.isOn');
    const stored = await findDrawing(trx, tenantId, id);
    const values = {
      ...{ trigger: drawing.trigger.on, about: aboutOf(drawing), ownerId: userId, nextRun: null },
    };
    const { record, stale } = await updateRecordIn(
      trx,
      ctx,
      entity,
      id,
      version,
      {},
      {
        right: null,
        move: { values, told: { drawing: [stored?.drawing ?? null, drawing] }, held: before },
      },
    );
    if (stale) throw new AppError('entity.stale');
    await trx
      .insertInto('automationDrawing')
      .values({ tenantId, automationId: id, drawing: JSON.stringify(drawing) })
      .onConflict((conflict) =>
        conflict.columns(['tenantId', 'automationId']).doUpdateSet({ drawing: JSON.stringify(drawing) }),
      )
      .execute();
    return answer(trx, session, record);
  });
  announceRecord(ctx, entity, id, 'update');
  return saved;
}

/** Creates the address by which another system calls the automation. The previous address expires. */
export async function makeAddress(ctx: CallContext, id: number): Promise<{ token: string }> {
  const { db, session } = ctx;
  const { tenantId, userId } = session;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await db.tenant(tenantId, async (trx) => {
    await requireRecord(trx, session, entityOf(ENTITY), id, 'update', true);
    const stored = await findDrawing(trx, tenantId, id);
    if (stored?.drawing.trigger.on !== 'call') throw new AppError('automation.noCall');
    await trx
      .updateTable('automationDrawing')
      .set({ tokenHash: hashToken(token) })
      .where('tenantId', '=', tenantId)
      .where('automationId', '=', id)
      .execute();
    await writeAudit(trx, { tenantId, userId, entity: ENTITY, id, action: 'publish', diff: {} });
  });
  return { token };
}
