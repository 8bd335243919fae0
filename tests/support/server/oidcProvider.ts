/** A real identity provider on this machine, with its own login page of two fields. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

interface Person {
  email: string;
  email_verified: boolean;
}

export interface TestProvider {
  issuer: string;
  stop(): Promise<void>;
}

export const OIDC_CLIENT = { id: 'wattdeck', secret: 'a-secret-of-the-test' };

/**
 * Starts the provider. `people` are listed by the name that they sign in with, which is their subject. Every password
 * is accepted.
 */
export async function startProvider(
  redirectUri: () => string,
  people: Readonly<Record<string, Person>>,
): Promise<TestProvider> {
  const http = createServer();
  await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: OIDC_CLIENT.id,
        client_secret: OIDC_CLIENT.secret,
        redirect_uris: [redirectUri()],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: [] },
    cookies: { keys: ['only-for-this-test'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ ...people[id], sub: id }),
    }),
    features: { devInteractions: { enabled: true } },
  });
  http.on('request', provider.callback());
  return {
    issuer,
    stop: () =>
      new Promise<void>((done) => {
        http.close(() => done());
        http.closeAllConnections();
      }),
  };
}

/** Acts like a user in a browser: follows redirects, keeps cookies, signs in and agrees. */
export async function walkThrough(start: string, name: string, until: string): Promise<Response> {
  const jar = new Map<string, string>();
  const send = async (url: string, body?: URLSearchParams): Promise<Response> => {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const cut = pair.indexOf('=');
      jar.set(pair.slice(0, cut), pair.slice(cut + 1));
    }
    return response;
  };
  let url = start;
  let response = await send(url);
  for (let step = 0; step < 20; step++) {
    if (url.startsWith(until)) return response;
    const location = response.headers.get('location');
    if (location) {
      url = new URL(location, url).href;
      response = await send(url);
    } else {
      const page = await response.text();
      const action = /action="([^"]+)"/.exec(page)?.[1];
      const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
      if (!action || !prompt) throw new Error(`no form at ${url}: ${page.slice(-500)}`);
      url = new URL(action, url).href;
      response = await send(url, new URLSearchParams({ prompt, login: name, password: 'any' }));
    }
  }
  throw new Error(`never arrived at ${until}`);
}
