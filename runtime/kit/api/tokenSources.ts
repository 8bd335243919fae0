/** The two tokens of the browser: the main one from client credentials, and the EMS one in exchange for it. */

import { browserCookies, type Cookies } from '../browser/storage.ts';
import { type Fetch, leaveUnread, reach, TokenError, type TokenSources } from './authorizedFetch.ts';
import { unwrap } from './envelope.ts';
import { ApiError } from './errors.ts';
import { type AccessToken, createTokenSource, isAnonymous } from './tokens.ts';

/** The public client of the browser. The session cookie identifies the user (decision 3). */
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
      // The request is not sent, because the browser would log the refusal.
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

/** Returns true if the server has issued a token without a user. The user of this window is then signed out. */
export function isSignedOut(): boolean | Promise<boolean> {
  const renewed = async (refused: string): Promise<boolean> =>
    isAnonymous(await tokenSources.main.renew(refused));
  const currentToken = tokenSources.main.get();
  if (typeof currentToken !== 'string') return currentToken.then((token) => isAnonymous(token));
  // The token may be older than a sign-in in another window of this browser.
  return isAnonymous(currentToken) ? renewed(currentToken) : false;
}

/** Clears the token, so that the next call first asks who is signed in. Guests get an answer, too. */
export const doubtTokens = (): void => tokenSources.main.clear();

// A hidden window is not notified of the end of its session. This runs before requests for data when the window is
// shown again.
globalThis.addEventListener?.('visibilitychange', doubtTokens, true);

export function clearTokens(): void {
  tokenSources.main.clear();
  tokenSources.ems.clear();
}
