import type { ColumnType } from 'kysely';

/** A timestamptz: read as an ISO string, written as one or as a Date. */
export type Instant = ColumnType<string, string | Date, string | Date>;
/** The same with a default in the database. */
export type DefaultInstant = ColumnType<string, string | Date | undefined, string | Date>;
export type NullableInstant = ColumnType<
  string | null,
  string | Date | null | undefined,
  string | Date | null
>;
/** jsonb: read parsed, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;
