import { sql } from 'kysely';
import type { ScopedTrx } from './index.ts';

/** Whoever asks for the same name waits until the caller's transaction ends: what it counts before a write stays true. */
export async function lockName(trx: ScopedTrx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
