import type { FastifyReply, FastifyRequest } from 'fastify';
import { operations } from '../../../generated/operations.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { readSecret } from '../../platform/secrets/keyFile.ts';
import type { Authenticator, Service, Services, Session, StartAccount } from '../context.ts';
import { apiKeySessionId, isApiKey, isApiKeySession, loadApiKey } from './apiKeys.ts';
import { removeStale } from './attempts.ts';
import { audit } from './audit.ts';
import { createSessionCache } from './cache.ts';
import { readSessionCookie, writeSessionCookie } from './cookie.ts';
import { type LoginFrom, login, openSession } from './login.ts';
import { createOidc, enterDomains, type OidcAttempt, oidcAccount } from './oidc.ts';
import { type AttemptCookie, createAttemptCookie } from './oidcCookie.ts';
import { seedPlatform } from './seed.ts';
import { extendSession, loadSession, newCookieValue, revokeSession, sessionIdOf } from './sessions.ts';
import { createTokenMemory } from './tokenMemory.ts';
import {
  type AccessToken,
  type Audience,
  audienceOf,
  bearerToken,
  signToken,
  TOKEN_PURPOSE,
  TOKEN_SECONDS,
} from './tokens.ts';

declare module '../context.ts' {
  interface Services {
    identity: Identity;
  }
}

const CHANNEL = 'wattdeck_identity';
const COOKIE_PURPOSE = 'oidc cookie';
const CLEAN_MS = 3_600_000;

type Credentials = Parameters<typeof login>[1];

