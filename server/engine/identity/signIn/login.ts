import type { Input } from '../../../../generated/calls.ts';
import { accountKey } from '../../../platform/accountKey.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Services } from '../../context.ts';
import { createSession, newCookieValue, revokeSession, sessionIdOf } from '../session/sessions.ts';
import { countAttempt, forgiveAttempt, redeemCaptcha, tooManyAttempts } from './loginCounters.ts';
import { attemptKeys, judge, LIMITS } from './loginLimits.ts';
import { verifyPassword } from './password.ts';
import { audit } from './signInAudit.ts';
import { admitTotp } from './totp.ts';

const NO_TENANT = 0;

export interface LoginFrom {
  ip: string;
  userAgent: string | null;
  /** The cookie that the browser already has. The session of this cookie ends when a new session begins. */
  cookie: string | null;
}

interface Account {
  id: number;
  passwordHash: string;
  /** True if the account is active, and its user is active in at least one tenant. Only then can the user sign in. */
  open: boolean;
  defaultTenantId: number | null;
}

async function findAccount(trx: Trx, username: string): Promise<Account | null> {
  const account = await trx
    .selectFrom('userAccount')
    .select((eb) => [
      'id',
      'passwordHash',
      'defaultTenantId',
      eb
        .and([
          eb('active', '=', true),
          eb.exists(
            eb
              .selectFrom('user')
              .select('user.id')
              .whereRef('user.id', '=', 'userAccount.id')
              .where('user.status', '=', 'active'),
          ),
        ])
        .as('open'),
    ])
    .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', accountKey(username)))
    .executeTakeFirst();
  return account ? { ...account, open: Boolean(account.open) } : null;
}

/**
 * Returns the id of the tenant for the new session: the default tenant if the user still belongs to it, else
 * the first.
 */
async function startTenant(trx: Trx, account: Pick<Account, 'id' | 'defaultTenantId'>): Promise<number> {
  const memberships = await trx
    .selectFrom('user')
    .select('tenantId')
    .where('id', '=', account.id)
    .where('status', '=', 'active')
    .orderBy('tenantId')
    .execute();
  const ids = memberships.map(({ tenantId }) => tenantId);
  const tenantId = ids.find((id) => id === account.defaultTenantId) ?? ids[0];
  if (tenantId === undefined) throw new AppError('auth.noTenant');
  return tenantId;
}

/**
 * Number of bits that may be missing in a proof of work. Failed attempts of other people can raise the
 * required bits while the browser of the user is still computing the proof.
 */
const TOLERATED_BITS = 1;

/** Counts the attempt. Throws if it is too frequent, or needs more work than was proven. Returns the user's count. */
async function admit(trx: Trx, input: Input<'pclogin'>['body'], ip: string, proven: number): Promise<number> {
  const attempts = await countAttempt(trx, attemptKeys(ip, input.username));
  const verdict = judge(attempts);
  // Throwing rolls back the count, so that only attempts with a password check are counted.
  if (verdict.kind === 'blocked') throw tooManyAttempts(verdict.seconds);
  if (verdict.kind === 'captcha' && proven < verdict.bits - TOLERATED_BITS) {
    const key = input.captchaId && input.captcha ? 'auth.captchaWrong' : 'auth.captchaRequired';
    throw new AppError(key, {}, { data: { captchaRequired: true } });
  }
  return Math.max(...attempts.map(({ scope, count }) => count - LIMITS[scope].captcha));
}

/** Opens a session for an authenticated user, and ends the browser's earlier session. */
export async function openSession(
  trx: Trx,
  account: Pick<Account, 'id' | 'defaultTenantId'>,
  cookie: string,
  { ip, userAgent, cookie: earlier }: LoginFrom,
): Promise<void> {
  const tenantId = await startTenant(trx, account);
  if (earlier) await revokeSession(trx, sessionIdOf(earlier));
  await createSession(trx, { id: sessionIdOf(cookie), userId: account.id, tenantId, ip, userAgent });
  await audit(trx, { tenantId, userId: account.id, action: 'login', ip });
}

/**
 * Checks name and password and opens a session. Returns the value of the cookie. The error and its time are the same
 * for unknown names, wrong passwords and inactive accounts.
 */
export async function login(
  { db, log, vault }: Pick<Services, 'db' | 'log' | 'vault'>,
  input: Input<'pclogin'>['body'],
  from: LoginFrom,
): Promise<string> {
  const { captchaId, captcha, username, password } = input;
  const hasCaptcha = captchaId !== undefined && captcha !== undefined;
  const proven = hasCaptcha ? await redeemCaptcha(db, captchaId, captcha) : 0;
  const beyond = await db.system((trx) => admit(trx, input, from.ip, proven));
  const account = await db.system((trx) => findAccount(trx, username));
  const hash = account?.open ? account.passwordHash : null;
  const right = await verifyPassword(password, hash);
  const noteRefused = async (): Promise<void> => {
    log.warn('sign-in refused', { userId: account?.id ?? null, ip: from.ip });
    // Unknown names take the same path and time, but have no tenant.
    const tenantId = account?.defaultTenantId ?? NO_TENANT;
    const userId = account?.id ?? null;
    await db.system((trx) => audit(trx, { tenantId, userId, action: 'loginFailed', ip: from.ip }));
  };
  if (!account || !right) {
    await noteRefused();
    throw new AppError('auth.badCredentials', {}, { data: { captchaRequired: beyond >= 0 } });
  }
  await admitTotp({ db, vault }, account.id, input.otp).catch(async (error) => {
    if (input.otp !== undefined) await noteRefused();
    throw error;
  });
  const cookie = newCookieValue();
  await db.system(async (trx) => {
    // The password may have been changed during its check.
    const current = await trx
      .selectFrom('userAccount')
      .select('passwordHash')
      .where('id', '=', account.id)
      .where('active', '=', true)
      .forShare()
      .executeTakeFirst();
    if (current?.passwordHash !== hash) throw new AppError('auth.badCredentials');
    await forgiveAttempt(trx, attemptKeys(from.ip, username));
    await openSession(trx, account, cookie, from);
  });
  return cookie;
}
