import { sql } from 'kysely';
import type { ScopedTrx } from './index.ts';

/**
 * Locks a name until the transaction ends. Other callers of the same name wait, so a count read before a write remains
 * valid.
 */
export async function lockName(trx: ScopedTrx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
