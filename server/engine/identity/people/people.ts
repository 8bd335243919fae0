/** Administrators' actions on accounts of other users. Other changes are ordinary writes of records. */
import { sql } from 'kysely';
import type { Data, Input } from '../../../../generated/calls.ts';
import { entityOf } from '../../../../runtime/core/definitions/entities.ts';
import { accountKey } from '../../../platform/accountKey.ts';
import type { Database } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { CallContext, Session } from '../../context.ts';
import { announceRecord, updateRecordIn } from '../../entities/write/write.ts';
import { endAccess } from '../session/endAccess.ts';
import { generatePassword, hashPassword } from '../signIn/password.ts';
import { checkPasswordOf } from '../signIn/passwordRule.ts';
import { audit } from '../signIn/signInAudit.ts';
import { checkAccount } from './permissions.ts';
import { requirePerson } from './reach.ts';

/** V128, decision 48: the phrase is English in both languages. */
const PHRASE = 'I confirm';

/** Sets a new password for a user of the tenant (C487). All sessions, API keys and board links of the user end. */
export async function resetPassword(
  db: Database,
  session: Session,
  { id, confirm, password }: Input<'resetPassword'>['body'],
): Promise<Data<'resetPassword'>> {
  if (confirm.trim() !== PHRASE) throw new AppError('user.phrase', {}, { field: '/confirm' });
  const { tenantId, userId } = session;
  await db.tenant(tenantId, async (trx) => {
    await requirePerson(trx, session, id, 'user:resetPassword');
    await checkAccount(trx, session, id);
  });
  if (password !== undefined) await db.system((trx) => checkPasswordOf(trx, id, password, '/password'));
  const made = password === undefined ? generatePassword() : null;
  const passwordHash = await hashPassword(password ?? made ?? '');
  await db.system(async (trx) => {
    await trx
      .updateTable('userAccount')
      .set({ passwordHash, updatedAt: sql`now()`, version: sql`version + 1` })
      .where('id', '=', id)
      .execute();
    await endAccess(trx, id);
    await audit(trx, { tenantId, userId, about: id, action: 'passwordReset' });
  });
  return { password: made };
}

/**
 * Adds a user of another tenant to this tenant (C338). Only administrators of the platform may do this. The record is
 * then checked like any change of a user.
 */
export async function bindUser(
  ctx: Pick<CallContext, 'db' | 'hub' | 'vault' | 'session' | 'lang' | 'zone'>,
  { username, departments, roles = [] }: Input<'tenantUserRelationCreate'>['body'],
): Promise<Data<'tenantUserRelationCreate'>> {
  const { db, session } = ctx;
  if (!session.admin) throw new AppError('user.bindAdmin');
  const { tenantId } = session;
  const account = await db.system((trx) =>
    trx
      .selectFrom('userAccount')
      .select(['id', 'username', 'name', 'phone', 'email'])
      .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', accountKey(username)))
      .executeTakeFirst(),
  );
  if (!account) throw new AppError('user.noAccount', {}, { field: '/username' });
  const user = entityOf('user');
  const record = await db.tenant(tenantId, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('user')
      .values({ ...account, tenantId, departments: '[]', createdBy: session.userId })
      .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw new AppError('user.member', {}, { field: '/username' });
    const body = { departments, roles };
    const { record } = await updateRecordIn(trx, ctx, user, account.id, 1, body, {
      action: 'create',
      right: null,
    });
    return record;
  });
  announceRecord(ctx, user, account.id, 'create');
  const { password: _, ...shown } = record;
  return shown as Data<'tenantUserRelationCreate'>;
}
