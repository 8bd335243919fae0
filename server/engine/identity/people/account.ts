import { sql } from 'kysely';
import type { Input } from '../../../../generated/calls.ts';
import type { SourceText } from '../../../../runtime/core/text/pickText.ts';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Session } from '../../context.ts';
import { endAccess } from '../session/endAccess.ts';
import { countAttempt, forgiveAttempt, tooManyAttempts } from '../signIn/loginCounters.ts';
import { judge } from '../signIn/loginLimits.ts';
import { hashPassword, verifyPassword } from '../signIn/password.ts';
import { checkPasswordOf } from '../signIn/passwordRule.ts';
import { audit } from '../signIn/signInAudit.ts';

/** V127 */
export const PASSWORD_CHANGED: SourceText = {
  zh: '修改成功，请重新登录',
  en: 'Modified successfully, please log in again',
};

/** Checks the user's own password, and counts wrong attempts. Returns the hash of the correct password. */
export async function provePassword(
  db: Database,
  userId: number,
  password: string,
  field: string,
): Promise<string> {
  const counters = [{ scope: 'change' as const, key: String(userId) }];
  const verdict = judge(await db.system((trx) => countAttempt(trx, counters)));
  if (verdict.kind === 'blocked') throw tooManyAttempts(verdict.seconds);
  const { passwordHash } = await db.system((trx) =>
    trx.selectFrom('userAccount').select('passwordHash').where('id', '=', userId).executeTakeFirstOrThrow(),
  );
  if (!(await verifyPassword(password, passwordHash)))
    throw new AppError('user.passwordWrong', {}, { field });
  await db.system((trx) => forgiveAttempt(trx, counters));
  return passwordHash;
}

/** Changes the user's own password. All sessions, API keys and links of the user end, including the current session. */
export async function changePassword(
  db: Database,
  session: Session,
  { oldPassword, newPassword, repeatPassword }: Input<'changePassword'>['body'],
): Promise<void> {
  if (newPassword !== repeatPassword) {
    throw new AppError('user.passwordMismatch', {}, { field: '/repeatPassword' });
  }
  const { userId, tenantId } = session;
  await db.system((trx) => checkPasswordOf(trx, userId, newPassword, '/newPassword'));
  const before = await provePassword(db, userId, oldPassword, '/oldPassword');
  const passwordHash = await hashPassword(newPassword);
  await db.system(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('userAccount')
      .set({ passwordHash, updatedAt: sql`now()`, version: sql`version + 1` })
      .where('id', '=', userId)
      .where('passwordHash', '=', before)
      .executeTakeFirst();
    // The password was changed between the check and the update.
    if (numUpdatedRows === 0n) throw new AppError('user.passwordWrong', {}, { field: '/oldPassword' });
    await endAccess(trx, userId);
    await audit(trx, { tenantId, userId, action: 'passwordChanged' });
  });
}

type Profile = Input<'updateInfoData'>['body'];

/** Returns null for an empty text, which clears the value. */
const emptied = (text: string | undefined): string | null | undefined => (text === '' ? null : text);

/** Throws unless the user's quiet hours have two different times, or none. */
function requireSpan({ quietFrom, quietUntil }: Record<'quietFrom' | 'quietUntil', string | null>): void {
  const isNone = quietFrom === null && quietUntil === null;
  if (!isNone && (quietFrom === null || quietUntil === null || quietFrom === quietUntil))
    throw new AppError('user.quietSpan', {}, { field: '/quietUntil' });
}

const NO_SPAN = { quietFrom: null, quietUntil: null };

/** Locks and reads the fields that a profile may change. Quiet hours belong to the current tenant. */
async function lockProfile(trx: Trx, { userId, tenantId }: Session) {
  const account = await trx
    .selectFrom('userAccount')
    .select(['name', 'phone', 'email', 'lang', 'theme'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const here = await trx
    .selectFrom('user')
    .select(['quietFrom', 'quietUntil'])
    .where('id', '=', userId)
    .where('tenantId', '=', tenantId)
    .executeTakeFirst();
  return { ...account, ...(here ?? NO_SPAN) };
}

/** Changes the user's own profile. An empty text clears a value. */
export async function updateProfile(db: Database, session: Session, profile: Profile): Promise<void> {
  const { userId, tenantId } = session;
  const { name, phone, email, lang, theme, quietFrom, quietUntil } = profile;
  const shared = { name: name?.trim(), phone: emptied(phone?.trim()), email: emptied(email) };
  const span = { quietFrom: emptied(quietFrom), quietUntil: emptied(quietUntil) };
  const after = { ...shared, lang, theme, ...span };
  await db.system(async (trx) => {
    const before = await lockProfile(trx, session);
    const changed = (Object.keys(before) as (keyof typeof before)[]).filter(
      (key) => after[key] !== undefined && after[key] !== before[key],
    );
    if (changed.length === 0) return;
    const { quietFrom: from = before.quietFrom, quietUntil: until = before.quietUntil } = span;
    requireSpan({ quietFrom: from, quietUntil: until });
    await trx
      .updateTable('userAccount')
      .set({ ...shared, lang, theme, updatedAt: sql`now()`, version: sql`version + 1` })
      .where('id', '=', userId)
      .execute();
    const diff = Object.fromEntries(changed.map((key) => [key, [before[key], after[key]]]));
    // The name and quiet hours of the profile are also written to the user's records in all tenants.
    const own = { ...shared, ...span };
    if (Object.values(own).some((value) => value !== undefined))
      await trx
        .updateTable('user')
        .set({ ...own, version: sql`version + 1` })
        .where('id', '=', userId)
        .execute();
    await audit(trx, { tenantId, userId, action: 'profileChanged', diff });
  });
}

/** Switches the session to another of the user's tenants. Later sign-ins also start there. */
export async function switchTenant(db: Database, session: Session, tenantId: number): Promise<void> {
  const { userId, sessionId } = session;
  await db.system(async (trx) => {
    const member = await trx
      .selectFrom('user')
      .select('tenantId')
      .where('id', '=', userId)
      .where('tenantId', '=', tenantId)
      .where('status', '=', 'active')
      .executeTakeFirst();
    if (!member) throw new AppError('http.notFound');
    await trx
      .updateTable('userAccount')
      .set({ defaultTenantId: tenantId })
      .where('id', '=', userId)
      .execute();
    await trx.updateTable('session').set({ tenantId }).where('id', '=', sessionId).execute();
    await audit(trx, { tenantId, userId, action: 'tenantSwitched', diff: { from: session.tenantId } });
  });
}
