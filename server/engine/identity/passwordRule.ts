/** Which passwords are refused beside short ones: what is guessed first, and what the user name tells already. */
import { dictionary } from '@zxcvbn-ts/language-common';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Session } from '../context.ts';
import { accountKey } from './throttle.ts';

/** Shorter names stand in many a good password by chance. */
const NAME_LENGTH = 3;
const FEW_LETTERS = 3;
/** What people hang on to a word that was refused: `password2026!`. */
const TAIL = /[\d\W_]{1,5}$/u;

const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

type Fault = 'user.passwordCommon' | 'user.passwordName';

/** Null when nothing speaks against it; its length is a matter of the definitions. */
export function findPasswordFault(password: string, username: string): Fault | null {
  const said = password.normalize('NFKC').toLowerCase();
  const name = accountKey(username);
  if (name.length >= NAME_LENGTH && said.includes(name)) return 'user.passwordName';
  const known = common.has(said) || common.has(said.replace(TAIL, ''));
  return known || new Set(said).size <= FEW_LETTERS ? 'user.passwordCommon' : null;
}

export function checkPassword(password: string, username: string, field: string): void {
  const fault = findPasswordFault(password, username);
  if (fault) throw new AppError(fault, {}, { field });
}

/** The same for a person who has an account. */
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
