/** Tells people that a comment mentions them. */
import type { EntityDefinition } from '../../generated/definition.ts';
import { rights_read } from '../access/rights.ts';
import type { Session } from '../context.ts';
import type { Trx } from '../db/index.ts';
import type { Row } from '../entities/query.ts';
import { record_sees } from '../entities/write.ts';
import { notice_send } from '../notices/index.ts';
import { record_link } from '../states/link.ts';
import { record_title } from '../states/texts.ts';

/** Only who may see the record is told: the notice names it. Nobody tells themselves. */
export async function mentions_tell(
  trx: Trx,
  { tenantId, userId, name }: Pick<Session, 'tenantId' | 'userId' | 'name'>,
  entity: EntityDefinition,
  record: Row,
  people: readonly number[],
): Promise<void> {
  const told: number[] = [];
  for (const person of people) {
    if (person === userId) continue;
    const asker = await rights_read(trx, tenantId, person);
    if (asker && (await record_sees(trx, asker, entity, Number(record.id)))) told.push(person);
  }
  const title = record_title(entity, record);
  const link = record_link(entity.name, Number(record.id));
  await notice_send(trx, {
    tenantId,
    userIds: told,
    text: {
      zh: `${name}在${entity.title.zh}“${title}”的评论中提到了您`,
      en: `${name} mentioned you in a comment on ${entity.title.en} “${title}”`,
    },
    link: link && `${link}?tab=comments`,
    kind: 'comment',
  });
}
