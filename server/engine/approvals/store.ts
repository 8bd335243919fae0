/** Reads and writes requests, with their steps and approvers, in the database. */
import { sql } from 'kysely';
import type { People, Text } from '../../../generated/definition.ts';
import { afterWorkHours } from '../../../runtime/core/time/workHours.ts';
import { publishOnCommit, type Trx } from '../../platform/db/index.ts';
import type { DeciderField, DeciderMay } from '../../platform/db/tables/jsonShapes.ts';
import { readCalendar } from '../time/calendar.ts';
import { type Chain, type ChainAssignee, type ChainStep, waitingIn } from './chain.ts';
import { planOrder } from './plan.ts';

export type Late = 'remind' | 'pass' | 'agree' | 'reject';

export interface StoredStep extends ChainStep {
  name: string;
  title: Text;
  /** The approvers that the flow defines for this step. */
  people: People;
  may: readonly DeciderMay[];
  /** The fields that approvers fill in. */
  asks: readonly DeciderField[];
  hours: number | null;
  /** True if the time limit is in working hours. */
  working: boolean;
  late: Late;
  startedAt: string | null;
  dueAt: string | null;
  /** The time of the next reminder. Null if none was sent yet. */
  remindAt: string | null;
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
  /** The version of the tenant's flow with which the request began. Null for the flow of the definition. */
  flow: number | null;
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
  | 'substitute'
  | 'pass'
  | 'add'
  | 'return'
  | 'comment'
  | 'remind';

/**
 * Returns the request. With `lock`, concurrent decisions wait until the transaction ends. Undefined if it
 * does not exist.
 */
export async function findRequest(trx: Trx, id: number, lock = false): Promise<StoredRequest | undefined> {
  const query = trx.selectFrom('approvalRequest').selectAll().where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) return undefined;
  const stored = await trx.selectFrom('approvalStep').selectAll().where('requestId', '=', id).execute();
  const order = planOrder(row.plan);
  const steps = stored.toSorted((a, b) => order.indexOf(a.no) - order.indexOf(b.no));
  const assignees = await trx
    .selectFrom('approvalAssignee')
    .select(['no', 'userId', 'place', 'decision', 'decidedAt', 'forUserId'])
    .where('requestId', '=', id)
    .orderBy('no')
    .orderBy('place')
    .orderBy('userId')
    .execute();
  return { ...row, steps, assignees };
}

/** Returns the id of the pending request that locks a record. Undefined if there is none. */
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

/** Returns the end of a time limit that begins now. Null for a step without a limit. */
export async function dueAfter(
  trx: Trx,
  { hours, working }: Pick<StoredStep, 'hours' | 'working'>,
  now: Date,
): Promise<string | null> {
  if (hours === null) return null;
  const from = now.getTime();
  const until = working ? afterWorkHours(hours, from, await readCalendar(trx)) : from + hours * HOUR_MS;
  return new Date(until).toISOString();
}

/** Returns the times of a step that has just begun or ended. */
async function stepTimes(
  trx: Trx,
  step: StoredStep,
  before: StoredStep | undefined,
  now: Date,
): Promise<StoredStep> {
  if (step.state === before?.state) return step;
  const time = now.toISOString();
  // A step that ended before may begin again, because the request was returned to it.
  const fresh = { ...step, startedAt: null, dueAt: null, remindAt: null, endedAt: null };
  if (step.state === 'active') return { ...fresh, startedAt: time, dueAt: await dueAfter(trx, step, now) };
  if (step.state === 'waiting') return fresh;
  return step.state === 'skipped' ? step : { ...step, endedAt: time };
}

async function stepStore(trx: Trx, request: StoredRequest, step: StoredStep): Promise<void> {
  const { state, startedAt, dueAt, remindAt, endedAt } = step;
  await trx
    .updateTable('approvalStep')
    .set({ state, startedAt, dueAt, remindAt, endedAt })
    .where('requestId', '=', request.id)
    .where('no', '=', step.no)
    .execute();
}

