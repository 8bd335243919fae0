/** Refuses common passwords when a user sets one. */
import type { Trx } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { findPasswordFault } from '../../../platform/passwordFault.ts';
import type { Session } from '../../context.ts';

export function checkPassword(password: string, username: string, field: string): void {
  const fault = findPasswordFault(password, username);
  if (fault) throw new AppError(fault, {}, { field });
}

/** Checks a new password for an existing user. */
export async function checkPasswordOf(
  trx: Trx,
  userId: Session['userId'],
  password: string,
  field: string,
): Promise<void> {
  const { username } = await trx
    .selectFrom('userAccount')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  checkPassword(password, username, field);
}
