/** Tells the people concerned how a request goes on. */

import type { Text } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Lang } from '../../../runtime/core/lang.ts';
import type { Trx } from '../../platform/db/index.ts';
import { fillText } from '../../platform/errors/errors.ts';
import { sendNotice } from '../notices/index.ts';
import { chainWaiting } from './chain.ts';
import { findCopies, findNames, type StoredRequest } from './store.ts';

const TEXTS = {
  asked: {
    zh: '{initiator} 提交的{entity}“{label}”等待您审批',
    en: '{entity} “{label}” of {initiator} waits for your decision',
  },
  delegated: {
    zh: '{user} 将{entity}“{label}”转交给您审批',
    en: '{user} asks you to decide {entity} “{label}” instead',
  },
  replaced: {
    zh: '{user} 已将{entity}“{label}”改由他人审批',
    en: '{user} asked somebody else to decide {entity} “{label}” in your place',
  },
  remind: {
    zh: '{entity}“{label}”的审批已超时，请尽快处理',
    en: 'The decision on {entity} “{label}” is overdue',
  },
  agreed: { zh: '{entity}“{label}”已审批通过', en: '{entity} “{label}” was agreed' },
  rejected: { zh: '{entity}“{label}”被拒绝', en: '{entity} “{label}” was rejected' },
  copied: {
    zh: '{initiator} 的{entity}“{label}”已审批通过，抄送给您',
    en: '{entity} “{label}” of {initiator} was agreed; this is your copy',
  },
  comment: { zh: '{user} 评论了{entity}“{label}”的审批', en: '{user} commented on {entity} “{label}”' },
} as const satisfies Record<string, Text>;

type Told = keyof typeof TEXTS;

async function tell(
  trx: Trx,
  request: StoredRequest,
  what: Told,
  userIds: readonly number[],
  userId: number | null,
): Promise<void> {
  const names = await findNames(trx, [request.initiatorId, ...(userId === null ? [] : [userId])]);
  const title = entityRegistry.get(request.entity)?.title;
  const fill = (lang: Lang) =>
    fillText(TEXTS[what][lang], {
      initiator: names.get(request.initiatorId) ?? '',
      user: names.get(userId ?? 0) ?? '',
      entity: title?.[lang] ?? request.entity,
      label: request.recordLabel,
    });
  await sendNotice(trx, {
    tenantId: request.tenantId,
    userIds: userIds.filter((id) => id !== userId),
    text: { zh: fill('zh'), en: fill('en') },
    link: `/main/apply?request=${request.id}`,
    kind: 'approval',
  });
}

/** Tells whoever is asked now and was not before, and how the request ended. */
export async function tellProgress(
  trx: Trx,
  before: StoredRequest | null,
  after: StoredRequest,
  userId: number | null,
): Promise<void> {
  const assigneesBefore = before ? chainWaiting(before) : [];
  const step = after.steps.find(({ state }) => state === 'active');
  const moved = before?.steps.find(({ state }) => state === 'active')?.no !== step?.no;
  const fresh = chainWaiting(after).filter((id) => moved || !assigneesBefore.includes(id));
  // Without somebody who handed it over it is asked for as at first.
  await tell(trx, after, moved || userId === null ? 'asked' : 'delegated', fresh, userId);
  if (after.state === 'agreed' || after.state === 'rejected')
    await tell(trx, after, after.state, [after.initiatorId], userId);
  if (after.state === 'agreed') await tell(trx, after, 'copied', await findCopies(trx, after.id), userId);
}

export const tellReplaced = (trx: Trx, request: StoredRequest, from: number, userId: number): Promise<void> =>
  tell(trx, request, 'replaced', [from], userId);

export const tellRemind = (trx: Trx, request: StoredRequest): Promise<void> =>
  tell(trx, request, 'remind', chainWaiting(request), null);

export const tellComment = (trx: Trx, request: StoredRequest, userId: number): Promise<void> =>
  tell(trx, request, 'comment', [request.initiatorId, ...chainWaiting(request)], userId);
