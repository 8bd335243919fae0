/** Reads the decisions on a record in its last round of approval. */
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { findNames, findRequest } from '../approvals/store.ts';
import type { DrawnDecision } from './compose.ts';

/**
 * Returns the decisions in the order of the steps. The reader must be allowed to read the record. Skipped steps have
 * no approvers.
 */
export async function readDecisions(trx: Trx, { name }: Entity, record: Row): Promise<DrawnDecision[]> {
  const last = await trx
    .selectFrom('approvalRequest')
    .select('id')
    .where('entity', '=', name)
    .where('recordId', '=', Number(record.id))
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst();
  const request = last && (await findRequest(trx, last.id));
  if (!request) return [];
  const comments = await trx
    .selectFrom('approvalAction')
    .select(['no', 'userId', 'comment'])
    .where('requestId', '=', request.id)
    .where('action', 'in', ['agree', 'reject'])
    .execute();
  const names = await findNames(
    trx,
    request.assignees.map(({ userId }) => userId),
  );
  return request.assignees.flatMap(({ no, userId, decision, decidedAt }) => {
    const step = request.steps.find((one) => one.no === no);
    // Approvers who were replaced or delegated made no decision.
    if (!step || decision === 'absent' || decision === 'delegated') return [];
    if (decision === null && step.state !== 'active') return [];
    const comment = comments.find((one) => one.no === no && one.userId === userId);
    return [
      {
        ...{ step: step.title, person: names.get(userId) ?? `#${userId}`, decision, at: decidedAt },
        comment: comment?.comment ?? '',
      },
    ];
  });
}
