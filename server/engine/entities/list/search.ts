import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Data } from '../../../../generated/calls.ts';
import { fieldAccess } from '../../../../runtime/core/access/fieldAccess.ts';
import { type Entity, entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import { type Lang, nearLang } from '../../../../runtime/core/text/lang.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { type AnyBuilder, type AnyTrx, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { recordScope, recordWhere } from '../../access/recordScope.ts';
import type { Session } from '../../context.ts';
import { isNamed } from '../pinyin.ts';
import { likePattern } from './filterSql.ts';
import { buildWord, wordsOf } from './wordSql.ts';

type FoundRecord = Data<'search'>[number];

/** The searching user and the language of the answer. */
interface Searcher {
  session: Session;
  lang: Lang;
}

/** Maximum number of shown records for each entity. */
const PER_ENTITY = 5;
/** Matches a word of letters, which may be pinyin. */
const LETTERS = /^[a-z]{2,}$/i;
/**
 * Minimum length of words that are searched anywhere in a spelling. An index finds shorter words only at its
 * beginning.
 */
const ANYWHERE = 3;

const isShown = (session: Session, entity: Entity, name: string): boolean =>
  fieldAccess(session, entity, name) !== 'hidden';

/** Returns the fields of the entity in which this user may search. Empty if the user cannot find its records. */
function listSearchedFields(entity: Entity, session: Session): string[] {
  if (recordScope(session, entity, 'list') === null || !isShown(session, entity, entity.label)) return [];
  return (entity.list.search ?? []).filter((name) => isShown(session, entity, name));
}

/** Returns the label of the record in the language of the answer. */
function labelSql(eb: AnyBuilder, entity: Entity, { session, lang }: Searcher): RawBuilder<string> {
  const { label, labelEn } = entity;
  const own = sql<string>`coalesce(${eb.ref(label)}::text, '')`;
  return nearLang(lang) === 'en' && labelEn && isShown(session, entity, labelEn)
    ? sql<string>`coalesce(nullif(${eb.ref(labelEn)}, ''), ${own})`
    : own;
}

/** Builds the condition that a record contains a word. */
type Matcher = (eb: AnyBuilder, word: string) => Expression<SqlBool>;

const textMatcher =
  (entity: Entity, fields: readonly string[]): Matcher =>
  (eb, word) =>
    buildWord(eb, entity, fields, word, 'few');

const matchesPinyin: Matcher = (eb, word) =>
  eb(eb.ref('labelPinyin'), 'ilike', likePattern(word.length < ANYWHERE ? ` ${word}` : word));

interface Search {
  words: readonly string[];
  holds: Matcher;
  /** The ids of the records found so far. */
  found: readonly number[];
}

function entityQuery(trx: AnyTrx, searcher: Searcher, entity: Entity, { words, holds, found }: Search) {
  const allowed = recordWhere(searcher.session, entity, 'list');
  return trx
    .selectFrom(entity.name)
    .select((eb) => [
      sql.lit(entity.name).as('entity'),
      eb.ref('id').as('id'),
      labelSql(eb, entity, searcher).as('label'),
    ])
    .where((eb) =>
      eb.and([
        ...(allowed ? [allowed(eb)] : []),
        ...(found.length > 0 ? [sql<boolean>`${eb.ref('id')} <> all(${[...found]}::int8[])`] : []),
        ...words.map((word) => holds(eb, word)),
      ]),
    )
    .limit(PER_ENTITY - found.length);
}

/** Searches several entities with one query. */
async function searchKinds(
  trx: Trx,
  searcher: Searcher,
  kinds: readonly (readonly [Entity, Search])[],
): Promise<FoundRecord[]> {
  if (kinds.length === 0) return [];
  const queries = kinds.map(
    ([entity, search]) => sql`(${entityQuery(trxAny(trx), searcher, entity, search)})`,
  );
  const { rows } = await sql<FoundRecord>`${sql.join(queries, sql` union all `)}`.execute(trx);
  return rows;
}

/**
 * Returns a few records of each entity whose search fields contain all words. Records whose name matches the words as
 * pinyin follow.
 */
export async function searchRecords(trx: Trx, searcher: Searcher, search: string): Promise<FoundRecord[]> {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const kinds = entityRegistry.all().flatMap((entity) => {
    const fields = listSearchedFields(entity, searcher.session);
    return fields.length > 0 ? [{ entity, fields }] : [];
  });
  const written = await searchKinds(
    trx,
    searcher,
    kinds.map(({ entity, fields }) => [entity, { words, holds: textMatcher(entity, fields), found: [] }]),
  );
  if (!words.some((word) => LETTERS.test(word))) return written;
  const spelled = kinds
    .filter(({ entity }) => isNamed(entity))
    .map(({ entity, fields }): [Entity, Search] => {
      const found = written.filter((one) => one.entity === entity.name).map(({ id }) => id);
      const texts = textMatcher(entity, fields);
      const holds: Matcher = (eb, word) => {
        if (!LETTERS.test(word)) return texts(eb, word);
        // The previous search found all records whose texts contain a single word.
        return words.length === 1
          ? matchesPinyin(eb, word)
          : eb.or([texts(eb, word), matchesPinyin(eb, word)]);
      };
      return [entity, { words, holds, found }];
    })
    .filter(([, { found }]) => found.length < PER_ENTITY);
  return [...written, ...(await searchKinds(trx, searcher, spelled))];
}
