/** Stores notifications within the transaction that caused them. */
import { sql } from 'kysely';
import { type Lang, readLang } from '../../../runtime/core/text/lang.ts';
import { sendNotice } from '../../engine/notices/index.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { PolicyStep } from '../../platform/db/tables/jsonShapes.ts';
import { type Person, parseAddresses, readPeople } from './audience.ts';
import { reservedUntil } from './deliveries.ts';
import {
  ALARMS_LINK,
  type AlarmFacts,
  makeMessage,
  type NotifyEvent,
  placesOf,
  type Template,
  webhookBody,
} from './message.ts';
import { readFactsFor } from './redactFields.ts';

export interface Channel {
  id: number;
  name: string;
  kind: string;
  addresses: string | null;
  lang: Lang;
  enabled: boolean | null;
  template: Template | null;
}

export interface AlarmNotice {
  tenantId: number;
  event: NotifyEvent;
  alarm: AlarmFacts;
  now: number;
  publicUrl: string | null;
  /** The default language. */
  lang: Lang;
}

interface Line {
  kind: 'app' | 'email' | 'webhook';
  channelId: number | null;
  recipient: string;
  userId: number | null;
  subject: string;
  body: string;
  /** Reason why no message can be sent. */
  error?: string;
}

const NO_EMAIL = '没有邮箱 / no e-mail address';

export async function readChannel(trx: Trx, tenantId: number, id: number): Promise<Channel | null> {
  const row = await trx
    .selectFrom('notificationChannel as c')
    .leftJoin('notificationTemplate as t', (join) =>
      join.onRef('t.tenantId', '=', 'c.tenantId').onRef('t.id', '=', 'c.templateId'),
    )
    .select(['c.id', 'c.name', 'c.kind', 'c.addresses', 'c.lang', 'c.enabled'])
    .select(['t.subjectZh', 't.bodyZh', 't.subjectEn', 't.bodyEn'])
    .where('c.tenantId', '=', tenantId)
    .where('c.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { subjectZh, bodyZh, subjectEn, bodyEn, lang, ...channel } = row;
  const template =
    subjectZh === null || bodyZh === null || subjectEn === null || bodyEn === null
      ? null
      : { subjectZh, bodyZh, subjectEn, bodyEn };
  return { ...channel, lang: readLang(lang), template };
}

const textsOf = ({ event, alarm, now, publicUrl }: AlarmNotice, template: Template | null, lang: Lang) =>
  makeMessage(template, lang, placesOf(event, alarm, lang, { now, publicUrl }));

/** A person with the message, limited to the facts that the person may read. */
type Recipient = Person & { telling: AlarmNotice };

/** Returns the log lines of a channel: one post, or one mail per address. */
export function channelLines(channel: Channel, people: readonly Recipient[], context: AlarmNotice): Line[] {
  const usual = textsOf(context, channel.template, channel.lang);
  const base = { channelId: channel.id, userId: null };
  if (channel.kind === 'webhook') {
    const body = webhookBody(context.event, context.alarm, usual, context.now);
    return [{ ...base, kind: 'webhook', recipient: channel.name, subject: usual.subject, body }];
  }
  const fixed = parseAddresses(channel.addresses).map(
    (recipient): Line => ({ ...base, kind: 'email', recipient, ...usual }),
  );
  const lines = people.map(({ id, name, email, lang, telling: seen }): Line => {
    const line = { ...base, kind: 'email', userId: id, ...textsOf(seen, channel.template, lang) } as const;
    return email ? { ...line, recipient: email } : { ...line, recipient: name, error: NO_EMAIL };
  });
  return [...fixed, ...lines];
}

async function writeLines(
  trx: Trx,
  { tenantId, event, alarm, now }: AlarmNotice,
  lines: readonly Line[],
): Promise<void> {
  if (lines.length === 0) return;
  const time = new Date(now).toISOString();
  await trx
    .insertInto('notificationLog')
    .values(
      lines.map(({ error, ...line }) => ({
        ...line,
        tenantId,
        event,
        alarmId: alarm.id,
        ...(line.kind === 'app'
          ? { state: 'sent' as const, attempts: 1, sentAt: time }
          : error
            ? { state: 'failed' as const, attempts: 0, error }
            : { state: 'waiting' as const, attempts: 0, nextTry: time }),
      })),
    )
    .execute();
}

async function readRecipients(trx: Trx, context: AlarmNotice, step: PolicyStep): Promise<Recipient[]> {
  const people = await readPeople(trx, context, step);
  const ids = people.map(({ id }) => id);
  const facts = await readFactsFor(trx, context.tenantId, context.alarm, ids);
  return people.flatMap((person) => {
    const alarm = facts.get(person.id);
    return alarm ? [{ ...person, telling: { ...context, alarm } }] : [];
  });
}

/** Sends notices in the application, one for all people with the same text. */
async function notifyInApp(trx: Trx, tenantId: number, people: readonly Recipient[]): Promise<void> {
  const textOf = ({ telling }: Recipient) => ({
    zh: textsOf(telling, null, 'zh').subject,
    en: textsOf(telling, null, 'en').subject,
  });
  for (const alike of Map.groupBy(people, (person) => JSON.stringify(textOf(person))).values())
    await sendNotice(trx, {
      tenantId,
      userIds: alike.map(({ id }) => id),
      text: textOf(alike[0]!),
      link: ALARMS_LINK,
      kind: 'alarm',
    });
}

/** Notifies all people of the steps, each once per channel. */
export async function notifySteps(
  trx: Trx,
  context: AlarmNotice,
  steps: readonly PolicyStep[],
): Promise<void> {
  const { tenantId } = context;
  const inApp = new Map<number, Recipient>();
  const lines = new Map<string, Line>();
  for (const step of steps) {
    const people = await readRecipients(trx, context, step);
    if (!step.channelId) {
      for (const person of people) inApp.set(person.id, person);
      continue;
    }
    const channel = await readChannel(trx, tenantId, step.channelId);
    if (!channel || channel.enabled === false) continue;
    for (const line of channelLines(channel, people, context))
      lines.set(`${channel.id} ${line.recipient}`, line);
  }
  for (const { id, name, lang, telling: seen } of inApp.values())
    lines.set(`app ${id}`, {
      kind: 'app',
      channelId: null,
      recipient: name,
      userId: id,
      ...textsOf(seen, null, lang),
    });
  await notifyInApp(trx, tenantId, [...inApp.values()]);
  await writeLines(trx, context, [...lines.values()]);
}

/** Adds a line that is reserved for immediate sending. Returns its id. */
export async function addLine(trx: Trx, { tenantId, event, now }: AlarmNotice, line: Line): Promise<number> {
  const { id } = await trx
    .insertInto('notificationLog')
    .values({
      ...line,
      tenantId,
      event,
      state: 'waiting',
      attempts: 0,
      nextTry: reservedUntil(now),
    })
    .returning(sql<number>`id`.as('id'))
    .executeTakeFirstOrThrow();
  return id;
}
