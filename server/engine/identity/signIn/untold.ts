/** Stores generated passwords, encrypted, until they are printed, because a start may be interrupted before that. */
import type { Trx } from '../../../platform/db/index.ts';
import type { SealedAt, Vault } from '../../../platform/secrets/vault.ts';
import type { StartAccount } from '../../context.ts';

/** The passwords belong to the installation, not to a tenant. */
const PLACE: SealedAt = { table: 'untold_password', column: 'password', owner: 0 };

/** Stores the passwords that this start generated. Returns the accounts with all unprinted passwords. */
export async function keepUntold(
  trx: Trx,
  vault: Vault,
  accounts: readonly StartAccount[],
): Promise<StartAccount[]> {
  const made = accounts.flatMap(({ username, password }) =>
    password === null ? [] : [{ username, password: vault.seal(password, PLACE) }],
  );
  if (made.length > 0) await trx.insertInto('untoldPassword').values(made).execute();
  const rows = await trx.selectFrom('untoldPassword').selectAll().execute();
  const untold = new Map(rows.map(({ username, password }) => [username, vault.open(password, PLACE)]));
  return accounts.map((account) => ({ ...account, password: untold.get(account.username) ?? null }));
}

export async function forgetTold(trx: Trx, accounts: readonly StartAccount[]): Promise<void> {
  const names = accounts.flatMap(({ username, password }) => (password === null ? [] : [username]));
  if (names.length > 0) await trx.deleteFrom('untoldPassword').where('username', 'in', names).execute();
}
