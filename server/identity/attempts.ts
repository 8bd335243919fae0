import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../db/index.ts';
import { AppError } from '../http/errors.ts';
import { CAPTCHA_SECONDS, captchaHash, drawCaptcha, sameHash } from './captcha.ts';
import { type Attempt, type Scope, THROTTLE_SECONDS } from './throttle.ts';

export interface Counter {
  scope: Scope;
  key: string;
}

const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url');

/**
 * Counts one attempt in each counter, atomically over all processes. It counts before the password is
 * checked, so that a hundred guesses at once can't all pass on the same count.
 */
export async function countAttempt(trx: Trx, counters: readonly Counter[]): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  // One after another, in the caller's order: two attempts can wait for each other but never cross.
  for (const { scope, key } of counters) {
    const fresh = sql<string>`now() + make_interval(secs => ${THROTTLE_SECONDS})`;
    const row = await trx
      .insertInto('loginThrottle')
      .values({ scope, key: hashed(key), count: 1, until: fresh })
      .onConflict((conflict) =>
        conflict.columns(['scope', 'key']).doUpdateSet({
          count: sql`case when login_throttle.until > now() then login_throttle.count + 1 else 1 end`,
          until: sql`case when login_throttle.until > now() then login_throttle.until else ${fresh} end`,
        }),
      )
      .returning(['count', sql<number>`extract(epoch from until - now())::float8`.as('seconds')])
      .executeTakeFirstOrThrow();
    attempts.push({ scope, ...row });
  }
  return attempts;
}

/** After a success: the person starts anew, the wider counters forget this one attempt only. */
export async function forgiveAttempt(trx: Trx, counters: readonly Counter[]): Promise<void> {
  for (const { scope, key } of counters) {
    await trx
      .updateTable('loginThrottle')
      .set({ count: scope === 'ip' || scope === 'account' ? sql`greatest(count - 1, 0)` : 0 })
      .where('scope', '=', scope)
      .where('key', '=', hashed(key))
      .execute();
  }
}

export function tooManyAttempts(seconds: number): AppError {
  return new AppError(
    'auth.tooMany',
    { minutes: Math.ceil(seconds / 60) },
    { data: { seconds }, headers: { 'retry-after': String(seconds) } },
  );
}

export async function createCaptcha(trx: Trx): Promise<{ captchaId: string; svg: string }> {
  const captchaId = randomUUID();
  const { text, svg } = drawCaptcha();
  await trx
    .insertInto('captcha')
    .values({
      id: captchaId,
      answerHash: captchaHash(captchaId, text),
      expiresAt: sql`now() + make_interval(secs => ${CAPTCHA_SECONDS})`,
    })
    .execute();
  return { captchaId, svg };
}

/** Uses a captcha up, right or wrong. */
export async function useCaptcha(trx: Trx, captchaId: string, answer: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('captcha')
    .where('id', '=', captchaId)
    .returning(['answerHash', sql<boolean>`expires_at > now()`.as('valid')])
    .executeTakeFirst();
  return row?.valid === true && sameHash(row.answerHash, captchaHash(captchaId, answer));
}

/** What nobody will ask for again; ended sessions stay a month for whoever looks into an incident. */
export async function removeStale(trx: Trx): Promise<void> {
  await sql`delete from captcha where expires_at < now()`.execute(trx);
  await sql`delete from login_throttle where until < now()`.execute(trx);
  await sql`delete from session where least(expires_at, revoked_at) < now() - interval '30 days'`.execute(
    trx,
  );
}
