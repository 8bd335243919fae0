/** Notifies users who are mentioned in a comment. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { readRights } from '../access/rights.ts';
import type { Session } from '../context.ts';
import { recordTitle } from '../entities/texts.ts';
import { canSeeRecord } from '../entities/write/write.ts';
import { sendNotice } from '../notices/index.ts';
import { recordLink } from '../states/link.ts';

/** Notifies only users who may see the record, because the notice contains its name. The author is not notified. */
export async function notifyMentions(
  trx: Trx,
  { tenantId, userId, name }: Pick<Session, 'tenantId' | 'userId' | 'name'>,
  entity: EntityDefinition,
  record: Row,
  people: readonly number[],
): Promise<void> {
  const recipients: number[] = [];
  for (const person of people) {
    if (person === userId) continue;
    const rights = await readRights(trx, tenantId, person);
    if (rights && (await canSeeRecord(trx, rights, entity, Number(record.id)))) recipients.push(person);
  }
  const title = recordTitle(entity, record);
  const link = recordLink(entity.name, Number(record.id));
  await sendNotice(trx, {
    tenantId,
    userIds: recipients,
    text: {
      zh: `${name}在${entity.title.zh}“${title}”的评论中提到了您`,
      en: `${name} mentioned you in a comment on ${entity.title.en} “${title}”`,
    },
    link: link && `${link}?tab=comments`,
    kind: 'comment',
  });
}
