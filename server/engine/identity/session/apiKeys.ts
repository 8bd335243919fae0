/** API keys for programs. A key acts for the user who created it, in one tenant, within its scopes. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Data, Input } from '../../../../generated/calls.ts';
import { canGrant } from '../../../../runtime/core/access/permission.ts';
import { readLang } from '../../../../runtime/core/text/lang.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { lockName } from '../../../platform/db/lock.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { DEPT_OF, readRights } from '../../access/rights.ts';
import type { Session } from '../../context.ts';
import type { LiveSession } from './sessions.ts';
import { endOfOurs, timeLeft } from './timeLeft.ts';

/** The prefix distinguishes a key from an access token. */
const PREFIX = 'wdk_';
const KEY_BYTES = 32;
const HINT_LENGTH = PREFIX.length + 4;
const MAX_KEYS = 20;
/** Minimum interval between two updates of a key's last use. */
const NOTE_MINUTES = 5;

type ApiKey = Data<'apiKeys'>[number];
const SHOWN = ['id', 'name', 'hint', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt'] as const;

export const isApiKey = (bearer: string): boolean => bearer.startsWith(PREFIX);
const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url');
/** Prefix of a key's session id. It contains a dot, so it never equals the id of a user's session. */
const SESSION_PREFIX = 'key.';
export const apiKeySessionId = (key: string): string => SESSION_PREFIX + hashKey(key);
export const isApiKeySession = (sessionId: string): boolean => sessionId.startsWith(SESSION_PREFIX);

/** The owner of keys, who is a user in one tenant. */
type Owner = Pick<Session, 'userId' | 'tenantId'>;

const validOf = (trx: Trx, { userId, tenantId }: Owner) =>
  trx
    .selectFrom('apiKey')
    .where('userId', '=', userId)
    .where('tenantId', '=', tenantId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`);

export async function listApiKeys(trx: Trx, owner: Owner): Promise<ApiKey[]> {
  return validOf(trx, owner)
    .select([...SHOWN])
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Creates an API key. A key has at most the permissions of its user. It also loses permissions that the user
 * loses later.
 */
export async function createApiKey(
  trx: Trx,
  session: Session,
  { name, scopes, days }: Input<'apiKeyCreate'>['body'],
): Promise<Data<'apiKeyCreate'>> {
  const beyond = scopes.find((scope) => !session.admin && !canGrant(session.permissions, scope));
  if (beyond !== undefined)
    throw new AppError('user.grantBeyond', { permission: beyond }, { field: '/scopes' });
  await lockName(trx, `api keys ${session.tenantId} ${session.userId}`);
  const existing = await listApiKeys(trx, session);
  if (existing.length >= MAX_KEYS) throw new AppError('apiKey.tooMany', { max: MAX_KEYS });
  const key = PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  const { userId, tenantId } = session;
  const record = await trx
    .insertInto('apiKey')
    .values({
      tenantId,
      userId,
      name,
      scopes: [...scopes],
      keyHash: hashKey(key),
      hint: key.slice(0, HINT_LENGTH),
      expiresAt: sql<string>`now() + make_interval(days => ${days})`,
    })
    .returning([...SHOWN])
    .executeTakeFirstOrThrow();
  return { key, record };
}

/** Revokes a key. Returns its name. */
export async function revokeApiKey(trx: Trx, { userId, tenantId }: Owner, id: number): Promise<string> {
  const row = await trx
    .updateTable('apiKey')
    .set({ revokedAt: sql`now()` })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('tenantId', '=', tenantId)
    .where('revokedAt', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (!row) throw new AppError('http.notFound');
  return row.name;
}

/** Revokes all keys of a user. If a password was stolen, keys may have been stolen too. */
export async function revokeApiKeysOf(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('apiKey')
    .set({ revokedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
}

/** Returns the session of a key, with the rights that both the key and its user have. Null if the key is invalid. */
export async function loadApiKey(trx: Trx, sessionId: string): Promise<LiveSession | null> {
  const row = await trx
    .selectFrom('apiKey as k')
    .innerJoin('userAccount as u', 'u.id', 'k.userId')
    .innerJoin('user as p', (join) =>
      join.onRef('p.id', '=', 'k.userId').onRef('p.tenantId', '=', 'k.tenantId'),
    )
    .where('k.keyHash', '=', sessionId.slice(SESSION_PREFIX.length))
    .where('k.revokedAt', 'is', null)
    .where('k.expiresAt', '>', sql<string>`now()`)
    .where('u.active', '=', true)
    .where('p.status', '=', 'active')
    .select([
      'k.id',
      'k.userId',
      'k.tenantId',
      'k.scopes',
      timeLeft('k.expiresAt').as('left'),
      'u.lang',
      DEPT_OF.as('deptId'),
    ])
    .executeTakeFirst();
  const rights = row && (await readRights(trx, row.tenantId, row.userId));
  if (!row || !rights) return null;
  await trx
    .updateTable('apiKey')
    .set({ lastUsedAt: sql`now()` })
    .where('id', '=', row.id)
    .where((eb) =>
      eb.or([
        eb('lastUsedAt', 'is', null),
        eb('lastUsedAt', '<', sql<string>`now() - make_interval(mins => ${NOTE_MINUTES})`),
      ]),
    )
    .execute();
  return {
    ...rights,
    tenantId: row.tenantId,
    ...(row.deptId === null ? {} : { deptId: row.deptId }),
    lang: readLang(row.lang),
    sessionId,
    apiKey: true,
    // A key is never an administrator. It has its scopes, limited to the user's present permissions.
    admin: false,
    permissions: new Set(row.scopes.filter((scope) => rights.admin || canGrant(rights.permissions, scope))),
    expiresAt: endOfOurs(row.left),
  };
}
