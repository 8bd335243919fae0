/**
 * Finds similar records before a user creates a duplicate. Company names are compared without legal form, width, case
 * and punctuation. Of records that the caller may not see, the answer only says that one has exactly this name.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { fieldAccess } from '../../../runtime/core/access/fieldAccess.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../platform/db/index.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { audienceOf } from '../access/audience.ts';
import { mineWhere, recordWhere } from '../access/recordScope.ts';
import type { CallContext } from '../context.ts';
import { fieldsOf } from '../entities/columns.ts';
import type { ActionOf } from './read.ts';
import { type MappedInput, readSource } from './sources.ts';

const MAX_FOUND = 20;
/** Minimum length of a name. Shorter texts occur in too many names. */
const MIN_LETTERS = 2;
const SIGNS = '[\\s!-/:-@[-`{-~·。、—]';
const FORMS = '(股份有限公司|有限责任公司|有限公司|公司|集团|company|limited|coltd|corp|gmbh|llc|ltd|inc)';

interface Similar {
  id: number | null;
  name: string;
  ownerName: string | null;
  match: 'same' | 'similar';
}

/** Removes the legal form and punctuation from a name. If nothing would be left, the name is unchanged. */
const bare = (name: RawBuilder<unknown>): RawBuilder<string> => {
  const plain = sql`regexp_replace(lower(normalize(${name}, NFKC)), ${SIGNS}, '', 'g')`;
  return sql<string>`coalesce(nullif(regexp_replace(${plain}, ${FORMS}, '', 'g'), ''), ${plain})`;
};

/** Builds the comparison of a record's name with the requested name, both without legal form and punctuation. */
function compare(entity: Entity, name: string) {
  const own = bare(sql.ref(entity.label));
  const asked = bare(sql`${name}::text`);
  return { own, asked, isSame: sql<SqlBool>`${own} = ${asked}` };
}

/** Finds similar records that the caller may see. */
async function findSeen(
  trx: Trx,
  entity: Entity,
  name: string,
  { session }: CallContext,
): Promise<Similar[]> {
  const readable = recordWhere(session, entity, 'get');
  const owner = entity.owner ?? 'createdBy';
  const showsOwner = fieldAccess(session, entity, owner) !== 'hidden';
  const { own, asked, isSame } = compare(entity, name);
  const near = sql<SqlBool>`(strpos(${own}, ${asked}) > 0 or strpos(${asked}, ${own}) > 0)
    and least(length(${own}), length(${asked})) >= ${MIN_LETTERS}`;
  const ownerName = sql<string | null>`${
    showsOwner
      ? sql`(select u.name from "user" u where u.id = ${sql.ref(`${entity.name}.${owner}`)})`
      : sql`null::text`
  }`;
  const query = trxAny(trx)
    .selectFrom(entity.name)
    .select([
      sql<number>`id`.as('id'),
      sql<string>`${sql.ref(entity.label)}`.as('name'),
      ownerName.as('ownerName'),
      sql<string>`case when ${isSame} then 'same' else 'similar' end`.as('match'),
    ])
    .where(sql<SqlBool>`(${isSame} or ${near})`)
    .orderBy(isSame, 'desc')
    .orderBy(sql`length(${own})`)
    .orderBy('id')
    .limit(MAX_FOUND);
  const rows = await (readable ? query.where(readable) : query).execute();
  return rows.map(({ id, ...row }) => ({ ...row, id: Number(id) }) as unknown as Similar);
}

/** Returns whether a record that the caller may not see has exactly this name. Nothing else about it is returned. */
async function findUnseen(
  trx: Trx,
  entity: Entity,
  name: string,
  { session }: CallContext,
): Promise<Similar[]> {
  const readable = recordWhere(session, entity, 'get');
  // Private records of other users are never reported.
  if (!readable || audienceOf(entity)) return [];
  const { isSame } = compare(entity, name);
  const found = await trxAny(trx)
    .selectFrom(entity.name)
    .select(sql<number>`1`.as('one'))
    .where(isSame)
    .where((eb) => sql<SqlBool>`(${readable(eb)}) is not true`)
    .executeTakeFirst();
  return found ? [{ id: null, name, ownerName: null, match: 'same' }] : [];
}

export interface Candidate {
  name: string;
  /** A further value that identifies the record, compared with the key field. Null if it is unknown. */
  key: string | null;
}

/**
 * Returns the candidates that already exist as records, by name or key. `mine` if such a record is the caller's own.
 */
export async function findKnown(
  { db, session }: CallContext,
  entity: Entity,
  candidates: readonly Candidate[],
  key: string,
): Promise<Map<number, 'mine' | 'other'>> {
  if (candidates.length === 0 || fieldAccess(session, entity, entity.label) === 'hidden') return new Map();
  const names = candidates.map(({ name }) => name);
  const keys = candidates.map((one) => one.key);
  const mine = mineWhere(session, entity);
  const { rows } = await db.tenant(session.tenantId, (trx) => {
    const records = trxAny(trx)
      .selectFrom(entity.name)
      .select((eb) => [
        bare(sql.ref(entity.label)).as('bare'),
        sql<string>`${sql.ref(key)}`.as('key'),
        sql<boolean>`${mine(eb)}`.as('mine'),
      ]);
    return sql<{ at: string; mine: boolean }>`
      with r as (${records}),
           c as (select at, key, ${bare(sql`name`)} as bare
                   from unnest(${names}::text[], ${keys}::text[]) with ordinality as n(name, key, at))
      select at, bool_or(mine) as mine
        from (select c.at, r.mine from c join r on r.bare = c.bare
              union all select c.at, r.mine from c join r on r.key = c.key) as found
       group by at`.execute(trx);
  });
  return new Map(rows.map(({ at, mine: own }) => [Number(at) - 1, own ? 'mine' : 'other']));
}

async function similarNames(ctx: CallContext, entity: Entity, name: string): Promise<Similar[]> {
  if (fieldAccess(ctx.session, entity, entity.label) === 'hidden') throw new AppError('http.forbidden');
  return ctx.db.tenant(ctx.session.tenantId, async (trx) => {
    const seen = await findSeen(trx, entity, name, ctx);
    if (seen.some(({ match }) => match === 'same')) return seen;
    return [...(await findUnseen(trx, entity, name, ctx)), ...seen];
  });
}

/** Finds similar records for entities with `x-suggestDuplicates`. */
export async function recordsSimilar(ctx: CallContext, entity: Entity, name: string): Promise<Similar[]> {
  if (!fieldsOf(entity)[entity.label]?.['x-suggestDuplicates']) throw new AppError('http.notFound');
  return similarNames(ctx, entity, name);
}

export const serveSimilar = (action: ActionOf<'similar'>, input: MappedInput, ctx: CallContext) =>
  similarNames(ctx, entityOf(action.entity), String(readSource(action.name, input, ctx.session)));
