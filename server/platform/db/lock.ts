import { sql } from 'kysely';
import type { ScopedTrx } from './index.ts';

/** Other callers with the same name wait until this transaction ends. Counts that it reads before a write stay true. */
export async function lockName(trx: ScopedTrx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
