import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors/errors.ts';
import { readSecret } from '../../platform/secrets/keyFile.ts';
import { type LeasedWork, leaseEvery } from '../../platform/timers/lease.ts';
import type { Authenticator, Service, Services, Session, StartAccount } from '../context.ts';
import { type AccountChanges, createAccountChanges } from './people/accountChanges.ts';
import { seedPlatform } from './seed.ts';
import { createSessionReader } from './session/sessionReader.ts';
import { extendSession } from './session/sessions.ts';
import {
  type AccessToken,
  type Audience,
  signToken,
  TOKEN_PURPOSE,
  TOKEN_SECONDS,
} from './session/tokens.ts';
import { readSessionCookie, writeSessionCookie } from './signIn/cookie.ts';
import { removeStale } from './signIn/loginCounters.ts';
import { createOidc, enterDomains } from './signIn/oidc.ts';
import { type AttemptCookie, createAttemptCookie } from './signIn/oidcCookie.ts';
import { createSignIn, type SignIn } from './signIn/signIn.ts';
import { forgetTold, keepUntold } from './signIn/untold.ts';

declare module '../context.ts' {
  interface Services {
    identity: Identity;
  }
}

const COOKIE_PURPOSE = 'oidc cookie';
const CLEAN_MS = 3_600_000;

export interface Identity
  extends Authenticator,
    Required<Service>,
    SignIn,
    Pick<AccountChanges, 'changed' | 'watch'> {
  /**
   * Returns the accounts that the server created or found when it started. A password is included only if it
   * was generated and not yet printed.
   */
  startAccounts(): readonly StartAccount[];
  /** Marks the passwords as printed, so that later starts of the server do not print them. */
  accountsTold(): Promise<void>;
  /** Returns the main token for the user of the cookie. Without a valid cookie, returns an anonymous token. */
  mainToken(request: FastifyRequest, reply: FastifyReply): Promise<AccessToken>;
  emsToken(session: Session): Promise<AccessToken>;
  /** The name of the company's identity provider, if one is configured. */
  oidcName: string | null;
  /** The sign-in attempt that the browser must return in its cookie. */
  oidcAttempt: AttemptCookie;
  /** Returns the session with its current data, after a change of rights or tenant. */
  reload(session: Session): Promise<Session>;
}

export function createIdentity({
  db,
  log,
  config,
  hub,
  vault,
}: Pick<Services, 'db' | 'log' | 'config' | 'hub' | 'vault'>): Identity {
  const oidc = config.oidc ? createOidc(config.oidc) : null;
  let secret: Uint8Array = new Uint8Array();
  let cookieSecret: Uint8Array = new Uint8Array();
  let accounts: readonly StartAccount[] = [];
  let cleaning: LeasedWork | null = null;
  const sessions = createSessionReader(db, () => secret);
  const changes = createAccountChanges({ db, hub }, sessions.cache);
  const signIn = createSignIn({ db, log, vault, oidc, sessions, changes });

  const token = (audience: Audience, session: Session, expiresAt: number): Promise<AccessToken> =>
    signToken(secret, audience, session, Math.min(TOKEN_SECONDS, (expiresAt - Date.now()) / 1000));

  return {
    async start() {
      secret = await readSecret(config.dataDir, TOKEN_PURPOSE);
      cookieSecret = await readSecret(config.dataDir, COOKIE_PURPOSE);
      // A process without an identity provider does not know the domains, so it leaves them unchanged.
      const domains = config.oidc?.domains;
      if (domains) await db.system((trx) => enterDomains(trx, domains));
      accounts = await db.system(async (trx) => keepUntold(trx, vault, await seedPlatform(trx, config)));
      await changes.start();
      if (config.roles.has('jobs'))
        cleaning = leaseEvery(db, log, 'old sessions', CLEAN_MS, () => db.system(removeStale));
    },

    async close() {
      await cleaning?.close();
      await changes.close();
    },

    startAccounts: () => accounts,
    accountsTold: () => db.system((trx) => forgetTold(trx, accounts)),
    changed: changes.changed,
    watch: changes.watch,
    authenticate: sessions.authenticate,
    ...signIn,

    async mainToken(request, reply) {
      const session = await sessions.ofCookie(request);
      const expiresAt = session && (await db.system((trx) => extendSession(trx, session.sessionId)));
      if (session && expiresAt) return token('main', session, expiresAt);
      // Removes the cookie of an ended session, so that the browser stops sending it.
      if (readSessionCookie(request) !== null) writeSessionCookie(request, reply, null);
      return signToken(secret, 'main', null, TOKEN_SECONDS);
    },

    async emsToken(session) {
      const live = await sessions.cache.get(session.sessionId);
      if (!live) throw new AppError('http.unauthorized');
      return token('ems', session, live.expiresAt);
    },

    oidcName: oidc?.name ?? null,
    oidcAttempt: createAttemptCookie(() => cookieSecret),

    async reload({ sessionId, userId }) {
      await changes.changed(userId);
      const session = await sessions.cache.get(sessionId);
      if (!session) throw new AppError('http.unauthorized');
      return session;
    },
  };
}
