import { sql } from 'kysely';
import type { ScopedTrx } from './index.ts';

/**
 * Locks a name. Other callers with the same name wait until this transaction ends, so counts that it reads before a
 * write remain valid.
 */
export async function lockName(trx: ScopedTrx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
