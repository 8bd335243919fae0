/** Ends that the database keeps, by our clock: the two may differ, and neither may lock people out or keep them in. */
import { type RawBuilder, sql } from 'kysely';

/** Milliseconds until the time in a column, by the clock of the database. */
export const timeLeft = (column: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${sql.ref(column)} - now()) * 1000)::float8`;

/** The same end in epoch milliseconds of our clock. */
export const endOfOurs = (left: number): number => Date.now() + left;
