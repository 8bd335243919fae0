/** Notifies the users concerned of each step of a request. */

import type { Text } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../platform/db/index.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import { fillText } from '../../platform/errors/errors.ts';
import { sendNotice } from '../notices/index.ts';
import { findPeople } from '../states/people.ts';
import { chainWaiting, stepsActive, waitingIn } from './chain.ts';
import { findCopies, findNames, type StoredRequest } from './store.ts';

const TEXTS = {
  asked: {
    zh: '{initiator} 提交的{entity}“{label}”等待您审批',
    en: '{entity} “{label}” of {initiator} is waiting for your decision',
  },
  delegated: {
    zh: '{user} 将{entity}“{label}”转交给您审批',
    en: '{user} reassigned the approval of {entity} “{label}” to you',
  },
  replaced: {
    zh: '{user} 已将{entity}“{label}”改由他人审批',
    en: '{user} reassigned your approval of {entity} “{label}” to another user',
  },
  remind: {
    zh: '{entity}“{label}”的审批已超时，请尽快处理',
    en: 'The decision on {entity} “{label}” is overdue',
  },
  agreed: { zh: '{entity}“{label}”已审批通过', en: '{entity} “{label}” was approved' },
  rejected: { zh: '{entity}“{label}”被拒绝', en: '{entity} “{label}” was rejected' },
  copied: {
    zh: '{initiator} 的{entity}“{label}”抄送给您',
    en: 'For your information: {entity} “{label}” of {initiator}',
  },
  substituted: {
    zh: '{user} 不在，{initiator} 提交的{entity}“{label}”由您代为审批',
    en: '{user} is away: {entity} “{label}” of {initiator} is waiting for your decision',
  },
  returned: {
    zh: '{user} 将{entity}“{label}”退回给您修改',
    en: '{user} returned {entity} “{label}” to you for changes',
  },
  comment: { zh: '{user} 评论了{entity}“{label}”的审批', en: '{user} commented on {entity} “{label}”' },
} as const satisfies Record<string, Text>;

type NotificationKind = keyof typeof TEXTS;

/** `user` is named in the text. `by` is the acting user, who is not notified. */
async function notifyUsers(
  trx: Trx,
  request: StoredRequest,
  what: NotificationKind,
  userIds: readonly number[],
  by: number | null,
  user = by,
): Promise<void> {
  const names = await findNames(trx, [request.initiatorId, ...(user === null ? [] : [user])]);
  const title = entityRegistry.get(request.entity)?.title;
  const fill = (lang: Lang) =>
    fillText(pickText(TEXTS[what], lang), {
      initiator: names.get(request.initiatorId) ?? '',
      user: names.get(user ?? 0) ?? '',
      entity: pickText(title, lang) ?? request.entity,
      label: request.recordLabel,
    });
  await sendNotice(trx, {
    tenantId: request.tenantId,
    userIds: userIds.filter((id) => id !== by),
    text: { zh: fill('zh'), en: fill('en') },
    link: `/main/apply?request=${request.id}`,
    kind: 'approval',
  });
}

/** Notifies new approvers of a step. The text names the user whom they replace. */
async function notifyAssigned(
  trx: Trx,
  before: StoredRequest | null,
  after: StoredRequest,
  no: number,
  userId: number | null,
): Promise<void> {
  const waitedFor = before ? waitingIn(before, no) : [];
  const fresh = waitingIn(after, no).filter((id) => !waitedFor.includes(id));
  const wasActive = before?.steps.some((step) => step.no === no && step.state === 'active') ?? false;
  for (const id of fresh) {
    const origin = after.assignees.find((one) => one.no === no && one.userId === id)?.forUserId ?? null;
    if (origin === null) await notifyUsers(trx, after, 'asked', [id], userId);
    else if (wasActive && userId !== null) await notifyUsers(trx, after, 'delegated', [id], userId);
    else await notifyUsers(trx, after, 'substituted', [id], userId, origin);
  }
}

/**
 * Sends the copies of a step. Recipients see the request from then on. Approvers receive no copy, because they see it
 * anyway.
 */
async function sendCopies(
  trx: Trx,
  before: StoredRequest | null,
  after: StoredRequest,
  userId: number | null,
): Promise<void> {
  const entity = entityRegistry.get(after.entity);
  const isDone = (request: StoredRequest | null, no: number) =>
    request?.steps.some((step) => step.no === no && step.kind === 'copy' && step.state === 'done') ?? false;
  const due = after.steps.filter(({ no }) => isDone(after, no) && !isDone(before, no));
  if (!entity || due.length === 0) return;
  const { tenantId, id: requestId, initiatorId } = after;
  const record = await trxAny(trx)
    .selectFrom(entity.name)
    .selectAll()
    .where('id', '=', after.recordId)
    .executeTakeFirst();
  if (!record) return;
  const there = [
    initiatorId,
    ...after.assignees.map((one) => one.userId),
    ...(await findCopies(trx, requestId)),
  ];
  const found: number[] = [];
  for (const { people } of due)
    found.push(...(await findPeople(trx, people, { entity, record, userId: initiatorId, without: there })));
  const fresh = [...new Set(found)];
  if (fresh.length === 0) return;
  await trx
    .insertInto('approvalCopy')
    .values(fresh.map((person) => ({ tenantId, requestId, userId: person })))
    .execute();
  await notifyUsers(trx, after, 'copied', fresh, userId);
}

/** Notifies new approvers and recipients of copies. Announces the end of the request. */
export async function notifyProgress(
  trx: Trx,
  before: StoredRequest | null,
  after: StoredRequest,
  userId: number | null,
): Promise<void> {
  for (const { no } of stepsActive(after)) await notifyAssigned(trx, before, after, no, userId);
  if (after.state === 'agreed' || after.state === 'rejected')
    await notifyUsers(trx, after, after.state, [after.initiatorId], userId);
  await sendCopies(trx, before, after, userId);
}

export const tellReturned = (trx: Trx, request: StoredRequest, userId: number): Promise<void> =>
  notifyUsers(trx, request, 'returned', [request.initiatorId], userId);

export const tellReplaced = (trx: Trx, request: StoredRequest, from: number, userId: number): Promise<void> =>
  notifyUsers(trx, request, 'replaced', [from], userId);

export const tellRemind = (trx: Trx, request: StoredRequest, userIds: readonly number[]): Promise<void> =>
  notifyUsers(trx, request, 'remind', userIds, null);

export const tellComment = (trx: Trx, request: StoredRequest, userId: number): Promise<void> =>
  notifyUsers(trx, request, 'comment', [request.initiatorId, ...chainWaiting(request)], userId);
