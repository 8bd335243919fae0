/** Posts to an external program. Posts are queued in the notification log, which signs and sends them with retries. */

import type { Text } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { readLang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import type { Session } from '../context.ts';
import { recordTitle } from '../entities/texts.ts';

/** Maximum size of a post in the log. */
const MAX_BODY = 8_000;

interface Post {
  entity: Entity;
  record: Row;
  /** The name of the transition or the event. */
  event: string;
  channel: string;
  fields: readonly string[];
}

const subjectOf = ({ title }: Entity, label: string): Text => ({
  zh: `${title.zh}“${label}”`,
  en: `${title.en} “${label}”`,
});

/** Queues a post for every enabled webhook of the tenant with this name. */
export async function addPosts(
  trx: Trx,
  { tenantId }: Pick<Session, 'tenantId'>,
  { entity, record, event, channel, fields }: Post,
): Promise<void> {
  const channels = await trx
    .selectFrom('notificationChannel')
    .select(['id', 'name', 'lang'])
    .where('kind', '=', 'webhook')
    .where('name', '=', channel)
    .where('enabled', '=', true)
    .execute();
  const at = new Date().toISOString();
  const body = JSON.stringify({
    ...{ event, entity: entity.name, id: Number(record.id), at },
    record: Object.fromEntries(fields.map((name) => [name, record[name] ?? null])),
  });
  const subject = subjectOf(entity, recordTitle(entity, record));
  for (const { id, name, lang } of channels)
    await trx
      .insertInto('notificationLog')
      .values({
        ...{ tenantId, channelId: id, kind: 'webhook', event: 'record', recipient: name },
        ...{ subject: pickText(subject, readLang(lang)), attempts: 0 },
        // A post that exceeds the limit is not sent, because a shortened post would be misunderstood.
        ...(body.length > MAX_BODY
          ? { state: 'failed', body: '', error: '内容过长 / the record is too long' }
          : { state: 'waiting', body, nextTry: at }),
      })
      .execute();
}
