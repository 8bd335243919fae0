import type { Cookies } from '../browser/storage.ts';

/** V159: time before its end at which a token is renewed. */
export const RENEW_BEFORE_MS = 300_000;
const SECOND = 1000;

/** V109: a token with its end. */
export interface AccessToken {
  access_token: string;
  expires_in: number;
  expire_at_millisec: number;
}

interface Stored {
  token: string;
  expireAt: number;
}

interface Options {
  cookies: Cookies;
  /** The cookie's name without the prefix. */
  name: string;
  fetchToken: () => Promise<AccessToken>;
  now: () => number;
}

export interface TokenSource {
  /** Returns the cached token while it is valid, otherwise a new one. Simultaneous callers share one request. */
  get(): string | Promise<string>;
  /** Returns a new token after a rejection. A token renewed in the meantime is reused. */
  renew(refused: string): Promise<string>;
  clear(): void;
}

function parse(text: string | null): Stored | null {
  if (text === null) return null;
  try {
    const { token, expireAt } = JSON.parse(text) as Partial<Stored>;
    return typeof token === 'string' && typeof expireAt === 'number' ? { token, expireAt } : null;
  } catch {
    return null;
  }
}

/** Returns whether the token is a guest's, which identifies no user. */
export function isAnonymous(token: string): boolean {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    return !('sub' in JSON.parse(atob(payload)));
  } catch {
    return false;
  }
}

/** V104, V105: creates the source of one kind of token. It is cached in a cookie until five minutes before it expires. */
export function createTokenSource({ cookies, name, fetchToken, now }: Options): TokenSource {
  let pending: Promise<string> | null = null;
  let generation = 0;

  function cached(): string | null {
    const stored = parse(cookies.read(name));
    return stored && stored.expireAt - now() > RENEW_BEFORE_MS ? stored.token : null;
  }

  async function load(): Promise<string> {
    const started = generation;
    const answer = await fetchToken();
    const life = (answer.expire_at_millisec - now()) / SECOND;
    // After a sign-out during the request, only the current callers get the token.
    if (started === generation) {
      const stored: Stored = { token: answer.access_token, expireAt: answer.expire_at_millisec };
      cookies.write(name, JSON.stringify(stored), life);
    }
    return answer.access_token;
  }

  function refresh(): Promise<string> {
    const mine = load().finally(() => {
      if (pending === mine) pending = null;
    });
    pending = mine;
    return mine;
  }

  return {
    get: () => pending ?? cached() ?? refresh(),
    async renew(refused) {
      const other = cached();
      return pending ?? (other && other !== refused ? other : refresh());
    },
    clear() {
      generation++;
      pending = null;
      cookies.remove(name);
    },
  };
}
