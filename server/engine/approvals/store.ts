/** A request with its steps and people, as the database keeps it. */
import { sql } from 'kysely';
import type { Text } from '../../../generated/definition.ts';
import { type Trx, tellCommit } from '../../platform/db/index.ts';
import type { Chain, ChainAssignee, ChainStep } from './chain.ts';

export type Late = 'remind' | 'agree' | 'reject';

export interface StoredStep extends ChainStep {
  name: string;
  title: Text;
  hours: number | null;
  late: Late;
  startedAt: string | null;
  dueAt: string | null;
  remindedAt: string | null;
  endedAt: string | null;
}

export interface StoredAssignee extends ChainAssignee {
  decidedAt: string | null;
}

export interface StoredRequest extends Chain {
  id: number;
  tenantId: number;
  entity: string;
  recordId: number;
  recordLabel: string;
  round: number;
  initiatorId: number;
  submittedAt: string;
  endedAt: string | null;
  version: number;
  steps: readonly StoredStep[];
  assignees: readonly StoredAssignee[];
}

export type ActionName =
  | 'submit'
  | 'agree'
  | 'reject'
  | 'rollback'
  | 'cancel'
  | 'delegate'
  | 'reassign'
  | 'absent'
  | 'comment'
  | 'remind';

/** The request; with `lock` nobody else decides until the transaction is over. */
export async function findRequest(trx: Trx, id: number, lock = false): Promise<StoredRequest | undefined> {
  const query = trx.selectFrom('approvalRequest').selectAll().where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) return undefined;
  const steps = await trx
    .selectFrom('approvalStep')
    .selectAll()
    .where('requestId', '=', id)
    .orderBy('no')
    .execute();
  const assignees = await trx
    .selectFrom('approvalAssignee')
    .select(['no', 'userId', 'decision', 'decidedAt'])
    .where('requestId', '=', id)
    .orderBy('no')
    .orderBy('userId')
    .execute();
  return { ...row, steps, assignees };
}

/** The request that holds a record until it is decided. */
export async function findPending(trx: Trx, entity: string, recordId: number): Promise<number | undefined> {
  const row = await trx
    .selectFrom('approvalRequest')
    .select('id')
    .where('entity', '=', entity)
    .where('recordId', '=', recordId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return row?.id;
}

const HOUR_MS = 3_600_000;

/** The times of a step that has just begun or ended. */
function stepTimes(step: StoredStep, before: StoredStep | undefined, now: Date): StoredStep {
  if (step.state === before?.state) return step;
  const time = now.toISOString();
  if (step.state === 'active') {
    const dueAt = step.hours === null ? null : new Date(now.getTime() + step.hours * HOUR_MS).toISOString();
    return { ...step, startedAt: time, dueAt };
  }
  return step.state === 'waiting' || step.state === 'skipped' ? step : { ...step, endedAt: time };
}

async function stepStore(trx: Trx, request: StoredRequest, step: StoredStep): Promise<void> {
  const { state, startedAt, dueAt, remindedAt, endedAt } = step;
  await trx
    .updateTable('approvalStep')
    .set({ state, startedAt, dueAt, remindedAt, endedAt })
    .where('requestId', '=', request.id)
    .where('no', '=', step.no)
    .execute();
}

/** Writes what the event changed; answers the request as it is now. */
export async function requestStore(
  trx: Trx,
  before: StoredRequest,
  chain: Chain,
  now: Date,
): Promise<StoredRequest> {
  const time = now.toISOString();
  const stepsBefore = new Map(before.steps.map((step) => [step.no, step]));
  const steps = chain.steps.map((step) =>
    stepTimes({ ...stepsBefore.get(step.no)!, ...step }, stepsBefore.get(step.no), now),
  );
  for (const step of steps)
    if (step.state !== stepsBefore.get(step.no)?.state) await stepStore(trx, before, step);
  const assignees: StoredAssignee[] = [];
  for (const { no, userId, decision } of chain.assignees) {
    const old = before.assignees.find((assignee) => assignee.no === no && assignee.userId === userId);
    if (old && old.decision === decision) {
      assignees.push(old);
      continue;
    }
    const decidedAt = decision === null ? null : time;
    assignees.push({ no, userId, decision, decidedAt });
    await trx
      .insertInto('approvalAssignee')
      .values({ tenantId: before.tenantId, requestId: before.id, no, userId, decision, decidedAt })
      .onConflict((conflict) =>
        conflict.columns(['tenantId', 'requestId', 'no', 'userId']).doUpdateSet({ decision, decidedAt }),
      )
      .execute();
  }
  const endedAt = chain.state === 'pending' ? null : time;
  // Another agreement to a step that needs all of them leaves the others' decision as it was.
  const moved =
    steps.some((step, index) => step.state !== before.steps[index]?.state) ||
    assignees.some((assignee) => assignee.decision !== 'agreed' && !before.assignees.includes(assignee));
  const { version } = await trx
    .updateTable('approvalRequest')
    .set({ state: chain.state, endedAt, version: moved ? sql<number>`version + 1` : before.version })
    .where('id', '=', before.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  const userIds = [...new Set([before.initiatorId, ...assignees.map(({ userId }) => userId)])];
  tellCommit(trx, { type: 'counts', tenantId: before.tenantId, userIds });
  return { ...before, state: chain.state, steps, assignees, endedAt, version };
}

export interface ActionLine {
  action: ActionName;
  userId: number | null;
  no?: number | null;
  toUserId?: number | null;
  /** The user whose place they take. */
  fromUserId?: number | null;
  comment?: string | null;
}

export async function addAction(
  trx: Trx,
  { tenantId, id }: Pick<StoredRequest, 'tenantId' | 'id'>,
  { action, userId, no = null, toUserId = null, fromUserId = null, comment = null }: ActionLine,
): Promise<void> {
  await trx
    .insertInto('approvalAction')
    .values({
      ...{ tenantId, requestId: id, action, userId, no, toUserId, fromUserId },
      comment: comment?.trim() || null,
    })
    .execute();
}

export async function findCopies(trx: Trx, requestId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('approvalCopy')
    .select('userId')
    .where('requestId', '=', requestId)
    .orderBy('userId')
    .execute();
  return rows.map(({ userId }) => userId);
}

export async function findNames(trx: Trx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('user')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
