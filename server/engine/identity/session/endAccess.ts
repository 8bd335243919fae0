import type { Trx } from '../../../platform/db/index.ts';
import { revokeApiKeysOf } from './apiKeys.ts';
import { revokeSessionsOf } from './sessions.ts';

/** Ends access that was opened with a user's password, in every tenant. */
type EndAccess = (trx: Trx, userId: number) => Promise<void>;

const endings: EndAccess[] = [revokeSessionsOf, revokeApiKeysOf];

/** Registers how access ends that a folder gives to users and that is equivalent to a key. */
export const registerEnding = (end: EndAccess): void => void endings.push(end);

/** Ends all access that was opened with a user's password: sessions, API keys, and what was registered. */
export async function endAccess(trx: Trx, userId: number): Promise<void> {
  for (const end of endings) await end(trx, userId);
}
