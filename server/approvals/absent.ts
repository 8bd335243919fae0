/** Whoever can no longer sign in does not hold a request up: somebody else is asked in their place. */
import { sql } from 'kysely';
import type { Services } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { trx_any } from '../entities/query.ts';
import { manager_of, members_keep, people_find } from '../states/people.ts';
import { type Chain, chain_replace, chain_waiting } from './chain.ts';
import { request_announce } from './decide.ts';
import { approved_entity, listInterested, record_mark } from './record.ts';
import { action_add, request_find, request_store, type StoredRequest } from './store.ts';
import { progress_tell } from './tell.ts';
import { REASSIGN } from './view.ts';

const BATCH = 200;

/** Whom the definition means today: a department may have another manager by now. */
async function people_today(
  trx: Trx,
  request: StoredRequest,
  name: string,
  without: readonly number[],
): Promise<number[]> {
  const entity = approved_entity(request.entity);
  const step = entity?.approval.steps.find((one) => one.name === name);
  const record = await trx_any(trx)
    .selectFrom(request.entity)
    .selectAll()
    .where('id', '=', request.recordId)
    .executeTakeFirst();
  return entity && step && record
    ? people_find(trx, step.by, { entity, record, userId: request.initiatorId, without })
    : [];
}

/** The first of those who run approvals in the tenant. */
async function runner_find(
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

/** Who handed the decision of the step to one of these people. */
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
async function chain_refill(
  trx: Trx,
  request: StoredRequest,
  gone: readonly number[],
): Promise<{ chain: Chain; instead: number | null } | null> {
  const step = request.steps.find(({ state }) => state === 'active');
  if (!step) return null;
  const without = await listInterested(trx, request);
  const again = await listDelegators(trx, request, step.no, gone);
  const ways = [
    () => people_today(trx, request, step.name, without),
    async () => (await Promise.all(gone.map((id) => manager_of(trx, id, without)))).flat(),
    () => runner_find(trx, request, without),
  ];
  for (const way of ways) {
    const found = await members_keep(trx, await way());
    const chain = chain_replace(request, gone, found, again);
    if (!chain) continue;
    const known = chain_waiting(request);
    return { chain, instead: chain_waiting(chain).find((id) => !known.includes(id)) ?? null };
  }
  return null;
}

/** Looks at the request again under its lock; answers it when it changed. */
async function request_refill(trx: Trx, id: number): Promise<StoredRequest | null> {
  const request = await request_find(trx, id, true);
  if (request?.state !== 'pending') return null;
  const waiting = chain_waiting(request);
  const there = await members_keep(trx, waiting);
  const gone = waiting.filter((one) => !there.includes(one));
  const filled = gone.length > 0 ? await chain_refill(trx, request, gone) : null;
  if (!filled) return null;
  const no = request.steps.find(({ state }) => state === 'active')?.no;
  for (const one of gone)
    await action_add(trx, request, {
      ...{ action: 'absent', userId: null, no, fromUserId: one },
      toUserId: filled.instead,
    });
  const stored = await request_store(trx, request, filled.chain, new Date());
  if (stored.state !== 'pending') await record_mark(trx, { ...stored, userId: null }, 'agree', stored.state);
  await progress_tell(trx, request, stored, null);
  return stored;
}

interface Waiting {
  tenantId: number;
  requestId: number;
}

/** The next requests that wait for somebody who is not of the tenant any more, or may not sign in. */
async function waiting_find(db: Services['db'], after: Waiting): Promise<Waiting[]> {
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
export async function absent_run({ db, hub, log }: Pick<Services, 'db' | 'hub' | 'log'>): Promise<void> {
  let after: Waiting = { tenantId: -1, requestId: -1 };
  for (;;) {
    const batch = await waiting_find(db, after);
    for (const { tenantId, requestId } of batch) {
      try {
        const changed = await db.tenant(tenantId, (trx) => request_refill(trx, requestId));
        if (changed && changed.state !== 'pending') request_announce({ hub }, changed);
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
