/** The browser's two tokens: the main token by client credentials, and the EMS token in exchange for it. */

import { browserCookies, type Cookies } from '../browser/storage.ts';
import { type Fetch, leaveUnread, reach, TokenError, type TokenSources } from './authorizedFetch.ts';
import { unwrap } from './envelope.ts';
import { ApiError } from './errors.ts';
import { type AccessToken, createTokenSource, isAnonymous } from './tokens.ts';

/** The browser's public client. The session cookie identifies the user (decision 3). */
const CLIENT_CREDENTIALS = btoa('web:web');
const UNAUTHORIZED = 401;

async function readToken(response: Response): Promise<AccessToken> {
  if (!response.ok) {
    leaveUnread(response);
    throw new TokenError(response.status);
  }
  try {
    return unwrap(await response.json(), response.status, response.ok) as AccessToken;
  } catch (cause) {
    throw new TokenError(cause instanceof ApiError ? cause.status : response.status, cause);
  }
}

interface Options {
  origin: string;
  cookies: Cookies;
  fetch: Fetch;
  now?: () => number;
}

export function createTokenSources({ origin, cookies, fetch, now = Date.now }: Options): TokenSources {
  const main = createTokenSource({
    cookies,
    name: 'token',
    now,
    async fetchToken() {
      const request = new Request(`${origin}/auth/oauth/token?grant_type=client_credentials`, {
        headers: { Authorization: `Basic ${CLIENT_CREDENTIALS}` },
      });
      return readToken(await reach(fetch, request));
    },
  });

  function exchange(token: string): Promise<Response> {
    const headers = { Authorization: `Bearer ${token}` };
    return reach(fetch, new Request(`${origin}/tools/ems/emsToken`, { method: 'POST', headers }));
  }

  const ems = createTokenSource({
    cookies,
    name: 'emsToken',
    now,
    async fetchToken() {
      const token = await main.get();
      // The request is not sent, because the browser would log its rejection.
      if (isAnonymous(token)) throw new TokenError(UNAUTHORIZED);
      const response = await exchange(token);
      if (response.status !== UNAUTHORIZED) return readToken(response);
      leaveUnread(response);
      return readToken(await exchange(await main.renew(token)));
    },
  });
  return { main, ems };
}

export const tokenSources = createTokenSources({
  origin: globalThis.location?.origin ?? '',
  cookies: browserCookies,
  fetch: (request) => fetch(request),
});

/** Returns whether the server has issued a token without a user, so that the user of this window is signed out. */
export function isSignedOut(): boolean | Promise<boolean> {
  const renewed = async (refused: string): Promise<boolean> =>
    isAnonymous(await tokenSources.main.renew(refused));
  const currentToken = tokenSources.main.get();
  if (typeof currentToken !== 'string') return currentToken.then((token) => isAnonymous(token));
  // The token may be older than a sign-in in another window of the browser.
  return isAnonymous(currentToken) ? renewed(currentToken) : false;
}

/** Clears the token, so that the next call checks who is signed in. Guests also get an answer. */
export const doubtTokens = (): void => tokenSources.main.clear();

// A hidden window misses the end of its session. This runs first when the window is shown again.
globalThis.addEventListener?.('visibilitychange', doubtTokens, true);

export function clearTokens(): void {
  tokenSources.main.clear();
  tokenSources.ems.clear();
}
