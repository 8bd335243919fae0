/** Asks somebody else where a decider can no longer sign in, so that no request waits for them. */
import { sql } from 'kysely';
import { trxAny } from '../../platform/db/anyTable.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Services } from '../context.ts';
import { findPeople, keepMembers, managerOf } from '../states/people.ts';
import { type Chain, chainWaiting, replaceChain } from './chain.ts';
import { announceRequest } from './decide.ts';
import { tellProgress } from './notifications.ts';
import { approvedEntity, listInterested, markRecord } from './record.ts';
import { addAction, findRequest, requestStore, type StoredRequest } from './store.ts';
import { REASSIGN } from './view.ts';

const BATCH = 200;

/** Whom the definition means today: a department may have another manager by now. */
async function peopleToday(
  trx: Trx,
  request: StoredRequest,
  name: string,
  without: readonly number[],
): Promise<number[]> {
  const entity = approvedEntity(request.entity);
  const step = entity?.approval.steps.find((step) => step.name === name);
  const record = await trxAny(trx)
    .selectFrom(request.entity)
    .selectAll()
    .where('id', '=', request.recordId)
    .executeTakeFirst();
  return entity && step && record
    ? findPeople(trx, step.by, { entity, record, userId: request.initiatorId, without })
    : [];
}

/** The first of those who run approvals in the tenant. */
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

/** Returns who handed the decision of the step to one of these people. */
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

/** The chain with others in the place of who is gone: who is meant today, else their manager, else who runs approvals. */
async function refillChain(
  trx: Trx,
  request: StoredRequest,
  gone: readonly number[],
): Promise<{ chain: Chain; instead: number | null } | null> {
  const step = request.steps.find(({ state }) => state === 'active');
  if (!step) return null;
  const without = await listInterested(trx, request);
  const again = await listDelegators(trx, request, step.no, gone);
  const ways = [
    () => peopleToday(trx, request, step.name, without),
    async () => (await Promise.all(gone.map((id) => managerOf(trx, id, without)))).flat(),
    () => findRunner(trx, request, without),
  ];
  for (const way of ways) {
    const members = await keepMembers(trx, await way());
    const chain = replaceChain(request, gone, members, again);
    if (!chain) continue;
    const waitingBefore = chainWaiting(request);
    return { chain, instead: chainWaiting(chain).find((id) => !waitingBefore.includes(id)) ?? null };
  }
  return null;
}

type Parts = Pick<Services, 'db' | 'hub' | 'vault' | 'log'>;

/** Looks at the request again under its lock; answers it when it changed. */
async function refillRequest(trx: Trx, parts: Parts, id: number): Promise<StoredRequest | null> {
  const request = await findRequest(trx, id, true);
  if (request?.state !== 'pending') return null;
  const waiting = chainWaiting(request);
  const there = await keepMembers(trx, waiting);
  const gone = waiting.filter((person) => !there.includes(person));
  const filled = gone.length > 0 ? await refillChain(trx, request, gone) : null;
  if (!filled) return null;
  const no = request.steps.find(({ state }) => state === 'active')?.no;
  for (const person of gone)
    await addAction(trx, request, {
      ...{ action: 'absent', userId: null, no, fromUserId: person },
      toUserId: filled.instead,
    });
  const stored = await requestStore(trx, request, filled.chain, new Date());
  if (stored.state !== 'pending')
    await markRecord(trx, parts, { ...stored, userId: null }, 'agree', stored.state);
  await tellProgress(trx, request, stored, null);
  return stored;
}

interface Waiting {
  tenantId: number;
  requestId: number;
}

/** The next requests that wait for somebody who is not of the tenant any more, or may not sign in. */
async function findWaiting(db: Services['db'], after: Waiting): Promise<Waiting[]> {
  const { rows } = await db.system((trx) =>
    sql<Waiting>`
      select distinct s.tenant_id, s.request_id from approval_step s
        join approval_assignee a
          on a.tenant_id = s.tenant_id and a.request_id = s.request_id and a.no = s.no and a.decision is null
       where s.state = 'active' and not exists (
         select from "user" u where u.tenant_id = a.tenant_id and u.id = a.user_id and u.status = 'active')
         and (s.tenant_id, s.request_id) > (${after.tenantId}, ${after.requestId})
       order by s.tenant_id, s.request_id limit ${BATCH}`.execute(trx),
  );
  return rows;
}

/** Looks after all of them: those that nobody can take over hold up no others. */
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
