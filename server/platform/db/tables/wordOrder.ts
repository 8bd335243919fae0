import { type RawBuilder, sql } from 'kysely';

/** The collation for texts in lists: Chinese by pinyin. Defined in schema/entities.sql. */
export const WORD_ORDER = 'word_order';

/** Returns a column of names with the collation of lists. */
export const inWordOrder = (column: string): RawBuilder<unknown> =>
  sql`${sql.ref(column)} collate ${sql.raw(WORD_ORDER)}`;
