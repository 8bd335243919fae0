/**
 * Converts end times of the database to the server's clock. The clocks may differ, which must not shorten or extend
 * sessions.
 */
import { type RawBuilder, sql } from 'kysely';

/** SQL for the milliseconds until the time in a column, by the clock of the database. */
export const timeLeft = (column: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${sql.ref(column)} - now()) * 1000)::float8`;

/** Returns the end in epoch milliseconds of the server's clock. */
export const endOfOurs = (left: number): number => Date.now() + left;
