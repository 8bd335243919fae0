/** Searches words in texts by the same SQL for lists and for the global search, so that both find the same. */
import { type Expression, type SqlBool, sql } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import type { AnyBuilder } from '../../../platform/db/tables/anyTable.ts';
import { columnType, fieldsOf } from '../columns.ts';
import { likePattern } from './filterSql.ts';

const MAX_WORDS = 8;
/**
 * Matches words that trigrams cannot find: those of one or two characters, which an index of pairs finds
 * (`text_pairs`). One letter may become two in lower case.
 */
const SHORT = /^[^İ]{1,2}$/u;
/** Two of these characters may occur in any text. */
const COMMON = /^[ -~]+$/;

/** Returns the words of a search. All must be found, each in any of the search fields. */
export const wordsOf = (search: string | undefined): string[] =>
  (search ?? '').split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);

const isText = (entity: EntityDefinition, name: string): boolean => {
  const field = fieldsOf(entity)[name];
  return field !== undefined && columnType(field) === 'string';
};

function holdField(
  eb: AnyBuilder,
  entity: EntityDefinition,
  name: string,
  word: string,
): Expression<SqlBool> {
  const column = isText(entity, name) ? eb.ref(name) : sql`${eb.ref(name)}::text`;
  return sql<SqlBool>`${column} ilike ${likePattern(word)}`;
}

/** Returns the query of `text_pairs` for the pair, or for all pairs that begin with a single character. */
function pairsQuestion(word: string): string {
  const quoted = `'${word.replace(/['\\]/g, '$&$&')}'`;
  return [...word].length === 1 ? `${quoted}:*` : quoted;
}

/**
 * Selects the rows that contain every pair of letters of a short word, and so may contain the word. The table plan has
 * the same expression for the index over these fields.
 */
function holdPairs(eb: AnyBuilder, indexed: readonly string[], word: string): Expression<SqlBool> {
  const columns = sql.join(indexed.map((name) => eb.ref(name)));
  return sql<SqlBool>`(text_pairs(array[${columns}]) @@ lower(${pairsQuestion(word)})::tsquery or not pairs_able())`;
}

/**
 * Makes the condition that one of the entity's search fields contains the word. If a query reads all records with a
 * common word, and not just a few, the table is faster than the index.
 */
export function buildWord(
  eb: AnyBuilder,
  entity: EntityDefinition,
  fields: readonly string[],
  word: string,
  read: 'few' | 'all',
): Expression<SqlBool> {
  const held = eb.or(fields.map((name) => holdField(eb, entity, name, word)));
  const indexed = (entity.list.search ?? []).filter((name) => isText(entity, name));
  const paired = SHORT.test(word) && (read === 'few' || !COMMON.test(word));
  if (!paired || !fields.every((name) => indexed.includes(name))) return held;
  // In this form PostgreSQL skips the trigram index, which does not cover short words.
  return eb.and([holdPairs(eb, indexed, word), sql<SqlBool>`(${held}) is true`]);
}
