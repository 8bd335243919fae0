import { beforeEach, describe, expect, it } from 'vitest';
import {
  ConnectionError,
  createAuthorizedFetch,
  type Fetch,
  TimeoutError,
  TokenError,
} from '../../../../runtime/kit/api/authorizedFetch.ts';
import { createTokenSources } from '../../../../runtime/kit/api/tokenSources.ts';
import { createJar, type Jar, json } from './fakes.ts';

const ORIGIN = 'http://server';
const HOUR = 3_600_000;
const FIVE_MINUTES = 300_000;

/** Creates a server that issues numbered tokens and refuses those in `refused`. */
function createServer() {
  const seen: string[] = [];
  const refused = new Set<string>();
  const issued = { main: 0, ems: 0 };
  const state = { now: 1_000_000, life: HOUR, tokenStatus: 200, seen, refused, issued };
  const issue = (kind: 'main' | 'ems') => {
    issued[kind]++;
    const token = { access_token: `${kind}${issued[kind]}`, expires_in: state.life / 1000 };
    return json({ code: 0, msg: 'ok', data: { ...token, expire_at_millisec: state.now + state.life } });
  };
  const fetch: Fetch = async (request) => {
    const { pathname } = new URL(request.url);
    const bearer = request.headers.get('authorization') ?? '';
    seen.push(`${request.method} ${pathname} ${bearer}`);
    if (pathname === '/auth/oauth/token') {
      return state.tokenStatus === 200 ? issue('main') : json({ code: 1, msg: '' }, state.tokenStatus);
    }
    if (refused.has(bearer.replace('Bearer ', ''))) return json({ code: 40101, msg: 'no' }, 401);
    if (pathname === '/tools/ems/emsToken') return issue('ems');
    return json({ code: 0, msg: 'ok', data: { bearer, body: await request.text() } });
  };
  return { ...state, state, fetch };
}

let server: ReturnType<typeof createServer>;
let jar: Jar;
let send: Fetch;
beforeEach(() => {
  server = createServer();
  jar = createJar();
  const tokens = createTokenSources({
    origin: ORIGIN,
    cookies: jar,
    fetch: server.fetch,
    now: () => server.state.now,
  });
  send = createAuthorizedFetch({ tokens, fetch: server.fetch });
});

const get = (path: string) => send(new Request(ORIGIN + path));
const bearerOf = async (response: Response) => (await response.json()).data.bearer;

describe('tokens of calls', () => {
  it('include the main token outside and the EMS token inside /ems/api', async () => {
    expect(await bearerOf(await get('/manager/customer/page'))).toBe('Bearer main1');
    expect(await bearerOf(await get('/ems/api/device/station'))).toBe('Bearer ems1');
    expect(await bearerOf(await get('/ems/apiary'))).toBe('Bearer main1');
  });

  it('are obtained with the basic credentials of the public client', async () => {
    await get('/manager/a');
    expect(server.seen[0]).toBe(`GET /auth/oauth/token Basic ${btoa('web:web')}`);
  });

  it('are used at once if available', async () => {
    await get('/manager/a');
    void get('/manager/b');
    expect(server.seen.at(-1)).toBe('GET /manager/b Bearer main1');
  });

  it('are stored in the cookie, no longer than they are valid', async () => {
    await get('/manager/a');
    expect(JSON.parse(jar.read('token') ?? '')).toEqual({ token: 'main1', expireAt: 1_000_000 + HOUR });
    expect(jar.ages.get('token')).toBe(HOUR / 1000);
  });

  it('are reused until 300,000 ms before they expire', async () => {
    await get('/manager/a');
    server.state.now += HOUR - FIVE_MINUTES - 1;
    expect(await bearerOf(await get('/manager/b'))).toBe('Bearer main1');
    server.state.now += 1;
    expect(await bearerOf(await get('/manager/c'))).toBe('Bearer main2');
  });

  it('are requested once for parallel calls', async () => {
    await Promise.all(['/manager/a', '/manager/b', '/ems/api/c', '/ems/api/d'].map(get));
    expect(server.issued).toEqual({ main: 1, ems: 1 });
  });
});

