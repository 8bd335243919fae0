import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { type ApprovalState, moveAfter } from '../../../runtime/core/rules/states.ts';
import { writeAudit } from '../../platform/db/auditLog.ts';
import { publishOnCommit, type Trx } from '../../platform/db/index.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { everything, NO_USER } from '../access/asker.ts';
import type { CallContext } from '../context.ts';
import { noteWritten, settleFigures } from '../derived/rollups.ts';
import { findRecord } from '../entities/write/write.ts';
import { type Happened, noteEvents } from '../events.ts';
import { hooksOf } from '../hooks.ts';
import { listOwners } from '../states/people.ts';
import { checkMove } from '../states/refusal.ts';
import { moveIn } from '../states/transition.ts';

/** The approval state shown in the record, such as draft or pending. */
export type RecordState = ApprovalState;

/** Language and time zone are unknown if no user made the call, as at a time limit. */
export type Following = Pick<CallContext, 'db' | 'hub' | 'vault'> &
  Partial<Pick<CallContext, 'lang' | 'zone'>>;

/** Returns the entity of a request. Undefined if the entity no longer exists or has no approval. */
export function approvedEntity(
  name: string,
): (Entity & { approval: NonNullable<Entity['approval']> }) | undefined {
  const entity = entityRegistry.get(name);
  return entity?.approval ? { ...entity, approval: entity.approval } : undefined;
}

/** Returns the users who must not decide on a request: its applicant and the owners of the record. */
export async function listInterested(
  trx: Trx,
  { entity: name, recordId, initiatorId }: { entity: string; recordId: number; initiatorId: number },
): Promise<number[]> {
  const entity = approvedEntity(name);
  if (!entity) return [initiatorId];
  const record = await trxAny(trx)
    .selectFrom(entity.name)
    .select(entity.owner ?? 'createdBy')
    .where('id', '=', recordId)
    .executeTakeFirst();
  return [initiatorId, ...(record ? listOwners(entity, record) : [])];
}

export interface Marked {
  tenantId: number;
  /** The user who decided. Null if a time limit expired. */
  userId: number | null;
  entity: string;
  recordId: number;
  initiatorId: number;
}

async function findPerson(trx: Trx, userId: number): Promise<{ userId: number; name: string } | null> {
  const user = await trx.selectFrom('user').select('name').where('id', '=', userId).executeTakeFirst();
  return user ? { userId, name: user.name } : null;
}

/** Makes the transition that the decision causes, with all its effects. */
async function followDecision(
  trx: Trx,
  ctx: Following,
  entity: Entity,
  { tenantId, userId, recordId, initiatorId }: Marked,
  state: RecordState,
): Promise<void> {
  const transition = moveAfter(entity, state);
  if (!transition) return;
  const { lang = 'zh', zone = 'UTC' } = ctx;
  await settleFigures(trx, tenantId);
  const before = await findRecord(trx, entity, recordId, true);
  const person = await findPerson(trx, userId ?? initiatorId);
  if (!person) throw new AppError('http.notFound');
  // If the owner has left, the user who decided becomes the owner.
  const owner = (await findPerson(trx, listOwners(entity, before)[0] ?? initiatorId)) ?? person;
  const session = { ...everything, ...person, tenantId, sessionId: '', apiKey: false, lang };
  const step = { ...ctx, session, lang, zone, owner };
  await checkMove(trx, entity, transition, before, step);
  const { made } = await moveIn(trx, entity, transition, before, {}, step);
  for (const { entity: touched, id, what } of made)
    publishOnCommit(trx, { type: 'entity', entity: touched.name, tenantId, id, do: what });
}

/**
 * Writes the approval state into the record and its history, and makes the transition that it causes. A deleted record
 * is not restored.
 */
export async function markRecord(
  trx: Trx,
  ctx: Following,
  on: Marked,
  action: string,
  state: RecordState,
): Promise<void> {
  const entity = approvedEntity(on.entity);
  if (!entity) return;
  // The transition of a submission is made first, even if no approver is needed.
  if (action === 'submit') await followDecision(trx, ctx, entity, on, 'pending');
  const isMarked = await writeState(trx, ctx, entity, on, action, state);
  if (isMarked && state !== 'pending') await followDecision(trx, ctx, entity, on, state);
}

/** Returns the context of the write: its writer is the approver, or the platform after a time limit. */
function stepOf({ userId, tenantId }: Marked): Happened['step'] {
  const person = { ...everything, userId: userId ?? NO_USER, tenantId, name: '' };
  return { session: { ...person, sessionId: '', apiKey: false, lang: 'zh' }, lang: 'zh', zone: 'UTC' };
}

async function writeState(
  trx: Trx,
  { vault }: Following,
  entity: ReturnType<typeof approvedEntity> & object,
  on: Marked,
  action: string,
  state: RecordState,
): Promise<boolean> {
  const { field } = entity.approval;
  const table = trxAny(trx);
  const before = await table
    .selectFrom(entity.name)
    .selectAll()
    .where('id', '=', on.recordId)
    .forUpdate()
    .executeTakeFirst();
  if (!before || before[field] === state) return false;
  const after = { ...before, [field]: state, version: Number(before.version) + 1 };
  await table
    .updateTable(entity.name)
    .set({
      [field]: state,
      version: after.version,
      updatedAt: new Date().toISOString(),
      ...(on.userId === null ? {} : { updatedBy: on.userId }),
    })
    .where('id', '=', on.recordId)
    .execute();
  const pair = { before, after };
  noteWritten(trx, { tenantId: on.tenantId, lang: 'zh' }, entity, [pair]);
  const step = stepOf(on);
  noteEvents(trx, step, entity, 'updated', [pair]);
  await writeAudit(trx, {
    tenantId: on.tenantId,
    userId: on.userId,
    entity: entity.name,
    id: on.recordId,
    action: `approval:${action}`,
    diff: { [field]: [before[field], state] },
  });
  await hooksOf(entity.name)?.written?.([pair], { ...step, trx, vault });
  return true;
}
