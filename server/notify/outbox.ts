/** Sends what waits in the notification log, by mail or webhook, with retries. */
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/index.ts';
import { AddressRefused } from './address.ts';
import { mail_send } from './mail.ts';
import { webhook_post } from './webhook.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** So long one that was taken belongs to the process that took it; longer than any sending lasts. */
const TAKEN_MS = 2 * MINUTE_MS;
const BATCH = 20;
/** After each failed attempt; when all of them are used up, it has failed for good. */
export const RETRY_MS = [
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
  180 * MINUTE_MS,
];
const MAX_ERROR = 500;

export interface OutboxParts {
  db: Database;
  config: Pick<Config, 'mail' | 'webhookAllow'>;
}

interface Taken {
  tenantId: number;
  id: number;
  kind: string;
  recipient: string;
  subject: string;
  body: string;
  attempts: number;
  url: string | null;
  secret: string | null;
  channelGone: boolean;
}

/** When to try again after this many attempts; null: never. */
export function retry_at(attempts: number, now: number): number | null {
  const delay = RETRY_MS[attempts - 1];
  return delay === undefined ? null : now + delay;
}

/** Takes what is due, or one line: nobody else takes it for the next minutes, and its attempt counts. */
async function lines_take(
  db: Database,
  now: number,
  only?: { tenantId: number; id: number },
): Promise<Taken[]> {
  const at = new Date(now).toISOString();
  const until = new Date(now + TAKEN_MS).toISOString();
  const { rows } = await db.system((trx) =>
    sql<Taken>`
      with taken as (
        update notification_log set attempts = attempts + 1, next_try = ${until}, updated_at = now()
         where (tenant_id, id) in (
           select tenant_id, id from notification_log
            where state = 'waiting' and next_try <= ${at}
              and (${only?.id ?? null}::int8 is null or (tenant_id = ${only?.tenantId ?? 0} and id = ${only?.id ?? 0}))
            order by next_try limit ${BATCH} for update skip locked)
        returning tenant_id, id, kind, recipient, subject, body, attempts, channel_id)
      select t.*, c.url, c.secret, (c.id is null or c.enabled is false) as channel_gone
        from taken t
        left join notification_channel c on c.tenant_id = t.tenant_id and c.id = t.channel_id`.execute(trx),
  );
  return rows;
}

/** Trying again would end the same. */
class Hopeless extends Error {}

async function line_send({ config }: OutboxParts, line: Taken): Promise<void> {
  const name = `wattdeck-${line.tenantId}-${line.id}`;
  if (line.channelGone) throw new Hopeless('渠道已删除或停用 / the channel is gone or switched off');
  if (line.kind === 'webhook') {
    const { url, secret, body } = line;
    if (!url || !secret) throw new Hopeless('渠道没有地址 / the channel has no address');
    return webhook_post({ url, secret, id: name, body }, config.webhookAllow);
  }
  if (!config.mail) throw new Error('未配置邮件服务器 / no mail server is set up (WATTDECK_SMTP_URL)');
  const { recipient, subject, body } = line;
  return mail_send(config.mail, { id: name, to: recipient, subject, text: body });
}

/** 5xx of a mail server is an answer for good. */
const is_hopeless = (error: unknown): boolean =>
  error instanceof Hopeless ||
  error instanceof AddressRefused ||
  Number((error as { responseCode?: unknown }).responseCode) >= 500;

async function line_deliver(parts: OutboxParts, line: Taken, now: number): Promise<void> {
  let result: { state: 'sent' | 'waiting' | 'failed'; error: string | null; nextTry: string | null };
  try {
    await line_send(parts, line);
    result = { state: 'sent', error: null, nextTry: null };
  } catch (error) {
    const next = is_hopeless(error) ? null : retry_at(line.attempts, now);
    const reason = error instanceof Error ? error.message || error.name : String(error);
    result = {
      state: next === null ? 'failed' : 'waiting',
      error: reason.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_ERROR),
      nextTry: next === null ? null : new Date(next).toISOString(),
    };
  }
  await parts.db.system((trx) =>
    trx
      .updateTable('notificationLog')
      .set({
        ...result,
        sentAt: result.state === 'sent' ? sql<string>`now()` : null,
        updatedAt: sql`now()`,
        version: sql`version + 1`,
      })
      .where('tenantId', '=', line.tenantId)
      .where('id', '=', line.id)
      .execute(),
  );
}

/**
 * Sends everything that is due, or one line at once. A process that dies between the sending and the note of it sends
 * again: a mail then has the same Message-ID, a post the same X-Wattdeck-Delivery.
 */
export async function outbox_run(
  parts: OutboxParts,
  now: number,
  only?: { tenantId: number; id: number },
): Promise<void> {
  for (;;) {
    const taken = await lines_take(parts.db, now, only);
    await Promise.all(taken.map((line) => line_deliver(parts, line, now)));
    if (only || taken.length < BATCH) return;
  }
}
