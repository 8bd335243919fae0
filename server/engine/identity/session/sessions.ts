import { createHash, randomBytes } from 'node:crypto';
import { type SelectQueryBuilder, sql } from 'kysely';
import { readLang } from '../../../../runtime/core/text/lang.ts';
import type { Tables, Trx } from '../../../platform/db/index.ts';
import { narrowedOf } from '../../access/narrowing.ts';
import { DEPARTMENTS_OF, DEPT_OF, ROLES_OF, rightsOf, STATIONS_OF } from '../../access/rights.ts';
import type { Session } from '../../context.ts';
import { endOfOurs, timeLeft } from './timeLeft.ts';

/** V171: an unused session ends after a day, and a used session after a week. */
const IDLE_HOURS = 24;
const LONGEST_HOURS = 7 * 24;
const ID_BYTES = 32;

/** A session with its end. */
export interface LiveSession extends Session {
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** Returns the value of the cookie. The database contains only its hash. */
export function newCookieValue(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}

export function sessionIdOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64url');
}

export interface NewSession {
  id: string;
  userId: number;
  tenantId: number;
  ip: string;
  userAgent: string | null;
}

export async function createSession(trx: Trx, session: NewSession): Promise<void> {
  await trx
    .insertInto('session')
    .values({ ...session, expiresAt: sql`now() + make_interval(hours => ${IDLE_HOURS})` })
    .execute();
}

type SessionQuery<O> = SelectQueryBuilder<Tables, 'session', O>;

/** Limits a query to sessions that have not ended. */
function alive<O>(query: SessionQuery<O>): SessionQuery<O> {
  return query.where('session.revokedAt', 'is', null).where('session.expiresAt', '>', sql<string>`now()`);
}

/** Returns the session with its present rights. Null if it has ended, or its user has left or is inactive. */
export async function loadSession(trx: Trx, id: string): Promise<LiveSession | null> {
  const row = await alive(trx.selectFrom('session').where('session.id', '=', id))
    .innerJoin('userAccount as u', 'u.id', 'session.userId')
    .innerJoin('user as p', (join) =>
      join.onRef('p.id', '=', 'session.userId').onRef('p.tenantId', '=', 'session.tenantId'),
    )
    .where('u.active', '=', true)
    .where('p.status', '=', 'active')
    .select([
      'session.userId',
      'session.tenantId',
      timeLeft('session.expiresAt').as('left'),
      'p.name',
      'u.lang',
      'u.isAdmin',
      'p.permissions as own',
      ROLES_OF.as('roles'),
      DEPARTMENTS_OF.as('departments'),
      DEPT_OF.as('deptId'),
      STATIONS_OF.as('stations'),
      narrowedOf().as('narrowed'),
    ])
    .executeTakeFirst();
  if (!row) return null;
  return {
    userId: row.userId,
    tenantId: row.tenantId,
    name: row.name,
    sessionId: id,
    apiKey: false,
    ...rightsOf(row),
    ...(row.deptId === null ? {} : { deptId: row.deptId }),
    lang: readLang(row.lang),
    expiresAt: endOfOurs(row.left),
  };
}

/**
 * Extends a session that is in use. Returns the new end in epoch milliseconds. Null if the session has ended.
 */
export async function extendSession(trx: Trx, id: string): Promise<number | null> {
  const row = await trx
    .updateTable('session')
    .set({
      lastSeenAt: sql`now()`,
      expiresAt: sql`least(now() + make_interval(hours => ${IDLE_HOURS}),
        created_at + make_interval(hours => ${LONGEST_HOURS}))`,
    })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .returning(timeLeft('expiresAt').as('left'))
    .executeTakeFirst();
  return row ? endOfOurs(row.left) : null;
}

/** Ends a session. Returns its user if it was still open. */
export async function revokeSession(
  trx: Trx,
  id: string,
): Promise<{ userId: number; tenantId: number } | null> {
  const row = await trx
    .updateTable('session')
    .set({ revokedAt: sql`now()` })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning(['userId', 'tenantId'])
    .executeTakeFirst();
  return row ?? null;
}

export async function revokeSessionsOf(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('session')
    .set({ revokedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
}
