/** Sends pending lines of the notification log by mail or webhook, with retries. Each channel is handled separately. */
import { sql } from 'kysely';
import { webhookAt } from '../../engine/identity/sealStored.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/index.ts';
import { AddressRefused } from '../../platform/outboundAddress.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { deliverMail } from './mail.ts';
import { NoAnswer, postWebhook } from './webhook.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Lease time of a line in ms, longer than any sending takes. */
const LEASE_MS = 2 * MINUTE_MS;
/**
 * Returns the time until which a line is reserved for immediate sending, ISO 8601. Afterwards the regular round sends
 * the line.
 */
export const reservedUntil = (now: number): string => new Date(now + LEASE_MS).toISOString();
/** Number of concurrent messages of a channel. */
const BATCH = 5;
/** Delay after each failed attempt, in ms. After the last delay the message has failed permanently. */
export const RETRY_MS = [
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
  180 * MINUTE_MS,
] as const;
const MAX_ERROR = 500;

export interface DeliveryParts {
  db: Database;
  vault: Vault;
  config: Pick<Config, 'mail' | 'webhookAllow'>;
}

/** The lines of one channel. */
export interface Queue {
  tenantId: number;
  kind: 'email' | 'webhook';
  channelId: number | null;
}

interface ReservedLine {
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

/** Returns the time of the next attempt after this number of attempts. Null if there is no further attempt. */
export function retryAt(attempts: number, now: number): number | null {
  const delay = RETRY_MS[attempts - 1];
  return delay === undefined ? null : now + delay;
}

const isDue = (now: number) =>
  sql<boolean>`(state = 'waiting' and next_try <= ${new Date(now).toISOString()})`;
const isOf = ({ tenantId, kind, channelId }: Queue) =>
  sql<boolean>`(tenant_id = ${tenantId} and kind = ${kind} and channel_id is not distinct from ${channelId})`;

/** Lists the channels with due messages. Channels that failed before are last. */
export async function queuesDue(db: Database, now: number): Promise<Queue[]> {
  const { rows } = await db.system((trx) =>
    sql<Queue>`
      select tenant_id, kind, channel_id from notification_log where ${isDue(now)}
       group by tenant_id, kind, channel_id order by min(attempts), min(next_try)`.execute(trx),
  );
  return rows;
}

/**
 * Leases due messages of a channel, or one new line, and counts the attempt. Other processes skip leased messages for a
 * few minutes. A round skips locked messages. For a single line the function waits for the lock, because other work
 * such as the pinyin update may hold it.
 */
async function reserveLines(
  db: Database,
  now: number,
  of: Queue | { tenantId: number; id: number },
): Promise<ReservedLine[]> {
  const condition =
    'id' in of
      ? sql`where tenant_id = ${of.tenantId} and id = ${of.id} and state = 'waiting' and attempts = 0 for update`
      : sql`where ${isDue(now)} and ${isOf(of)} order by next_try, id limit ${BATCH} for update skip locked`;
  const { rows } = await db.system((trx) =>
    sql<ReservedLine>`
      with taken as (
        update notification_log set attempts = attempts + 1, next_try = ${reservedUntil(now)}, updated_at = now()
         where (tenant_id, id) in (
           select tenant_id, id from notification_log ${condition})
        returning tenant_id, id, kind, recipient, subject, body, attempts, channel_id)
      select t.*, c.url, c.secret, (c.id is null or c.enabled is false) as channel_gone
        from taken t
        left join notification_channel c on c.tenant_id = t.tenant_id and c.id = t.channel_id`.execute(trx),
  );
  return rows;
}

/** A permanent failure, for which a retry is useless. */
class PermanentDeliveryError extends Error {}

async function sendLine({ config, vault }: DeliveryParts, line: ReservedLine): Promise<void> {
  const name = `wattdeck-${line.tenantId}-${line.id}`;
  if (line.channelGone)
    throw new PermanentDeliveryError('渠道已删除或停用 / the channel is gone or switched off');
  if (line.kind === 'webhook') {
    const { url, secret: sealed, body } = line;
    if (!url || !sealed) throw new PermanentDeliveryError('渠道没有地址 / the channel has no address');
    const secret = vault.open(sealed, webhookAt(line.tenantId));
    if (!secret)
      throw new PermanentDeliveryError(
        '签名密钥是用另一个安装密钥加密的 / the signing secret was sealed with another key of the installation',
      );
    return postWebhook({ url, secret, id: name, body }, config.webhookAllow);
  }
  if (!config.mail) throw new Error('未配置邮件服务器 / no mail server is set up (WATTDECK_SMTP_URL)');
  const { recipient, subject, body } = line;
  return deliverMail(config.mail, { id: name, to: recipient, subject, text: body });
}

const FOR_GOOD = 500;
/** Response codes of a mail server that refuses the sign-in instead of the message. */
const SIGN_IN = [530, 534, 535, 538];

/**
 * Returns whether a mail server refused the recipient or the content permanently. Other refusals may be fixed by an
 * administrator.
 */
export function isMailRefused(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  const code = Number(responseCode);
  return code >= FOR_GOOD && !SIGN_IN.includes(code) && (command === 'RCPT TO' || command === 'DATA');
}

const isPermanent = (error: unknown): boolean =>
  error instanceof PermanentDeliveryError || error instanceof AddressRefused || isMailRefused(error);

const isAnswerMissing = (error: unknown): boolean =>
  error instanceof NoAnswer || (error as { code?: unknown }).code === 'ETIMEDOUT';

/** Returns whether the receiver responded. */
async function deliverLine(parts: DeliveryParts, line: ReservedLine, now: number): Promise<boolean> {
  let isAnswered = true;
  let result: { state: 'sent' | 'waiting' | 'failed'; error: string | null; nextTry: string | null };
  try {
    await sendLine(parts, line);
    result = { state: 'sent', error: null, nextTry: null };
  } catch (error) {
    isAnswered = !isAnswerMissing(error);
    const next = isPermanent(error) ? null : retryAt(line.attempts, now);
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
  return isAnswered;
}

/** Postpones the due messages as after a first failure, without counting an attempt. */
async function postponeQueue(db: Database, queue: Queue, now: number): Promise<void> {
  const until = new Date(now + RETRY_MS[0]).toISOString();
  await db.system((trx) =>
    sql`update notification_log set next_try = ${until}, updated_at = now()
         where ${isDue(now)} and ${isOf(queue)}`.execute(trx),
  );
}

/**
 * Sends the due messages of a channel until a receiver does not respond. After a crash between sending and storing the
 * result, the message is sent again. The repeated mail has the same Message-ID, a repeated post the same
 * X-Wattdeck-Delivery.
 */
export async function sendQueue(parts: DeliveryParts, queue: Queue, now: number): Promise<void> {
  for (;;) {
    const reserved = await reserveLines(parts.db, now, queue);
    const answered = await Promise.all(reserved.map((line) => deliverLine(parts, line, now)));
    if (answered.includes(false)) return postponeQueue(parts.db, queue, now);
    if (reserved.length < BATCH) return;
  }
}

/** Sends one reserved line immediately. */
export async function sendLineNow(
  parts: DeliveryParts,
  now: number,
  notification: { tenantId: number; id: number },
): Promise<void> {
  for (const line of await reserveLines(parts.db, now, notification)) await deliverLine(parts, line, now);
}
