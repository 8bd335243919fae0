/** The second factor: codes of an authenticator app (RFC 6238), and recovery codes for users who have lost the app. */
import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import QRCode from 'qrcode';
import type { Data } from '../../../../generated/calls.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import type { Services } from '../../context.ts';
import { totpAt } from '../sealStored.ts';
import { countAttempt, forgiveAttempt, tooManyAttempts } from './loginCounters.ts';
import { judge } from './loginLimits.ts';

const ISSUER = 'Wattdeck';
const PERIOD_S = 30;
/** Maximum difference of the clocks, in steps. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** Letters and digits, without characters that look alike. */
const RECOVERY_SIGNS = '23456789abcdefghjkmnpqrstuvwxyz';

const totpOf = (username: string, secret: string): TOTP =>
  new TOTP({ issuer: ISSUER, label: username, secret: Secret.fromBase32(secret), period: PERIOD_S });

const codeNormal = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase();
const hashCode = (userId: number, code: string): string =>
  createHash('sha256')
    .update(`${userId} ${codeNormal(code)}`)
    .digest('base64url');

/** Returns ten characters in two groups, which are easy to write down. */
function makeRecoveryCode(): string {
  const signs = Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_SIGNS[randomInt(RECOVERY_SIGNS.length)],
  );
  return `${signs.slice(0, 5).join('')}-${signs.slice(5).join('')}`;
}

export async function readTotpState(trx: Trx, userId: number): Promise<Data<'totpState'>> {
  const row = await trx
    .selectFrom('userTotp')
    .select(['confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  const { left } = await trx
    .selectFrom('recoveryCode')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const since = row?.confirmedAt ?? null;
  return { on: since !== null, since, recoveryCodes: since === null ? 0 : Number(left) };
}

/** Creates a new secret. An active one must be disabled first. */
export async function beginTotp(trx: Trx, vault: Vault, userId: number): Promise<Data<'totpBegin'>> {
  const { username } = await trx
    .selectFrom('userAccount')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const secret = new Secret().base32;
  const sealed = vault.seal(secret, totpAt(userId));
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('userTotp')
    .values({ userId, secret: sealed })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ secret: sealed }).where('userTotp.confirmedAt', 'is', null),
    )
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw new AppError('totp.on');
  const uri = totpOf(username, secret).toString();
  const svg = await QRCode.toString(uri, { type: 'svg', margin: 1 });
  return { secret, uri, image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

/** Uses up a code. A code is valid only once, and older codes are invalid after it. */
async function spendCode(
  trx: Trx,
  vault: Vault,
  userId: number,
  code: string,
  confirmed: boolean,
): Promise<boolean> {
  const row = await trx
    .selectFrom('userTotp')
    .innerJoin('userAccount', 'userAccount.id', 'userTotp.userId')
    .select(['secret', 'lastStep', 'username'])
    .where('userId', '=', userId)
    .where('confirmedAt', confirmed ? 'is not' : 'is', null)
    .forUpdate('userTotp')
    .executeTakeFirst();
  // If the key cannot decrypt the secret, only recovery codes are valid.
  const secret = row && vault.open(row.secret, totpAt(userId));
  if (!secret) return false;
  const now = Date.now();
  const delta = totpOf(row.username, secret).validate({
    token: codeNormal(code),
    window: WINDOW,
    timestamp: now,
  });
  if (delta === null) return false;
  const step = Math.floor(now / 1000 / PERIOD_S) + delta;
  if (step <= row.lastStep) return false;
  await trx
    .updateTable('userTotp')
    .set({ lastStep: step, confirmedAt: sql`coalesce(confirmed_at, now())` })
    .where('userId', '=', userId)
    .execute();
  return true;
}

async function spendRecoveryCode(trx: Trx, userId: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recoveryCode')
    .where('userId', '=', userId)
    .where('codeHash', '=', hashCode(userId, code))
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

export async function confirmTotp(trx: Trx, vault: Vault, userId: number, code: string): Promise<string[]> {
  if (!(await spendCode(trx, vault, userId, code, false)))
    throw new AppError('totp.wrong', {}, { field: '/code' });
  const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
  await trx
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ userId, codeHash: hashCode(userId, code) })))
    .execute();
  return codes;
}

export async function turnOffTotp(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('userTotp').where('userId', '=', userId).execute();
}

/** Uses up a code of the app or a recovery code. Wrong codes are counted by account, from all machines together. */
export async function proveTotp(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  userId: number,
  code: string,
  more: object = {},
): Promise<void> {
  const counters = [{ scope: 'otp' as const, key: String(userId) }];
  const verdict = judge(await db.system((trx) => countAttempt(trx, counters)));
  if (verdict.kind === 'blocked') throw tooManyAttempts(verdict.seconds);
  await db.system(async (trx) => {
    const right =
      (await spendCode(trx, vault, userId, code, true)) || (await spendRecoveryCode(trx, userId, code));
    if (!right) throw new AppError('totp.wrong', {}, { field: '/otp', ...more });
    await forgiveAttempt(trx, counters);
  });
}

/** Checks the code at sign-in, after the password. Throws if the account requires a code and the code is invalid. */
export async function admitTotp(
  parts: Pick<Services, 'db' | 'vault'>,
  userId: number,
  code: string | undefined,
): Promise<void> {
  const { on } = await parts.db.system((trx) => readTotpState(trx, userId));
  if (!on) return;
  const data = { otpRequired: true };
  if (code === undefined) throw new AppError('totp.required', {}, { field: '/otp', data });
  await proveTotp(parts, userId, code, { data });
}
