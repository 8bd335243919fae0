import { isAnonymous, type TokenSource } from './tokens.ts';

/** V108: these calls carry the EMS token, all others the main token. */
export const EMS_PREFIX = '/ems/api';
/** V158: time limit of a request. */
export const REQUEST_TIMEOUT_MS = 120_000;
const UNAUTHORIZED = 401;

export interface TokenSources {
  main: TokenSource;
  ems: TokenSource;
}

/** V156: without a token no call is sent. `status` is the HTTP status of the token request. */
export class TokenError extends Error {
  override name = 'TokenError';
  readonly status: number;
  constructor(status: number, cause?: unknown) {
    super('no token', { cause });
    this.status = status;
  }
}

/** The server is not reachable (V154). */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
}

/** The call took longer than REQUEST_TIMEOUT_MS. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

export function isEmsPath(path: string): boolean {
  return path === EMS_PREFIX || path.startsWith(`${EMS_PREFIX}/`);
}

export type Fetch = (request: Request) => Promise<Response>;

/** `fetch` with a time limit. Its errors distinguish the cases with different messages. */
export async function reach(
  fetch: Fetch,
  request: Request,
  timeoutMs = REQUEST_TIMEOUT_MS,
): Promise<Response> {
  const limit = AbortSignal.timeout(timeoutMs);
  const timed = new Request(request, { signal: AbortSignal.any([request.signal, limit]) });
  try {
    return await fetch(timed);
  } catch (cause) {
    if (limit.aborted) throw new TimeoutError('timeout', { cause });
    if (request.signal.aborted) throw cause;
    throw new ConnectionError('unreachable', { cause });
  }
}

/** Cancels an unread response body, because the browser would keep its connection open. */
export const leaveUnread = (response: Response): void => void response.body?.cancel();

interface Options {
  tokens: TokenSources;
  fetch: Fetch;
  timeoutMs?: number;
}

/** `fetch` with the right bearer token, the time limit, and one retry with a new token on 401 (V106, V107). */
export function createAuthorizedFetch({ tokens, fetch, timeoutMs }: Options): Fetch {
  function send(request: Request, bearer: string): Promise<Response> {
    const signed = new Request(request);
    signed.headers.set('Authorization', `Bearer ${bearer}`);
    return reach(fetch, signed, timeoutMs);
  }

  return async (request) => {
    const source = isEmsPath(new URL(request.url).pathname) ? tokens.ems : tokens.main;
    const currentToken = source.get();
    // With a cached token the request is sent synchronously.
    const first = typeof currentToken === 'string' ? currentToken : await currentToken;
    // A body can be read only once, so the retry needs a clone.
    const again = request.clone();
    const response = await send(request, first);
    if (response.status !== UNAUTHORIZED) return response;
    const next = await source.renew(first);
    if (isAnonymous(next)) return response;
    leaveUnread(response);
    return send(again, next);
  };
}
