import { type RawBuilder, sql } from 'kysely';

/** The collation in which lists sort texts: Chinese by pinyin (schema/entities.sql creates it). */
export const WORD_ORDER = 'word_order';

/** Returns a column of names in the sort order of lists. */
export const inWordOrder = (column: string): RawBuilder<unknown> =>
  sql`${sql.ref(column)} collate ${sql.raw(WORD_ORDER)}`;
