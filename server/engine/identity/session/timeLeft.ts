/**
 * Converts end times of the database to the server's clock. The two may differ, and neither may lock users out or keep
 * them signed in.
 */
import { type RawBuilder, sql } from 'kysely';

/** Returns the milliseconds until the time in a column, by the clock of the database. */
export const timeLeft = (column: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${sql.ref(column)} - now()) * 1000)::float8`;

/** Returns the same end in epoch milliseconds of the server's clock. */
export const endOfOurs = (left: number): number => Date.now() + left;
