/** Refuses weak passwords of sufficient length: common passwords, and passwords similar to the user name. */
import { dictionary } from '@zxcvbn-ts/language-common';
import { accountKey } from './accountKey.ts';

/** Shorter names occur in many good passwords by chance. */
const NAME_LENGTH = 3;
const FEW_LETTERS = 3;
/** Matches what users add to a refused word: `password2026!`. */
const TAIL = /[\d\W_]{1,5}$/u;

const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

type Fault = 'user.passwordCommon' | 'user.passwordName';

/** Returns null if the password is accepted. The definitions validate its length. */
export function findPasswordFault(password: string, username: string): Fault | null {
  const normalized = password.normalize('NFKC').toLowerCase();
  const name = accountKey(username);
  if (name.length >= NAME_LENGTH && normalized.includes(name)) return 'user.passwordName';
  const isCommon = common.has(normalized) || common.has(normalized.replace(TAIL, ''));
  return isCommon || new Set(normalized).size <= FEW_LETTERS ? 'user.passwordCommon' : null;
}
