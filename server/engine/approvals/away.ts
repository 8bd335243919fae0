/** Asks the substitute of an absent approver as soon as it is the approver's turn. */
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import { filterMembers, managerOf } from '../states/people.ts';
import { type Chain, handStep, stepsActive, waitingIn } from './chain.ts';
import { listInterested } from './record.ts';
import { addAction, type StoredRequest, storeRequest } from './store.ts';

/** Maximum number of substitutes tried in a row, because a substitute may be away too. */
const MAX_HANDS = 3;

/** SQL condition: the user is away now and has named a substitute. */
export const awayNow = (tenantId: RawBuilder<unknown>, userId: RawBuilder<unknown>) => sql`
  select from substitute x where x.tenant_id = ${tenantId} and x.user_id = ${userId}
     and now() between x.starts_at and x.ends_at`;

/** Returns the current substitute of each user who is away. The latest named substitute counts. */
export async function findSubstitutes(
  trx: Trx,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ userId: number; substituteId: number }>`
    select user_id, substitute_id from substitute
     where user_id = any(${[...userIds]}::int8[]) and now() between starts_at and ends_at
     order by id`.execute(trx);
  const there = await filterMembers(
    trx,
    rows.map(({ substituteId }) => substituteId),
  );
  return new Map(
    rows.flatMap(({ userId, substituteId }) =>
      there.includes(substituteId) && substituteId !== userId ? [[userId, substituteId] as const] : [],
    ),
  );
}

interface Hand {
  chain: Chain;
  no: number;
  from: number;
  to: number;
}

/** Returns the chain after one absent approver is replaced. Null if no absent approver remains. */
async function handNext(
  trx: Trx,
  chain: Chain,
  interested: readonly number[],
  tried: ReadonlySet<string>,
): Promise<Hand | null> {
  const waiting = stepsActive(chain).flatMap(({ no }) => waitingIn(chain, no).map((from) => ({ no, from })));
  const substitutes = await findSubstitutes(
    trx,
    waiting.map(({ from }) => from),
  );
  for (const { no, from } of waiting) {
    const named = substitutes.get(from);
    if (named === undefined || tried.has(`${no} ${from}`)) continue;
    // Users do not decide on their own requests. If the substitute is the applicant, the absent approver's manager
    // decides.
    const [to] = interested.includes(named) ? await managerOf(trx, from, interested) : [named];
    const handed = to === undefined ? null : handStep(chain, no, from, to);
    if (to !== undefined && handed) return { chain: handed, no, from, to };
  }
  return null;
}

/** Returns the request after substitutes have replaced absent approvers. */
export async function askSubstitutes(trx: Trx, request: StoredRequest, now: Date): Promise<StoredRequest> {
  if (request.state !== 'pending') return request;
  const interested = await listInterested(trx, request);
  const tried = new Set<string>();
  let chain: Chain = request;
  for (let count = 0; count < MAX_HANDS * request.assignees.length; count++) {
    const hand = await handNext(trx, chain, interested, tried);
    if (!hand) break;
    tried.add(`${hand.no} ${hand.from}`);
    chain = hand.chain;
    const handed = { action: 'substitute' as const, userId: null, no: hand.no };
    await addAction(trx, request, { ...handed, fromUserId: hand.from, toUserId: hand.to });
  }
  return chain === request ? request : storeRequest(trx, request, chain, now);
}