export interface Identity extends Authenticator, Required<Service> {
  /** The accounts that the start made or knows; passwords only when they were generated in this start. */
  startAccounts(): readonly StartAccount[];
  /** The main token: of the user whose cookie came along, else anonymous. */
  mainToken(request: FastifyRequest, reply: FastifyReply): Promise<AccessToken>;
  emsToken(session: Session): Promise<AccessToken>;
  /** Signs in and binds the session to the browser. */
  login(request: FastifyRequest, reply: FastifyReply, ip: string, credentials: Credentials): Promise<Session>;
  /** The name of the company's identity provider, where one is set up. */
  oidcName: string | null;
  /** Where to send the browser, and what it has to bring back. */
  oidcBegin(from: string): Promise<{ attempt: OidcAttempt; url: string }>;
  /** What the browser has to bring back, in its cookie. */
  oidcAttempt: AttemptCookie;
  /** Binds a session for the person who came back; false when nobody made them an account. */
  oidcFinish(request: FastifyRequest, reply: FastifyReply, attempt: OidcAttempt): Promise<boolean>;
  logout(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The session as it is now; after a change of rights or tenant. */
  reload(session: Session): Promise<Session>;
  /** Call after any change to an account, its memberships, roles or sessions: every process reads them again. */
  changed(userId: number): Promise<void>;
  /** Tells when somebody's sessions or rights may have changed (null: anybody's), after they are read anew. */
  watch(listen: (userId: number | null) => void): () => void;
}

/** Routes that a browser opens without headers of ours (server-sent events): the cookie is enough for these. */
const STREAMS: ReadonlySet<string> = new Set(
  Object.values(operations)
    .filter(({ method, answer }) => method === 'get' && answer === 'raw')
    .map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1')),
);

const loginFrom = (request: FastifyRequest): LoginFrom => ({
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
  cookie: readSessionCookie(request),
});

/** Entities whose records decide what somebody may do. */
const RIGHTS: ReadonlySet<string> = new Set(['user', 'role', 'dept']);

export function createIdentity({
  db,
  log,
  config,
  hub,
  vault,
}: Pick<Services, 'db' | 'log' | 'config' | 'hub' | 'vault'>): Identity {
  const cache = createSessionCache((id) =>
    db.system((trx) => (isApiKeySession(id) ? loadApiKey(trx, id) : loadSession(trx, id))),
  );
  const oidc = config.oidc && createOidc(config.oidc);
  const verifyToken = createTokenMemory();
  let secret: Uint8Array = new Uint8Array();
  let cookieSecret: Uint8Array = new Uint8Array();
  let accounts: readonly StartAccount[] = [];
  let unlisten: (() => Promise<void>) | null = null;
  let unsubscribe: (() => void) | null = null;
  let cleaner: NodeJS.Timeout | null = null;

  const token = (audience: Audience, session: Session, expiresAt: number): Promise<AccessToken> =>
    signToken(secret, audience, session, Math.min(TOKEN_SECONDS, (expiresAt - Date.now()) / 1000));

  const watchers = new Set<(userId: number | null) => void>();
  const readAgain = (userId: number | null): void => {
    if (userId === null) cache.clear();
    else cache.dropUser(userId);
    for (const listen of watchers) listen(userId);
  };

  const changed = async (userId: number): Promise<void> => {
    readAgain(userId);
    await db.notify(CHANNEL, String(userId));
  };

  const sessionOfCookie = async (request: FastifyRequest) => {
    const cookie = readSessionCookie(request);
    return cookie === null ? null : cache.get(sessionIdOf(cookie));
  };

  const sessionOfToken = async (bearer: string, audience: Audience) => {
    const verified = await verifyToken(secret, audience, bearer);
    if (typeof verified === 'string' || verified.claims === null) return null;
    const { sessionId, userId, tenantId } = verified.claims;
    const session = await cache.get(sessionId);
    // A token from before a switch of tenant must not write into the other tenant: it counts as expired.
    return session && session.userId === userId && session.tenantId === tenantId ? session : null;
  };

  return {
    async start() {
      secret = await readSecret(config.dataDir, TOKEN_PURPOSE);
      cookieSecret = await readSecret(config.dataDir, COOKIE_PURPOSE);
      // A process without a provider knows nothing of its domains, and leaves what the others entered.
      const domains = config.oidc?.domains;
      if (domains) await db.system((trx) => enterDomains(trx, domains));
      accounts = await db.system((trx) => seedPlatform(trx, config));
      unlisten = await db.listen(
        CHANNEL,
        (payload) => readAgain(payload === '*' ? null : Number(payload)),
        () => readAgain(null),
      );
      // Within this process a change counts before its answer leaves; the database tells the others.
      unsubscribe = hub.subscribe((event) => {
        if (event.type !== 'entity' || !RIGHTS.has(event.entity)) return;
        readAgain(event.entity === 'user' ? event.id : null);
      });
      const clean = () => db.system(removeStale).catch((error) => log.warn('old sessions stay', { error }));
      cleaner = setInterval(() => void clean(), CLEAN_MS).unref();
    },

    async close() {
      if (cleaner) clearInterval(cleaner);
      unsubscribe?.();
      await unlisten?.();
    },

    startAccounts: () => accounts,
    changed,
    watch(listen) {
      watchers.add(listen);
      return () => void watchers.delete(listen);
    },

    async authenticate(request) {
      const bearer = bearerToken(request.headers.authorization);
      if (bearer !== null && isApiKey(bearer)) return cache.get(apiKeySessionId(bearer));
      if (bearer !== null) return sessionOfToken(bearer, audienceOf(request.url));
      return STREAMS.has(request.routeOptions.url ?? '') ? sessionOfCookie(request) : null;
    },

    async mainToken(request, reply) {
      const session = await sessionOfCookie(request);
      const expiresAt = session && (await db.system((trx) => extendSession(trx, session.sessionId)));
      if (session && expiresAt) return token('main', session, expiresAt);
      // The browser learns that its session is over, and stops sending it.
      if (readSessionCookie(request) !== null) writeSessionCookie(request, reply, null);
      return signToken(secret, 'main', null, TOKEN_SECONDS);
    },

    async emsToken(session) {
      const live = await cache.get(session.sessionId);
      if (!live) throw new AppError('http.unauthorized');
      return token('ems', session, live.expiresAt);
    },

    oidcName: oidc?.name ?? null,
    oidcAttempt: createAttemptCookie(() => cookieSecret),

    async oidcBegin(from) {
      if (!oidc) throw new AppError('oidc.off');
      return oidc.begin(from);
    },

    async oidcFinish(request, reply, attempt) {
      if (!oidc) throw new AppError('oidc.off');
      const person = await oidc.finish(attempt, request.url.split('?')[1] ?? '');
      const from = loginFrom(request);
      const cookie = newCookieValue();
      const found = await db.system(async (trx) => {
        const id = await oidcAccount(trx, person);
        if (id === null) return false;
        const account = await trx
          .selectFrom('userAccount')
          .select(['id', 'defaultTenantId'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await openSession(trx, account, cookie, from);
        return true;
      });
      if (!found) return false;
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
      const ofToken = bearer === null ? null : await sessionOfToken(bearer, 'main');
      const cookie = readSessionCookie(request);
      const ids = new Set([
        ...(ofToken ? [ofToken.sessionId] : []),
        ...(cookie ? [sessionIdOf(cookie)] : []),
      ]);
      for (const id of ids) {
        const ended = await db.system(async (trx) => {
          const owner = await revokeSession(trx, id);
          if (owner) await audit(trx, { ...owner, action: 'logout' });
          return owner;
        });
        if (ended) await changed(ended.userId);
      }
      writeSessionCookie(request, reply, null);
    },

    async reload({ sessionId, userId }) {
      await changed(userId);
      const session = await cache.get(sessionId);
      if (!session) throw new AppError('http.unauthorized');
      return session;
    },
  };
}