/** Adds a step to the database, with its first values. */
export async function stepInsert(
  trx: Trx,
  { tenantId, id }: Pick<StoredRequest, 'tenantId' | 'id'>,
  step: Pick<
    StoredStep,
    | ('no' | 'kind' | 'name' | 'title' | 'people' | 'may' | 'asks')
    | ('mode' | 'atLeast' | 'once' | 'state' | 'hours' | 'working' | 'late')
  >,
): Promise<void> {
  const { title, people, may, asks, ...plain } = step;
  const json = {
    ...{ title: JSON.stringify(title), people: JSON.stringify(people) },
    ...{ may: JSON.stringify(may), asks: JSON.stringify(asks) },
  };
  await trx
    .insertInto('approvalStep')
    .values({ tenantId, requestId: id, ...plain, ...json })
    .execute();
}

/** Stores new approvers, decisions and delegations. Returns all approvers. */
async function storeAssignees(
  trx: Trx,
  before: StoredRequest,
  chain: Chain,
  time: string,
): Promise<StoredAssignee[]> {
  const stored: StoredAssignee[] = [];
  for (const { no, userId, place, decision, forUserId } of chain.assignees) {
    const isIt = (one: ChainAssignee) => one.no === no && one.userId === userId;
    const old = before.assignees.find(isIt);
    const asked = waitingIn(chain, no).includes(userId);
    const wasWaiting = waitingIn(before, no).includes(userId);
    const same = old && old.decision === decision && old.forUserId === forUserId && old.place === place;
    if (same && asked === wasWaiting) {
      stored.push(old);
      continue;
    }
    const isOld = old?.decision === decision;
    const decidedAt = decision === null ? null : isOld ? old.decidedAt : time;
    stored.push({ no, userId, place, decision, decidedAt, forUserId });
    const { tenantId, id } = before;
    await trx
      .insertInto('approvalAssignee')
      .values({ tenantId, requestId: id, no, userId, place, decision, decidedAt, forUserId, asked })
      .onConflict((conflict) =>
        conflict
          .columns(['tenantId', 'requestId', 'no', 'userId'])
          .doUpdateSet({ place, decision, decidedAt, forUserId, asked }),
      )
      .execute();
  }
  return stored;
}

/** Stores the changes of an event. Returns the updated request. Added steps must already be stored. */
export async function storeRequest(
  trx: Trx,
  before: StoredRequest,
  chain: Chain,
  now: Date,
): Promise<StoredRequest> {
  const time = now.toISOString();
  const stepsBefore = new Map(before.steps.map((step) => [step.no, step]));
  const steps: StoredStep[] = [];
  for (const no of planOrder(chain.plan)) {
    const step = chain.steps.find((one) => one.no === no)!;
    const old = stepsBefore.get(no)!;
    steps.push(await stepTimes(trx, { ...old, ...step }, old, now));
  }
  for (const step of steps)
    if (step.state !== stepsBefore.get(step.no)?.state) await stepStore(trx, before, step);
  const assignees = await storeAssignees(trx, before, chain, time);
  const endedAt = chain.state === 'pending' ? null : time;
  // In a step for all approvers, one approval does not affect the decisions of the others.
  const moved =
    steps.some((step) => step.state !== stepsBefore.get(step.no)?.state) ||
    assignees.some((assignee) => assignee.decision !== 'agreed' && !before.assignees.includes(assignee));
  const { version } = await trx
    .updateTable('approvalRequest')
    .set({
      state: chain.state,
      endedAt,
      plan: JSON.stringify(chain.plan),
      version: moved ? sql<number>`version + 1` : before.version,
    })
    .where('id', '=', before.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  const userIds = [...new Set([before.initiatorId, ...assignees.map(({ userId }) => userId)])];
  publishOnCommit(trx, { type: 'counts', tenantId: before.tenantId, userIds });
  return { ...before, state: chain.state, plan: chain.plan, steps, assignees, endedAt, version };
}

export interface ActionLine {
  action: ActionName;
  userId: number | null;
  no?: number | null;
  toUserId?: number | null;
  /** The user who is replaced. */
  fromUserId?: number | null;
  /** The user on whose behalf the actor decides. */
  forUserId?: number | null;
  /** The step to which the request returns. */
  toNo?: number | null;
  comment?: string | null;
}

export async function addAction(
  trx: Trx,
  { tenantId, id }: Pick<StoredRequest, 'tenantId' | 'id'>,
  { comment, ...line }: ActionLine,
): Promise<void> {
  await trx
    .insertInto('approvalAction')
    .values({ tenantId, requestId: id, ...line, comment: comment?.trim() || null })
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
