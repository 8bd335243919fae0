/**
 * Links that open one record without signing in. They have a limited validity, can be revoked, and count their visits.
 * A record has at most one link.
 */

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Data } from '../../../generated/calls.ts';
import type { PublicRecord } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { languageOf } from '../../../runtime/core/text/lang.ts';
import { DAY_MS, startDate } from '../../../runtime/core/time/timeWindow.ts';
import { writeAudit } from '../../platform/db/auditLog.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext } from '../context.ts';
import { fieldsOf } from '../entities/columns.ts';
import { valueTitle } from '../entities/texts.ts';
import { announceRecord, requireRecord } from '../entities/write/write.ts';
import { NOTE } from '../records/notes.ts';

export type RecordLink = Data<'recordLinks'>[number];

const TOKEN_BYTES = 32;

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const opensIn = (entity: Entity, open: PublicRecord, record: Row): boolean =>
  open.in.some((state) => state === record[entity.states?.field ?? '']);

/** Runs a function with the record. Throws unless the caller may create links of it. */
function withPublished<T>(
  { db, session }: CallContext,
  entity: Entity,
  id: number,
  run: (trx: Trx, record: Row, open: PublicRecord) => Promise<T>,
): Promise<T> {
  const { public: open } = entity;
  if (!open) throw new AppError('http.notFound');
  return db.tenant(session.tenantId, async (trx) =>
    run(trx, await requireRecord(trx, session, entity, id, 'publish', true), open),
  );
}

const linksOf = (trx: Trx, entity: Entity, id: number) =>
  trx
    .selectFrom('recordLink')
    .where('entity', '=', entity.name)
    .where('recordId', '=', id)
    .where('revokedAt', 'is', null);

const sealedAt = (tenantId: number) => ({ table: 'record_link', column: 'token', owner: tenantId });

type LinkContext = Pick<CallContext, 'session' | 'vault'>;

const openToken = ({ session, vault }: LinkContext, token: string | null): string | null =>
  token === null ? null : vault.open(token, sealedAt(session.tenantId));

async function readLinks(trx: Trx, context: LinkContext, entity: Entity, id: number): Promise<RecordLink[]> {
  const links = await linksOf(trx, entity, id)
    .select(['id', 'createdByName as createdBy', 'createdAt', 'endsAt', 'opens', 'openedAt', 'token'])
    .where('endsAt', '>', sql<string>`now()`)
    .execute();
  return links.map((link) => ({ ...link, token: openToken(context, link.token) }));
}

export const listLinks = (ctx: CallContext, entity: Entity, id: number): Promise<RecordLink[]> =>
  withPublished(ctx, entity, id, (trx) => readLinks(trx, ctx, entity, id));

/** Returns the end of a link: the end of its last day in the caller's time zone. */
function readEnd(entity: Entity, { until }: PublicRecord, record: Row, zone: string): string {
  const { format, title } = fieldsOf(entity)[until] ?? {};
  const endValue = record[until];
  if (typeof endValue !== 'string') throw new AppError('link.noEnd', { field: title ?? until });
  const end = format === 'date' ? startDate(Date.parse(endValue) / DAY_MS + 1, zone) : Date.parse(endValue);
  if (end <= Date.now()) throw new AppError('link.past', { field: title ?? until });
  return new Date(end).toISOString();
}

async function revokeAll(trx: Trx, entity: Entity, id: number): Promise<number[]> {
  const rows = await trx
    .updateTable('recordLink')
    .set({ revokedAt: sql`now()` })
    .where('id', 'in', linksOf(trx, entity, id).select('id'))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

type Maker = LinkContext & Pick<CallContext, 'zone' | 'lang'>;

/** Creates the link of a record that may be published. The earlier link becomes invalid. */
async function insertLink(
  trx: Trx,
  { session, vault, zone, lang }: Maker,
  entity: Entity,
  open: PublicRecord,
  record: Row,
): Promise<string> {
  const { tenantId, userId, name } = session;
  const id = Number(record.id);
  if (!opensIn(entity, open, record)) {
    const field = fieldsOf(entity)[entity.states?.field ?? ''];
    const states = open.in.map((state) => valueTitle(field, state, lang));
    throw new AppError('link.state', { states: states.join(languageOf(lang).comma) });
  }
  const endsAt = readEnd(entity, open, record, zone);
  await revokeAll(trx, entity, id);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await trx
    .insertInto('recordLink')
    .values({
      ...{ tenantId, entity: entity.name, recordId: id, tokenHash: hashToken(token), endsAt },
      ...{ createdBy: userId, createdByName: name },
      token: open.printed ? vault.seal(token, sealedAt(tenantId)) : null,
    })
    .execute();
  const diff = { [`${NOTE}until`]: [null, endsAt] as [unknown, unknown] };
  await writeAudit(trx, { tenantId, userId, entity: entity.name, id, action: 'publish', diff });
  return token;
}

/** Creates the link of a record. The token is returned only once, except for a printed link. */
export async function makeLink(
  ctx: CallContext,
  entity: Entity,
  id: number,
): Promise<Data<'recordLinkMake'>> {
  const made = await withPublished(ctx, entity, id, async (trx, record, open) => {
    const token = await insertLink(trx, ctx, entity, open, record);
    const [link] = await readLinks(trx, ctx, entity, id);
    return { token, link: link! };
  });
  announceRecord(ctx, entity, id, 'update');
  return made;
}

/** Returns the token of the printed link of a record. Creates the link if no valid one exists. */
export async function printedToken(
  trx: Trx,
  ctx: Maker,
  entity: Entity,
  open: PublicRecord,
  record: Row,
): Promise<string> {
  const [link] = opensIn(entity, open, record) ? await readLinks(trx, ctx, entity, Number(record.id)) : [];
  return link?.token ?? insertLink(trx, ctx, entity, open, record);
}

/**
 * Ends the links that a user created, in every tenant. If a password was stolen, links may have been stolen too.
 * Printed links stay valid, because they are attached to devices on site.
 */
export async function revokeRecordLinksOf(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('recordLink')
    .set({ revokedAt: sql`now()` })
    .where('createdBy', '=', userId)
    .where('token', 'is', null)
    .where('revokedAt', 'is', null)
    .execute();
}

/** Ends the link of a record at once. */
export async function revokeLink(ctx: CallContext, entity: Entity, id: number): Promise<null> {
  const { tenantId, userId } = ctx.session;
  await withPublished(ctx, entity, id, async (trx) => {
    const ended = await revokeAll(trx, entity, id);
    if (ended.length === 0) throw new AppError('http.notFound');
    await writeAudit(trx, { tenantId, userId, entity: entity.name, id, action: 'unpublish', diff: {} });
  });
  announceRecord(ctx, entity, id, 'update');
  return null;
}
