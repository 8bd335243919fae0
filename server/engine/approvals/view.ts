/** Returns a request for display: who did what, who is pending, and what the caller may do. */
import type { Data } from '../../../generated/calls.ts';
import type { Trx } from '../../platform/db/index.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import type { DeciderMay } from '../../platform/db/tables/jsonShapes.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { recordWhere } from '../access/recordScope.ts';
import type { CallContext, Session } from '../context.ts';
import { may } from '../entities/columns.ts';
import { chainWaiting, returnSteps, stepsOf } from './chain.ts';
import { requestedValues } from './fill.ts';
import { approvedEntity, listInterested } from './record.ts';
import { type ActionName, findCopies, findNames, findRequest, type StoredRequest } from './store.ts';

export type RequestView = Data<'approvalAgree'>;
type May = RequestView['may'][number];

/** Returns whether the caller may read the record itself. */
export async function recordVisible(
  trx: Trx,
  session: Session,
  entityName: string,
  recordId: number,
): Promise<boolean> {
  const entity = approvedEntity(entityName);
  if (!entity) return false;
  const where = recordWhere(session, entity, 'get');
  const query = trxAny(trx).selectFrom(entity.name).select('id').where('id', '=', recordId);
  return (await (where ? query.where(where) : query).executeTakeFirst()) !== undefined;
}

/** Permission of managers of approvals. They see all requests, but not the records. */
export const REASSIGN = 'approval:reassign';

export async function requestVisible(trx: Trx, session: Session, request: StoredRequest): Promise<boolean> {
  return may(session, REASSIGN) || requestConcerns(trx, session, request);
}

/** Returns whether the caller may see the request: as a participant, or because they may read the record. */
export async function requestConcerns(trx: Trx, session: Session, request: StoredRequest): Promise<boolean> {
  const { userId } = session;
  if (request.initiatorId === userId || request.assignees.some((assignee) => assignee.userId === userId))
    return true;
  if ((await findCopies(trx, request.id)).includes(userId)) return true;
  return recordVisible(trx, session, request.entity, request.recordId);
}

/** Returns the request if the caller may see it. */
export async function requireRequest(trx: Trx, session: Session, id: number): Promise<StoredRequest> {
  const request = await findRequest(trx, id);
  if (!request || !(await requestVisible(trx, session, request))) throw new AppError('http.notFound');
  return request;
}

/** Returns the request in its current state. */
export const answerRequest = ({ db, session }: Pick<CallContext, 'db' | 'session'>, id: number) =>
  db.tenant(session.tenantId, async (trx) =>
    requestView(trx, session, await requireRequest(trx, session, id)),
  );

/** Returns whether the flow allows an approver this action, besides deciding. */
export function mayInStep(request: StoredRequest, userId: number, what: DeciderMay): boolean {
  const nos = stepsOf(request, userId).map(({ no }) => no);
  return request.steps.some(({ no, may: allowed }) => nos.includes(no) && allowed.includes(what));
}

function mayOf(request: StoredRequest, session: Session, interested: readonly number[]): May[] {
  const { userId } = session;
  const decides = chainWaiting(request).includes(userId) && !interested.includes(userId);
  const withdraws =
    request.state === 'pending' &&
    request.initiatorId === userId &&
    approvedEntity(request.entity)?.approval.withdraw !== false;
  return [
    ...(decides ? (['agree', 'reject'] as const) : []),
    ...(['delegate', 'add', 'return'] as const).filter((what) => decides && mayInStep(request, userId, what)),
    ...(withdraws ? (['rollback', 'cancel'] as const) : []),
    ...(request.state === 'pending' && may(session, REASSIGN) ? (['reassign'] as const) : []),
    'comment',
  ];
}

export async function requestView(trx: Trx, session: Session, request: StoredRequest): Promise<RequestView> {
  const actions = await trx
    .selectFrom('approvalAction')
    .selectAll()
    .where('requestId', '=', request.id)
    .orderBy('id')
    .execute();
  const copies = await findCopies(trx, request.id);
  const names = await findNames(trx, [
    request.initiatorId,
    ...copies,
    ...request.assignees.map(({ userId }) => userId),
    ...request.assignees.flatMap(({ forUserId }) => forUserId ?? []),
    ...actions.flatMap(({ userId, toUserId, fromUserId, forUserId }) =>
      [userId, toUserId, fromUserId, forUserId].filter((id): id is number => id !== null),
    ),
  ]);
  const person = (id: number) => ({ id, name: names.get(id) ?? `#${id}` });
  const someone = (id: number | null) => (id === null ? null : person(id));
  const allowed = mayOf(request, session, await listInterested(trx, request));
  const { id, entity, recordId, recordLabel, round, flow, state, submittedAt, endedAt, version } = request;
  return {
    ...{ id, entity, recordId, recordLabel, round, flow, state, submittedAt, endedAt, version },
    initiator: person(request.initiatorId),
    steps: request.steps.map((step) => ({
      no: step.no,
      kind: step.kind,
      name: step.name,
      title: step.title,
      mode: step.mode,
      atLeast: step.atLeast,
      state: step.state,
      late: step.late,
      startedAt: step.startedAt,
      dueAt: step.dueAt,
      endedAt: step.endedAt,
      assignees: request.assignees
        .filter(({ no }) => no === step.no)
        .map(({ userId, decision, decidedAt, forUserId }) => ({
          ...person(userId),
          ...{ decision, decidedAt, behalf: someone(forUserId) },
        })),
    })),
    actions: actions.map((line) => ({
      id: line.id,
      at: line.at,
      action: line.action as ActionName,
      no: line.no,
      user: someone(line.userId),
      to: someone(line.toUserId),
      from: someone(line.fromUserId),
      behalf: someone(line.forUserId),
      toNo: line.toNo,
      comment: line.comment,
    })),
    copies: copies.map(person),
    returnTo: returnSteps(request, session.userId),
    asks: allowed.includes('agree') ? await requestedValues(trx, request, session.userId) : [],
    may: allowed,
  };
}
