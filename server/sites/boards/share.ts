/** Links that open one board without signing in. A link shows what its author may see at present. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Data, Input } from '../../../generated/calls.ts';
import { can } from '../../../runtime/core/access/permission.ts';
import { readRights } from '../../engine/access/rights.ts';
import type { CallContext, Session } from '../../engine/context.ts';
import { writeAudit } from '../../platform/db/auditLog.ts';
import type { ScopedTrx, Trx } from '../../platform/db/index.ts';
import { lockName } from '../../platform/db/lock.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { openStation, type StationCaller } from '../stations/open.ts';
import { boardsSeen, openPlace, type Place } from './boardAccess.ts';

type BoardShare = Data<'boardShares'>[number];

const TOKEN_BYTES = 32;
const MAX_LINKS = 50;
/** A link shows nothing if its author lacks one of these permissions. */
const NEEDED = ['kanban:get', 'kanban:share'];

const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const validOf = (trx: ScopedTrx, stationSn: string) =>
  trx
    .selectFrom('boardShare')
    .where('stationSn', '=', stationSn)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`);

/** Lists the links of boards that the caller may open. */
export async function listShares(
  trx: ScopedTrx,
  caller: StationCaller,
  stationSn: string,
): Promise<BoardShare[]> {
  await openStation(trx, caller, { sn: stationSn });
  const boards = await boardsSeen(trx, caller.session, stationSn).execute();
  const names = new Map(boards.map(({ id, name }) => [id, name]));
  const rows = await validOf(trx, stationSn)
    .select(['id', 'stationSn', 'boardId', 'createdByName as createdBy', 'createdAt', 'expiresAt'])
    .select(['opens', 'openedAt'])
    .orderBy('id', 'desc')
    .execute();
  return rows
    .filter(({ boardId }) => boardId === null || names.has(boardId))
    .map((row) => ({ ...row, boardName: row.boardId === null ? null : (names.get(row.boardId) ?? null) }));
}

export async function createShare(
  trx: ScopedTrx,
  caller: StationCaller,
  { stationSn, boardId, hours }: Input<'boardShareCreate'>['body'],
): Promise<Data<'boardShareCreate'>> {
  const { session } = caller;
  const place = await openPlace(trx, caller, { stationSn, boardId });
  await lockName(trx, `board links ${session.tenantId} ${stationSn}`);
  const { count } = await validOf(trx, stationSn)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= MAX_LINKS) throw new AppError('board.tooManyLinks', { limit: MAX_LINKS });
  const { tenantId, userId, name } = session;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const row = await trx
    .insertInto('boardShare')
    .values({
      ...{ tenantId, stationSn, boardId: place.boardId, tokenHash: hashToken(token) },
      ...{ createdBy: userId, createdByName: name },
      expiresAt: sql<string>`now() + make_interval(hours => ${hours})`,
    })
    .returning(['id', 'createdAt', 'expiresAt'])
    .executeTakeFirstOrThrow();
  await auditShare(trx, session, place, 'share', { until: [null, row.expiresAt], link: [null, row.id] });
  const share = {
    ...row,
    ...{ stationSn, boardId: place.boardId, boardName: place.name, createdBy: name },
    ...{ opens: 0, openedAt: null },
  };
  return { token, share };
}

async function auditShare(
  trx: ScopedTrx,
  { tenantId, userId }: Pick<Session, 'tenantId' | 'userId'>,
  { subject }: Pick<Place, 'subject'>,
  action: string,
  diff: Record<string, [unknown, unknown]>,
): Promise<void> {
  await writeAudit(trx, { tenantId, userId, ...subject, action, diff });
}

/** Revokes a link of any user immediately. */
export async function revokeShare(trx: ScopedTrx, caller: StationCaller, id: number): Promise<void> {
  const share = await trx
    .selectFrom('boardShare')
    .select(['stationSn', 'boardId'])
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  if (!share) throw new AppError('http.notFound');
  const place = await openPlace(trx, caller, share);
  await trx.updateTable('boardShare').set({ revokedAt: sql`now()` }).where('id', '=', id).execute();
  await auditShare(trx, caller.session, place, 'unshare', { link: [id, null] });
}

export interface Opened {
  id: number;
  place: Place;
  expiresAt: string;
  /** The person who created the link, with the permissions of the person's API keys. */
  author: Session;
}

/** Reads a valid link by its token, and its author. Null if the author may no longer show boards. */
async function findShare(trx: Trx, token: string) {
  const share = await trx
    .selectFrom('boardShare as s')
    .innerJoin('userAccount as a', 'a.id', 's.createdBy')
    .innerJoin('user as p', (join) =>
      join.onRef('p.id', '=', 's.createdBy').onRef('p.tenantId', '=', 's.tenantId'),
    )
    .select(['s.id', 's.tenantId', 's.stationSn', 's.boardId', 's.createdBy', 's.expiresAt'])
    .where('s.tokenHash', '=', hashToken(token))
    .where('s.revokedAt', 'is', null)
    .where('s.expiresAt', '>', sql<string>`now()`)
    .where('a.active', '=', true)
    .where('p.status', '=', 'active')
    .executeTakeFirst();
  const rights = share && (await readRights(trx, share.tenantId, share.createdBy));
  if (!share || !rights || !NEEDED.every((permission) => can(rights.permissions, permission))) return null;
  return { share, rights };
}

/** Opens the board of a link. If the author may no longer see the board, throws the error of an unknown link. */
export async function openShare(
  { db, lang }: Pick<CallContext, 'db' | 'lang'>,
  token: string,
): Promise<Opened> {
  // The tenant of the token is not known yet, so the query covers all tenants.
  const shared = await db.system((trx) => findShare(trx, token));
  if (!shared) throw new AppError('board.linkGone');
  const { share, rights } = shared;
  const { id, tenantId, expiresAt } = share;
  const author = { ...rights, tenantId, lang, sessionId: `link.${id}`, apiKey: true, admin: false };
  const place = await db
    .tenant(tenantId, async (trx) => {
      // A link shows nothing if its author may no longer open or share boards of the station.
      await openStation(trx, { session: author, permission: 'kanban:share' }, { sn: share.stationSn });
      return openPlace(trx, { session: author, permission: 'kanban:get' }, share);
    })
    .catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('board.linkGone') : error;
    });
  return { id, author, expiresAt, place };
}

export async function countShare(trx: ScopedTrx, { id }: Pick<Opened, 'id'>): Promise<void> {
  await trx
    .updateTable('boardShare')
    .set({ opens: sql`opens + 1`, openedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}
