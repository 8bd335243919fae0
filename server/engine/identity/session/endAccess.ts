import type { Trx } from '../../../platform/db/index.ts';
import { revokeApiKeysOf } from './apiKeys.ts';
import { revokeSessionsOf } from './sessions.ts';

/** Ends something that a person's password has opened, in every tenant. */
type EndAccess = (trx: Trx, userId: number) => Promise<void>;

const endings: EndAccess[] = [revokeSessionsOf, revokeApiKeysOf];

/** Rooms that give people something as good as a key register how it ends. */
export const registerEnding = (end: EndAccess): void => void endings.push(end);

/** Ends all that a person's password has opened: sessions, API keys, and what was registered. */
export async function endAccess(trx: Trx, userId: number): Promise<void> {
  for (const end of endings) await end(trx, userId);
}
