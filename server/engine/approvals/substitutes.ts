/** Replaces approvers who can no longer sign in or are away, so that no request waits for them. */
import { sql } from 'kysely';
import type { People } from '../../../generated/definition.ts';
import type { Trx } from '../../platform/db/index.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import type { Services } from '../context.ts';
import { filterMembers, findPeople, managerOf } from '../states/people.ts';
import { askSubstitutes, awayNow } from './away.ts';
import { type Chain, replaceChain, stepsActive, waitingIn } from './chain.ts';
import { announceRequest } from './decide.ts';
import { notifyProgress } from './notifications.ts';
import { approvedEntity, listInterested, markRecord } from './record.ts';
import { addAction, findRequest, type StoredRequest, type StoredStep, storeRequest } from './store.ts';
import { REASSIGN } from './view.ts';

const BATCH = 200;

/** Returns the approvers by the current data. The manager of a department may have changed since the submission. */
async function peopleToday(
  trx: Trx,
  request: StoredRequest,
  people: People,
  without: readonly number[],
): Promise<number[]> {
  const entity = approvedEntity(request.entity);
  const record = await trxAny(trx)
    .selectFrom(request.entity)
    .selectAll()
    .where('id', '=', request.recordId)
    .executeTakeFirst();
  return entity && record
    ? findPeople(trx, people, { entity, record, userId: request.initiatorId, without })
    : [];
}

/** Returns the first administrator of approvals in the tenant. */
async function findRunner(
  trx: Trx,
  { tenantId }: StoredRequest,
  without: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from "user" u where status = 'active' and id <> all(${[...without]}::int8[])
       and user_permissions(${tenantId}, u.id) && ${['*', 'approval:*', REASSIGN]}
     order by user_permissions(${tenantId}, u.id) && array['*'], id limit 1`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Returns the users who delegated their decision in this step to one of the given users. */
async function listDelegators(
  trx: Trx,
  { id }: StoredRequest,
  no: number,
  to: readonly number[],
): Promise<number[]> {
  const rows = await trx
    .selectFrom('approvalAction')
    .select('userId')
    .where('requestId', '=', id)
    .where('no', '=', no)
    .where('action', '=', 'delegate')
    .where('toUserId', 'in', [...to])
    .execute();
  return rows.flatMap(({ userId }) => userId ?? []);
}

async function managersOf(
  trx: Trx,
  people: readonly number[],
  without: readonly number[],
): Promise<number[]> {
  const managers: number[] = [];
  for (const id of people) managers.push(...(await managerOf(trx, id, without)));
  return managers;
}

/**
 * Returns a step in which other users replace the users who left. These are the approvers by the current
 * data, else the manager, else the administrator of approvals. Null if none can be found.
 */
async function refillStep(
  trx: Trx,
  request: StoredRequest,
  step: StoredStep,
  gone: readonly number[],
): Promise<{ chain: Chain; instead: number | null } | null> {
  const without = await listInterested(trx, request);
  const again = await listDelegators(trx, request, step.no, gone);
  const ways = [
    () => peopleToday(trx, request, step.people, without),
    () => managersOf(trx, gone, without),
    () => findRunner(trx, request, without),
  ];
  for (const way of ways) {
    const members = await filterMembers(trx, await way());
    const chain = replaceChain(request, step.no, gone, members, again);
    if (!chain) continue;
    const waitingBefore = waitingIn(request, step.no);
    return { chain, instead: waitingIn(chain, step.no).find((id) => !waitingBefore.includes(id)) ?? null };
  }
  return null;
}

type Parts = Pick<Services, 'db' | 'hub' | 'vault' | 'log'>;

/** Checks the request again under its lock. Returns it if an approver was replaced. */
async function refillRequest(trx: Trx, parts: Parts, id: number): Promise<StoredRequest | null> {
  const request = await findRequest(trx, id, true);
  if (request?.state !== 'pending') return null;
  let now: StoredRequest = request;
  for (const { no } of stepsActive(request)) {
    const step = now.steps.find((one) => one.no === no)!;
    const waiting = waitingIn(now, no);
    const there = await filterMembers(trx, waiting);
    const gone = waiting.filter((person) => !there.includes(person));
    const filled = gone.length > 0 ? await refillStep(trx, now, step, gone) : null;
    if (!filled) continue;
    for (const person of gone)
      await addAction(trx, request, {
        ...{ action: 'absent', userId: null, no, fromUserId: person },
        toUserId: filled.instead,
      });
    now = await storeRequest(trx, now, filled.chain, new Date());
  }
  now = await askSubstitutes(trx, now, new Date());
  if (now === request) return null;
  if (now.state !== 'pending') await markRecord(trx, parts, { ...now, userId: null }, 'agree', now.state);
  await notifyProgress(trx, request, now, null);
  return now;
}

interface Waiting {
  tenantId: number;
  requestId: number;
}

/** Returns the next requests with an approver who may not sign in, or who is away and has a substitute. */
async function findWaiting(db: Services['db'], after: Waiting): Promise<Waiting[]> {
  const { rows } = await db.system((trx) =>
    sql<Waiting>`
      select distinct a.tenant_id, a.request_id from approval_assignee a
       where a.asked and (not exists (
         select from "user" u where u.tenant_id = a.tenant_id and u.id = a.user_id and u.status = 'active')
         or exists (${awayNow(sql`a.tenant_id`, sql`a.user_id`)}))
         and (a.tenant_id, a.request_id) > (${after.tenantId}, ${after.requestId})
       order by a.tenant_id, a.request_id limit ${BATCH}`.execute(trx),
  );
  return rows;
}

/** Handles all waiting requests. A request without a replacement does not block the others. */
export async function replaceAbsent(parts: Parts): Promise<void> {
  const { db, hub, log } = parts;
  let after: Waiting = { tenantId: -1, requestId: -1 };
  for (;;) {
    const batch = await findWaiting(db, after);
    for (const { tenantId, requestId } of batch) {
      try {
        const changed = await db.tenant(tenantId, (trx) => refillRequest(trx, parts, requestId));
        if (changed && changed.state !== 'pending') announceRequest({ hub }, changed);
      } catch (error) {
        log.error('a request that waits for somebody who left was not handled', {
          tenantId,
          requestId,
          error,
        });
      }
    }
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return;
    after = last;
  }
}
