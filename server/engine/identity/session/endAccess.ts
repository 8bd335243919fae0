import type { Trx } from '../../../platform/db/index.ts';
import { revokeApiKeysOf } from './apiKeys.ts';
import { revokeSessionsOf } from './sessions.ts';

/** Ends access that was gained with a user's password, in every tenant. */
type EndAccess = (trx: Trx, userId: number) => Promise<void>;

const endings: EndAccess[] = [revokeSessionsOf, revokeApiKeysOf];

/** Registers a function that ends further access, such as the links of a folder. */
export const registerEnding = (end: EndAccess): void => void endings.push(end);

/** Ends all access that was gained with a user's password: sessions, API keys, and registered kinds of access. */
export async function endAccess(trx: Trx, userId: number): Promise<void> {
  for (const end of endings) await end(trx, userId);
}
