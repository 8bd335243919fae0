import { sql } from 'kysely';
import type { Data } from '../../generated/calls.ts';
import { type Entity, entityRegistry } from '../../runtime/core/definitions/entities.ts';
import { field_access } from '../../runtime/core/fieldAccess.ts';
import { record_scope, record_where } from '../access/index.ts';
import type { Session } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { type AnyTrx, like_pattern, trx_any } from './query.ts';

type FoundRecord = Data<'search'>[number];

/** Records of one kind that are shown. */
const PER_ENTITY = 5;
const MAX_WORDS = 8;

/** The fields of the entity that this person may search in; none when its records are not found at all. */
function fields_searched(entity: Entity, session: Session): string[] {
  if (record_scope(session, entity, 'list') === null) return [];
  const shown = (name: string) => field_access(session, entity, name) !== 'hidden';
  return shown(entity.label) ? (entity.list.search ?? []).filter(shown) : [];
}

function entity_query(trx: AnyTrx, session: Session, entity: Entity, words: readonly string[]) {
  const fields = fields_searched(entity, session);
  const allowed = record_where(session, entity, 'list');
  return trx
    .selectFrom(entity.name)
    .select((eb) => [
      sql.lit(entity.name).as('entity'),
      eb.ref('id').as('id'),
      sql<string>`coalesce(${eb.ref(entity.label)}::text, '')`.as('label'),
    ])
    .where((eb) =>
      eb.and([
        ...(allowed ? [allowed(eb)] : []),
        ...words.map((word) =>
          eb.or(fields.map((field) => sql<boolean>`${eb.ref(field)}::text ilike ${like_pattern(word)}`)),
        ),
      ]),
    )
    .limit(PER_ENTITY);
}

/** A few records of every kind whose searched fields hold all words, in one question to the database. */
export async function records_search(trx: Trx, session: Session, search: string): Promise<FoundRecord[]> {
  const words = search.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  const kinds = entityRegistry.all().filter((entity) => fields_searched(entity, session).length > 0);
  if (kinds.length === 0 || words.length === 0) return [];
  const queries = kinds.map((entity) => sql`(${entity_query(trx_any(trx), session, entity, words)})`);
  const { rows } = await sql<FoundRecord>`${sql.join(queries, sql` union all `)}`.execute(trx);
  return rows;
}
