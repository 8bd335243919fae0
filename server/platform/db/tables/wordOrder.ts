import { type RawBuilder, sql } from 'kysely';

/** The collation in which lists order texts: Chinese by pinyin (schema/entities.sql makes it). */
export const WORD_ORDER = 'word_order';

/** A column of names in the order in which people read them. */
export const inWordOrder = (column: string): RawBuilder<unknown> =>
  sql`${sql.ref(column)} collate ${sql.raw(WORD_ORDER)}`;
