import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ProofTask } from '../../../../runtime/core/access/proof.ts';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { CAPTCHA_SECONDS, PROOF_COST, verifyProof } from './captcha.ts';
import { type Attempt, judge, type Scope, THROTTLE_SECONDS } from './loginLimits.ts';

export interface Counter {
  scope: Scope;
  key: string;
}

const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url');

/**
 * Counts an attempt in each counter, atomically over all processes. The attempt is counted before the password check,
 * so that simultaneous guesses cannot share one count.
 */
export async function countAttempt(trx: Trx, counters: readonly Counter[]): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  // Counters are locked in the caller's order, so that two attempts cannot deadlock.
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

/** Resets the user's counter after a success. The wider counters only subtract this attempt. */
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

/** Returns the counts that the next attempt would have, without counting it. */
async function readNext(trx: Trx, counters: readonly Counter[]): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const { scope, key } of counters) {
    const row = await trx
      .selectFrom('loginThrottle')
      .select(['count', sql<number>`extract(epoch from until - now())::float8`.as('seconds')])
      .where('scope', '=', scope)
      .where('key', '=', hashed(key))
      .where('until', '>', sql<string>`now()`)
      .executeTakeFirst();
    attempts.push({ scope, count: (row?.count ?? 0) + 1, seconds: row?.seconds ?? 0 });
  }
  return attempts;
}

/** Creates a task with the work that the next attempt requires, or with the minimum work. */
export async function createCaptcha(trx: Trx, counters: readonly Counter[]): Promise<ProofTask> {
  const verdict = judge(await readNext(trx, counters));
  const task = {
    captchaId: randomUUID(),
    cost: PROOF_COST,
    bits: verdict.kind === 'captcha' ? verdict.bits : 1,
  };
  await trx
    .insertInto('captcha')
    .values({
      id: task.captchaId,
      cost: task.cost,
      bits: task.bits,
      expiresAt: sql`now() + make_interval(secs => ${CAPTCHA_SECONDS})`,
    })
    .execute();
  return task;
}

/** Uses up a task, even if the answer is wrong. Returns the proven bits, or 0 for a wrong answer. */
export async function redeemCaptcha(db: Database, captchaId: string, answer: string): Promise<number> {
  const row = await db.system((trx) =>
    trx
      .deleteFrom('captcha')
      .where('id', '=', captchaId)
      .returning(['cost', 'bits', sql<boolean>`expires_at > now()`.as('valid')])
      .executeTakeFirst(),
  );
  if (!row?.valid) return 0;
  const { cost, bits } = row;
  return (await verifyProof({ captchaId, cost, bits }, answer)) ? bits : 0;
}

/** Deletes expired counters. Ended sessions are kept for a month, for investigations. */
export async function removeStale(trx: Trx): Promise<void> {
  await sql`delete from captcha where expires_at < now()`.execute(trx);
  await sql`delete from login_throttle where until < now()`.execute(trx);
  await sql`delete from session where least(expires_at, revoked_at) < now() - interval '30 days'`.execute(
    trx,
  );
}
