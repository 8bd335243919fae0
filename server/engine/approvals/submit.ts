import type { ApprovalStep } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import { conditionHolds, type Values } from '../../../runtime/core/rule.ts';
import type { Row } from '../../platform/db/anyTable.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext, Session } from '../context.ts';
import { announceRecord, requireRecord } from '../entities/write.ts';
import { findPeople, listOwners } from '../states/people.ts';
import { SUBMITTABLE } from '../states/rowActions.ts';
import { recordTitle } from '../states/texts.ts';
import { advanceChain } from './chain.ts';
import { tellProgress } from './notifications.ts';
import { approvedEntity, markRecord } from './record.ts';
import { addAction, findRequest, requestStore, type StoredRequest } from './store.ts';

/** Tells whether the step is taken for this record; an empty field counts as absent. */
export function stepApplies({ when }: Pick<ApprovalStep, 'when'>, record: Row): boolean {
  const values: Values = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
  return !when || conditionHolds(when, values);
}

type SubmitContext = Pick<CallContext, 'db' | 'hub' | 'vault' | 'session' | 'lang' | 'zone'>;

interface Planned {
  step: ApprovalStep;
  no: number;
  people: number[];
  skipped: boolean;
}

/** The steps with their people. Nobody decides on what they have submitted themselves, or on what is theirs. */
async function planSteps(
  trx: Trx,
  entity: Entity,
  record: Row,
  { session: { userId }, lang }: SubmitContext,
): Promise<Planned[]> {
  const planned: Planned[] = [];
  const without = [userId, ...listOwners(entity, record)];
  for (const [index, step] of (entity.approval?.steps ?? []).entries()) {
    const skipped = !stepApplies(step, record);
    const people = skipped ? [] : await findPeople(trx, step.by, { entity, record, userId, without });
    if (!skipped && people.length === 0) throw new AppError('approval.nobody', { step: step.title[lang] });
    planned.push({ step, no: index + 1, people, skipped });
  }
  return planned;
}

async function insertRequest(
  trx: Trx,
  entity: Entity,
  record: Row,
  { tenantId, userId }: Session,
  planned: readonly Planned[],
): Promise<StoredRequest> {
  const { last } = await trx
    .selectFrom('approvalRequest')
    .select((eb) => eb.fn.max<number | null>('round').as('last'))
    .where('entity', '=', entity.name)
    .where('recordId', '=', Number(record.id))
    .executeTakeFirstOrThrow();
  const { id } = await trx
    .insertInto('approvalRequest')
    .values({
      tenantId,
      entity: entity.name,
      recordId: Number(record.id),
      recordLabel: recordTitle(entity, record).slice(0, 200),
      round: (last ?? 0) + 1,
      initiatorId: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const steps = planned.map(({ step, no, skipped }) => ({
    tenantId,
    requestId: id,
    no,
    name: step.name,
    title: JSON.stringify(step.title),
    mode: step.mode,
    state: skipped ? ('skipped' as const) : ('waiting' as const),
    hours: step.hours ?? null,
    late: step.late ?? 'remind',
  }));
  await trx.insertInto('approvalStep').values(steps).execute();
  const assignees = planned.flatMap(({ no, people }) =>
    people.map((person) => ({ tenantId, requestId: id, no, userId: person, decision: null })),
  );
  if (assignees.length > 0) await trx.insertInto('approvalAssignee').values(assignees).execute();
  const copies = entity.approval?.copy
    ? await findPeople(trx, entity.approval.copy, { entity, record, userId })
    : [];
  // The people who decide see it anyway, so they get no copy.
  const others = copies.filter(
    (person) => person !== userId && !assignees.some((assignee) => assignee.userId === person),
  );
  if (others.length > 0)
    await trx
      .insertInto('approvalCopy')
      .values(others.map((person) => ({ tenantId, requestId: id, userId: person })))
      .execute();
  return (await findRequest(trx, id, true))!;
}

interface Submission {
  /** The version of the record; null: as it is by then. */
  version: number | null;
  comment?: string;
}

/** Sends a record through the approval of its entity, in the caller's transaction; answers the request. */
export async function submitIn(
  trx: Trx,
  ctx: SubmitContext,
  entityName: string,
  recordId: number,
  { version, comment }: Submission,
): Promise<number> {
  const entity = approvedEntity(entityName);
  if (!entity) throw new AppError('http.notFound');
  const { session } = ctx;
  const { tenantId, userId } = session;
  const record = await requireRecord(trx, session, entity, recordId, 'update', true);
  if (!SUBMITTABLE.includes(record[entity.approval.field])) throw new AppError('approval.notDraft');
  if (version !== null && record.version !== version) throw new AppError('entity.stale');
  const planned = await planSteps(trx, entity, record, ctx);
  const request = await insertRequest(trx, entity, record, session, planned);
  await addAction(trx, request, { action: 'submit', userId, comment });
  const started = await requestStore(trx, request, advanceChain(request), new Date());
  const on = { tenantId, userId, entity: entity.name, recordId, initiatorId: userId };
  await markRecord(trx, ctx, on, 'submit', started.state === 'agreed' ? 'agreed' : 'pending');
  await tellProgress(trx, null, started, userId);
  return request.id;
}

export async function submitRequest(
  ctx: SubmitContext,
  entityName: string,
  recordId: number,
  submission: Submission,
): Promise<number> {
  const { tenantId } = ctx.session;
  const id = await ctx.db.tenant(tenantId, (trx) => submitIn(trx, ctx, entityName, recordId, submission));
  announceRecord(ctx, entityOf(entityName), recordId, 'update');
  return id;
}
