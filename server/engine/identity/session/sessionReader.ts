/** Reads the session of a request by its access token, API key or cookie. */
import type { FastifyRequest } from 'fastify';
import { operations } from '../../../../generated/operations.ts';
import type { Authenticator, Services } from '../../context.ts';
import { readSessionCookie } from '../signIn/cookie.ts';
import { apiKeySessionId, isApiKey, isApiKeySession, loadApiKey } from './apiKeys.ts';
import { createSessionCache, type SessionCache } from './cache.ts';
import { type LiveSession, loadSession, sessionIdOf } from './sessions.ts';
import { createTokenMemory } from './tokenMemory.ts';
import { type Audience, audienceOf, bearerToken } from './tokens.ts';

export interface SessionReader extends Authenticator {
  cache: SessionCache;
  ofCookie(request: FastifyRequest): Promise<LiveSession | null>;
  ofToken(bearer: string, audience: Audience): Promise<LiveSession | null>;
}

/** Event streams, which a browser opens without custom headers. For these routes a cookie is enough. */
const STREAMS: ReadonlySet<string> = new Set(
  Object.values(operations)
    .filter(({ method, answer }) => method === 'get' && answer === 'raw')
    .map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1')),
);

/** `secretNow` returns the secret that signs tokens. It is known only after the start. */
export function createSessionReader(db: Services['db'], secretNow: () => Uint8Array): SessionReader {
  const cache = createSessionCache((id) =>
    db.system((trx) => (isApiKeySession(id) ? loadApiKey(trx, id) : loadSession(trx, id))),
  );
  const verifyToken = createTokenMemory();

  const ofCookie: SessionReader['ofCookie'] = async (request) => {
    const cookie = readSessionCookie(request);
    return cookie === null ? null : cache.get(sessionIdOf(cookie));
  };

  const ofToken: SessionReader['ofToken'] = async (bearer, audience) => {
    const verified = await verifyToken(secretNow(), audience, bearer);
    if (typeof verified === 'string' || verified.claims === null) return null;
    const { sessionId, userId, tenantId } = verified.claims;
    const session = await cache.get(sessionId);
    // After a switch of tenant, a token of the old tenant counts as expired. It must not write into the new tenant.
    return session && session.userId === userId && session.tenantId === tenantId ? session : null;
  };

  return {
    cache,
    ofCookie,
    ofToken,
    async authenticate(request) {
      const bearer = bearerToken(request.headers.authorization);
      if (bearer !== null && isApiKey(bearer)) return cache.get(apiKeySessionId(bearer));
      if (bearer !== null) return ofToken(bearer, audienceOf(request.url));
      return STREAMS.has(request.routeOptions.url ?? '') ? ofCookie(request) : null;
    },
  };
}