describe('a refused token', () => {
  it('is renewed and the call is repeated, with its body', async () => {
    await get('/manager/a');
    server.refused.add('main1');
    const request = new Request(`${ORIGIN}/manager/save`, { method: 'POST', body: '{"a":1}' });
    const { data } = await (await send(request)).json();
    expect(data).toEqual({ bearer: 'Bearer main2', body: '{"a":1}' });
  });

  it('is renewed once for all waiting calls', async () => {
    await get('/ems/api/first');
    server.refused.add('ems1');
    const answers = await Promise.all(['/ems/api/a', '/ems/api/b', '/ems/api/c'].map(get));
    expect(await Promise.all(answers.map(bearerOf))).toEqual(['Bearer ems2', 'Bearer ems2', 'Bearer ems2']);
    expect(server.issued.ems).toBe(2);
  });

  it('causes one retry only', async () => {
    for (const token of ['main1', 'main2', 'main3']) server.refused.add(token);
    expect((await get('/manager/a')).status).toBe(401);
    expect(server.seen.filter((line) => line.includes('/manager/a'))).toHaveLength(2);
  });

  it('of the main kind is renewed when the exchange for the EMS token refuses it', async () => {
    await get('/manager/a');
    server.refused.add('main1');
    expect(await bearerOf(await get('/ems/api/a'))).toBe('Bearer ems1');
    expect(server.issued.main).toBe(2);
  });

  it('ends the session if even a new main token is refused for the EMS token', async () => {
    for (const token of ['main1', 'main2']) server.refused.add(token);
    await expect(get('/ems/api/a')).rejects.toMatchObject({ name: 'TokenError', status: 401 });
  });
});

describe('failures before the answer', () => {
  it('are a TokenError when the token is denied', async () => {
    server.state.tokenStatus = 403;
    await expect(get('/manager/a')).rejects.toBeInstanceOf(TokenError);
  });

  it('are a ConnectionError when the server is unreachable', async () => {
    const away: Fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const tokens = createTokenSources({ origin: ORIGIN, cookies: jar, fetch: away });
    const sendAway = createAuthorizedFetch({ tokens, fetch: away });
    await expect(sendAway(new Request(`${ORIGIN}/manager/a`))).rejects.toBeInstanceOf(ConnectionError);
  });

  it('are a TimeoutError when the answer takes too long', async () => {
    await get('/manager/warm');
    const never: Fetch = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const tokens = createTokenSources({ origin: ORIGIN, cookies: jar, fetch: never, now: () => server.now });
    const slow = createAuthorizedFetch({ tokens, fetch: never, timeoutMs: 5 });
    await expect(slow(new Request(`${ORIGIN}/manager/a`))).rejects.toBeInstanceOf(TimeoutError);
  });
});

it('a call with a late refusal uses the token that another one renewed in the meantime', async () => {
  const { main } = createTokenSources({
    origin: ORIGIN,
    cookies: jar,
    fetch: server.fetch,
    now: () => server.state.now,
  });
  const refused = await main.get();
  expect(await main.renew(refused)).toBe('main2');
  expect(await main.renew(refused)).toBe('main2');
  expect(await main.renew('main2')).toBe('main3');
});

it('a token that arrives after signing out is dropped', async () => {
  const tokens = createTokenSources({ origin: ORIGIN, cookies: jar, fetch: server.fetch });
  const waiting = tokens.main.get();
  tokens.main.clear();
  await waiting;
  expect(jar.read('token')).toBeNull();
});

describe('a refusal whose body is not read', () => {
  /** Returns whether each refusal so far released its connection. */
  function listen() {
    const refusals: Response[] = [];
    const fetch: Fetch = async (request) => {
      const response = await server.fetch(request);
      if (!response.ok) refusals.push(response);
      return response;
    };
    const tokens = createTokenSources({
      origin: ORIGIN,
      cookies: createJar(),
      fetch,
      now: () => server.state.now,
    });
    send = createAuthorizedFetch({ tokens, fetch });
    return () => refusals.map(({ bodyUsed }) => bodyUsed);
  }

  it('releases its connection before the call is repeated', async () => {
    const released = listen();
    server.refused.add('main1').add('ems1');
    expect(await bearerOf(await get('/ems/api/device/station'))).toBe('Bearer ems2');
    expect(released()).toEqual([true, true]);
  });

  it('releases its connection if no token is available', async () => {
    const released = listen();
    server.state.tokenStatus = 503;
    await expect(get('/manager/a')).rejects.toThrow(TokenError);
    expect(released()).toEqual([true]);
  });
});
