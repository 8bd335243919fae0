import type { Trx } from '../../platform/db/index.ts';
import { revokeLinksOf } from '../../sites/boards/ownLinks.ts';
import { revokeApiKeysOf } from './apiKeys.ts';
import { revokeSessionsOf } from './sessions.ts';

/** Ends all that a person's password has opened: sessions, API keys, links to boards. */
export async function endAccess(trx: Trx, userId: number): Promise<void> {
  await revokeSessionsOf(trx, userId);
  await revokeApiKeysOf(trx, userId);
  await revokeLinksOf(trx, userId);
}
