/** SQL for searching words in texts. Lists and the global search share it, so both find the same records. */
import { type Expression, type SqlBool, sql } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import type { AnyBuilder } from '../../../platform/db/tables/anyTable.ts';
import { columnType, fieldsOf } from '../columns.ts';
import { likePattern } from './filterSql.ts';

const MAX_WORDS = 8;
/**
 * Matches words of one or two characters. Trigrams cannot find them, but the index of character pairs can
 * (`text_pairs`). `İ` is excluded, because it becomes two characters in lower case.
 */
const SHORT = /^[^İ]{1,2}$/u;
/** Matches words of common characters. Almost every text contains such pairs. */
const COMMON = /^[ -~]+$/;

/** Returns the words of a search. A record must contain all of them, each in any search field. */
export const wordsOf = (search: string | undefined): string[] =>
  (search ?? '').split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);

const isText = (entity: EntityDefinition, name: string): boolean => {
  const field = fieldsOf(entity)[name];
  return field !== undefined && columnType(field) === 'string';
};

function fieldContains(
  eb: AnyBuilder,
  entity: EntityDefinition,
  name: string,
  word: string,
): Expression<SqlBool> {
  const column = isText(entity, name) ? eb.ref(name) : sql`${eb.ref(name)}::text`;
  return sql<SqlBool>`${column} ilike ${likePattern(word)}`;
}

/** Returns the tsquery for a pair. For a single character, it matches all pairs that begin with the character. */
function pairsQuestion(word: string): string {
  const quoted = `'${word.replace(/['\\]/g, '$&$&')}'`;
  return [...word].length === 1 ? `${quoted}:*` : quoted;
}

/**
 * Selects the rows with all character pairs of a short word, as candidates. The table plan must have the same
 * expression for the index over these fields.
 */
function pairsContain(eb: AnyBuilder, indexed: readonly string[], word: string): Expression<SqlBool> {
  const columns = sql.join(indexed.map((name) => eb.ref(name)));
  return sql<SqlBool>`(text_pairs(array[${columns}]) @@ lower(${pairsQuestion(word)})::tsquery or not pairs_able())`;
}

/**
 * Builds the condition that one of the search fields contains the word. For a common word the index is used only if
 * the query reads a few rows. If it reads all, a table scan is faster.
 */
export function buildWord(
  eb: AnyBuilder,
  entity: EntityDefinition,
  fields: readonly string[],
  word: string,
  read: 'few' | 'all',
): Expression<SqlBool> {
  const contained = eb.or(fields.map((name) => fieldContains(eb, entity, name, word)));
  const indexed = (entity.list.search ?? []).filter((name) => isText(entity, name));
  const paired = SHORT.test(word) && (read === 'few' || !COMMON.test(word));
  if (!paired || !fields.every((name) => indexed.includes(name))) return contained;
  // `is true` prevents PostgreSQL from using the trigram index, which does not cover short words.
  return eb.and([pairsContain(eb, indexed, word), sql<SqlBool>`(${contained}) is true`]);
}
