/** Sends mails to users as effects. Mails are queued in the notification log, which sends them with retries. */
import type { Effect, Field } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { readLang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import type { Session } from '../context.ts';
import { makeText } from '../entities/texts.ts';
import { findPeople } from './people.ts';

const MAX_SUBJECT = 500;
const MAX_BODY = 8_000;

interface Mail {
  entity: Entity;
  record: Row;
  effect: Extract<Effect, { do: 'mail' }>;
  /** The fields whose values occur in the texts. */
  fields: Readonly<Record<string, Field>>;
  values: Values;
}

/** Queues a mail to each user with an address, through the enabled mail channel of this name. */
export async function addMails(
  trx: Trx,
  { tenantId, userId, name }: Pick<Session, 'tenantId' | 'userId' | 'name'>,
  { entity, record, effect, fields, values }: Mail,
): Promise<void> {
  const channel = await trx
    .selectFrom('notificationChannel')
    .select(['id', 'lang'])
    .where('kind', '=', 'email')
    .where('name', '=', effect.channel)
    .where('enabled', '=', true)
    .executeTakeFirst();
  const ids = channel ? await findPeople(trx, effect.to, { entity, record, userId }) : [];
  if (!channel || ids.length === 0) return;
  const people = await trx
    .selectFrom('user as p')
    .innerJoin('userAccount as a', 'a.id', 'p.id')
    .select(['p.id', 'p.email', 'a.lang'])
    .where('p.tenantId', '=', tenantId)
    .where('p.id', 'in', ids)
    .where('p.email', 'is not', null)
    .orderBy('p.id')
    .execute();
  const subject = makeText(effect.subject, fields, values, name);
  const text = makeText(effect.text, fields, values, name);
  const nextTry = new Date().toISOString();
  for (const { id, email, lang } of people) {
    const language = readLang(lang ?? channel.lang);
    await trx
      .insertInto('notificationLog')
      .values({
        ...{
          tenantId,
          channelId: channel.id,
          kind: 'email',
          event: 'record',
          recipient: email ?? '',
          userId: id,
        },
        subject: pickText(subject, language).slice(0, MAX_SUBJECT),
        body: pickText(text, language).slice(0, MAX_BODY),
        ...{ attempts: 0, state: 'waiting', nextTry },
      })
      .execute();
  }
}
