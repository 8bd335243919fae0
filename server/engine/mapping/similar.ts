/**
 * Looks for records of the same name before one is made twice. Names of companies are compared without their form, width,
 * case and signs; records that the caller may not see are told by name and owner alone, so that they can be asked for.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import { fieldAccess } from '../../../runtime/core/fieldAccess.ts';
import { trxAny } from '../../platform/db/anyTable.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { audienceOf } from '../access/audience.ts';
import { mineWhere, recordWhere } from '../access/recordScope.ts';
import type { CallContext } from '../context.ts';
import { fieldsOf } from '../entities/columns.ts';
import type { ActionOf } from './read.ts';
import { type MappedInput, readSource } from './sources.ts';

const MAX_FOUND = 20;
/** A shorter text is a part of too many names. */
const MIN_LETTERS = 2;
const SIGNS = '[\\s!-/:-@[-`{-~·。、—]';
const FORMS = '(股份有限公司|有限责任公司|有限公司|公司|集团|company|limited|coltd|corp|gmbh|llc|ltd|inc)';

interface Similar {
  id: number | null;
  name: string;
  ownerName: string | null;
  match: 'same' | 'similar';
}

/** Strips a name of its form and signs; one that consists of nothing else stays as it is. */
const bare = (name: RawBuilder<unknown>): RawBuilder<string> => {
  const plain = sql`regexp_replace(lower(normalize(${name}, NFKC)), ${SIGNS}, '', 'g')`;
  return sql<string>`coalesce(nullif(regexp_replace(${plain}, ${FORMS}, '', 'g'), ''), ${plain})`;
};

async function findSimilar(trx: Trx, entity: Entity, name: string, { session }: CallContext) {
  const readable = recordWhere(session, entity, 'get');
  const owner = entity.owner ?? 'createdBy';
  const showsOwner = fieldAccess(session, entity, owner) !== 'hidden';
  const own = bare(sql.ref(entity.label));
  const asked = bare(sql`${name}::text`);
  const near = sql<SqlBool>`(strpos(${own}, ${asked}) > 0 or strpos(${asked}, ${own}) > 0)
    and least(length(${own}), length(${asked})) >= ${MIN_LETTERS}`;
  const query = trxAny(trx)
    .selectFrom(entity.name)
    .select((eb) => [
      (readable ? sql<number | null>`case when ${readable(eb)} then id end` : sql<number>`id`).as('id'),
      sql<string>`${sql.ref(entity.label)}`.as('name'),
      sql<
        string | null
      >`${showsOwner ? sql`(select u.name from "user" u where u.id = ${sql.ref(`${entity.name}.${owner}`)})` : sql`null::text`}`.as(
        'ownerName',
      ),
      sql<string>`case when ${own} = ${asked} then 'same' else 'similar' end`.as('match'),
    ])
    .where(sql<SqlBool>`(${own} = ${asked} or ${near})`)
    .orderBy(sql`${own} = ${asked}`, 'desc')
    .orderBy(sql`length(${own})`)
    .orderBy('id')
    .limit(MAX_FOUND);
  // Records that are private to somebody else are not told at all.
  const where = audienceOf(entity) ? readable : null;
  const rows = await (where ? query.where(where) : query).execute();
  return rows.map(
    ({ id, ...row }) => ({ ...row, id: id === null ? null : Number(id) }) as unknown as Similar,
  );
}

export interface Candidate {
  name: string;
  /** Tells such records apart besides their names. */
  key: string | null;
}

/** Tells which of the candidates there are records of, by name or key, and whether one is the asker's own. */
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
  return ctx.db.tenant(ctx.session.tenantId, (trx) => findSimilar(trx, entity, name, ctx));
}

/** Forms ask so of entities that say by `x-similar` that they are compared. */
export async function recordsSimilar(ctx: CallContext, entity: Entity, name: string): Promise<Similar[]> {
  if (!fieldsOf(entity)[entity.label]?.['x-similar']) throw new AppError('http.notFound');
  return similarNames(ctx, entity, name);
}

export const serveSimilar = (action: ActionOf<'similar'>, input: MappedInput, ctx: CallContext) =>
  similarNames(ctx, entityOf(action.entity), String(readSource(action.name, input, ctx.session)));
