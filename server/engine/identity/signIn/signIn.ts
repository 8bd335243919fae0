/** Signs users in and out in a browser: with a password, or with the company's identity provider. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Services, Session } from '../../context.ts';
import type { AccountChanges } from '../people/accountChanges.ts';
import type { SessionReader } from '../session/sessionReader.ts';
import { newCookieValue, revokeSession, sessionIdOf } from '../session/sessions.ts';
import { bearerToken } from '../session/tokens.ts';
import { readSessionCookie, writeSessionCookie } from './cookie.ts';
import { type LoginFrom, login, openSession } from './login.ts';
import { type createOidc, type OidcAttempt, oidcAccount } from './oidc.ts';
import { audit } from './signInAudit.ts';

type Credentials = Parameters<typeof login>[1];
type Oidc = ReturnType<typeof createOidc>;

export interface SignIn {
  /** Signs in and sets the session cookie. */
  login(request: FastifyRequest, reply: FastifyReply, ip: string, credentials: Credentials): Promise<Session>;
  /** Returns the redirect address, and the attempt that the browser must return in its cookie. */
  oidcBegin(from: string): Promise<{ attempt: OidcAttempt; url: string }>;
  /** Signs in the user who returns from the provider. False if the user has no account. */
  oidcFinish(request: FastifyRequest, reply: FastifyReply, attempt: OidcAttempt): Promise<boolean>;
  logout(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

interface Parts extends Pick<Services, 'db' | 'log' | 'vault'> {
  /** The identity provider. Null if none is configured. */
  oidc: Oidc | null;
  sessions: SessionReader;
  changes: AccountChanges;
}

const loginFrom = (request: FastifyRequest): LoginFrom => ({
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
  cookie: readSessionCookie(request),
});

/** Opens a session for a user of the provider. Null if the user has no account. */
function openOidcSession(
  db: Services['db'],
  person: Parameters<typeof oidcAccount>[1],
  from: LoginFrom,
): Promise<string | null> {
  const cookie = newCookieValue();
  return db.system(async (trx) => {
    const id = await oidcAccount(trx, person);
    if (id === null) return null;
    const account = await trx
      .selectFrom('userAccount')
      .select(['id', 'defaultTenantId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await openSession(trx, account, cookie, from);
    return cookie;
  });
}

export function createSignIn({ db, log, vault, oidc, sessions, changes }: Parts): SignIn {
  const { cache } = sessions;

  async function endSession(id: string): Promise<void> {
    const ended = await db.system(async (trx) => {
      const owner = await revokeSession(trx, id);
      if (owner) await audit(trx, { ...owner, action: 'logout' });
      return owner;
    });
    if (ended) await changes.changed(ended.userId);
  }

  return {
    async oidcBegin(from) {
      if (!oidc) throw new AppError('oidc.off');
      return oidc.begin(from);
    },

    async oidcFinish(request, reply, attempt) {
      if (!oidc) throw new AppError('oidc.off');
      const person = await oidc.finish(attempt, request.url.split('?')[1] ?? '');
      const from = loginFrom(request);
      const cookie = await openOidcSession(db, person, from);
      if (cookie === null) return false;
      if (from.cookie) cache.drop(sessionIdOf(from.cookie));
      writeSessionCookie(request, reply, cookie);
      return true;
    },

    async login(request, reply, ip, credentials) {
      const from = { ...loginFrom(request), ip };
      const cookie = await login({ db, log, vault }, credentials, from);
      const session = await cache.get(sessionIdOf(cookie));
      if (!session) throw new AppError('auth.badCredentials');
      if (from.cookie) cache.drop(sessionIdOf(from.cookie));
      writeSessionCookie(request, reply, cookie);
      return session;
    },

    async logout(request, reply) {
      const bearer = bearerToken(request.headers.authorization);
      const ofToken = bearer === null ? null : await sessions.ofToken(bearer, 'main');
      const cookie = readSessionCookie(request);
      const ids = new Set([
        ...(ofToken ? [ofToken.sessionId] : []),
        ...(cookie ? [sessionIdOf(cookie)] : []),
      ]);
      for (const id of ids) await endSession(id);
      writeSessionCookie(request, reply, null);
    },
  };
}
