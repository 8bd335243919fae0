/** The scope of permissions on users: `user:update@department` covers only accounts in the user's own departments. */
import { entityOf } from '../../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { trxAny } from '../../../platform/db/tables/anyTable.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Caller } from '../../access/asker.ts';
import { keyWhere } from '../../access/recordScope.ts';
import { canSeeRecord } from '../../entities/write/write.ts';

/** The permissions on another user's account. Those of `userPermission` have the same scope. */
export type PersonRight =
  | 'user:update'
  | 'user:resetPassword'
  | 'user:handOn'
  | 'userPermission:get'
  | 'userPermission:update';

/**
 * Throws unless the caller has the permission for this user of the transaction's tenant. The error is 404 if
 * the caller may not see the user, or if the user is in another tenant, and otherwise 403.
 */
export async function requirePerson(trx: Trx, caller: Caller, id: number, right: PersonRight): Promise<void> {
  const user = entityOf('user');
  const where = keyWhere(caller, user, right);
  let query = trxAny(trx).selectFrom(user.name).select('id').where('id', '=', id);
  if (where) query = query.where(where);
  if ((await query.execute()).length > 0) return;
  throw new AppError((await canSeeRecord(trx, caller, user, id)) ? 'http.forbidden' : 'http.notFound');
}
