/** The server runs behind a proxy, or with a certificate of its own. */
import { writeFile } from 'node:fs/promises';
import { Agent, request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { makeAddress } from '../../support/calls/client.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { firstCertificate, secondCertificate } from '../../support/server/certificate.ts';
import { ADMIN, dataFolder, login, startServer, type TestServer } from '../../support/server/server.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function start(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer({ env });
  cleanups.push(() => server.stop());
  return server;
}

const CLIENT = { authorization: `Basic ${Buffer.from('web:web').toString('base64')}` };

/** Signs in with headers as the proxy sends them. */
const signIn = (server: TestServer, password: string, headers: Record<string, string>): Promise<Response> =>
  fetch(`${server.url}/manager/user/pclogin`, {
    method: 'POST',
    headers: { ...CLIENT, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username: ADMIN.username, password }),
  });

const codeOf = async (response: Response): Promise<number> =>
  ((await response.json()) as { code: number }).code;

/**
 * Returns the error codes of wrong sign-ins from two addresses. The first one had failed three times before.
 */
async function guess(server: TestServer): Promise<[number, number]> {
  const guesser = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
  for (let round = 0; round < 3; round += 1) await signIn(server, 'wrong-password', guesser);
  const other = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' };
  return [
    await codeOf(await signIn(server, 'wrong-password', guesser)),
    await codeOf(await signIn(server, 'wrong-password', other)),
  ];
}

const WRONG = 40010;
const CAPTCHA = 40011;

describe('behind a proxy', () => {
  it('that is trusted, the address in its header counts, and https makes the cookie Secure', async () => {
    const server = await start({ WATTDECK_TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
    expect(await guess(server)).toEqual([CAPTCHA, WRONG]);
    const from = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' };
    const cookie = (await signIn(server, ADMIN.password, from)).headers.get('set-cookie');
    expect(cookie).toMatch(/^EMS-session=.*; Secure/);
    const plain = await signIn(server, ADMIN.password, { ...from, 'x-forwarded-proto': 'http' });
    expect(plain.headers.get('set-cookie')).not.toContain('Secure');
  });

  it('an address that tries tokens of links is delayed, and other addresses are not', async () => {
    const server = await start({ WATTDECK_TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
    const look = async (from: string, at: number): Promise<number> => {
      const address = makeAddress('recordByLink', { path: { token: String(at).padStart(43, 'x') } });
      return (await fetch(`${server.url}${address}`, { headers: { 'x-forwarded-for': from } })).status;
    };
    // Sends more than twice the limit per minute, so that it is exceeded even if a minute ends in between.
    const statuses = await Promise.all(Array.from({ length: 700 }, (_, at) => look('203.0.113.77', at)));
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(100);
    expect(await look('203.0.113.78', 0)).toBe(404);
  });

  it('an address that tries many device tokens is delayed, and a long query is refused', async () => {
    const server = await start({ WATTDECK_TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
    const statusFrom = async (from: string, deviceName = 'D'): Promise<number> => {
      const body = { deviceName, provisionDeviceKey: 'k', provisionDeviceSecret: 's' };
      const answer = await fetch(`${server.url}/api/v1/provision`, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      });
      return answer.status;
    };
    expect(await statusFrom('203.0.113.80', 'x'.repeat(5000))).toBe(413);
    const statuses = await Promise.all(Array.from({ length: 700 }, () => statusFrom('203.0.113.81')));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(100);
    expect(await statusFrom('203.0.113.80')).toBe(200);
  });

  it('that is not trusted, its headers are ignored', async () => {
    const server = await start({ WATTDECK_TRUSTED_PROXIES: '10.0.0.0/8' });
    expect(await guess(server)).toEqual([CAPTCHA, CAPTCHA]);
  });

  it('without the setting neither', async () => {
    const server = await start();
    expect(await guess(server)).toEqual([CAPTCHA, CAPTCHA]);
  });
});

describe('figures and description', () => {
  const TOKEN = 'token-of-the-watcher';
  const paths = ['/metrics', '/openapi.json'];
  const statusesOf = async (server: TestServer, headers: Record<string, string>): Promise<number[]> =>
    Promise.all(paths.map(async (path) => (await fetch(`${server.url}${path}`, { headers })).status));
  const stranger = { 'x-forwarded-for': '192.0.2.1' };

  it('are for programs on this machine, the token, and signed-in users; not for requests through a proxy', async () => {
    const server = await start({ WATTDECK_METRICS_TOKEN: TOKEN });
    expect(await statusesOf(server, {})).toEqual([200, 200]);
    expect(await statusesOf(server, stranger)).toEqual([401, 401]);
    expect(await statusesOf(server, { ...stranger, authorization: `Bearer ${TOKEN}` })).toEqual([200, 200]);
    expect(await statusesOf(server, { authorization: `Bearer ${TOKEN}x` })).toEqual([401, 401]);
    const admin = await login(server);
    const { main } = admin.tokens();
    expect(await statusesOf(server, { ...stranger, authorization: `Bearer ${main}` })).toEqual([200, 200]);
    const { username } = await makePerson(server, [1]);
    const person = (await login(server, username, PASSWORD)).tokens().main;
    expect(await statusesOf(server, { ...stranger, authorization: `Bearer ${person}` })).toEqual([403, 200]);
  });

  it('are not for a named proxy on this machine, even if its headers are missing', async () => {
    const server = await start({ WATTDECK_TRUSTED_PROXIES: '127.0.0.1' });
    expect(await statusesOf(server, {})).toEqual([401, 401]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});

interface Secure {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  /** The fingerprint of the server's certificate. */
  fingerprint: string;
}

/** Sends over a connection of its own, which trusts both certificates. */
function requestSecurely(url: string, init: { method?: string; body?: string } = {}): Promise<Secure> {
  const ca = [firstCertificate.cert, secondCertificate.cert];
  const headers = { ...CLIENT, ...(init.body ? { 'content-type': 'application/json' } : {}) };
  return new Promise((done, fail) => {
    const outgoing = httpsRequest(url, { method: init.method, headers, ca, agent: new Agent() }, (answer) => {
      const { fingerprint256 } = (answer.socket as TLSSocket).getPeerCertificate();
      answer.resume().once('end', () => {
        done({ status: answer.statusCode ?? 0, headers: answer.headers, fingerprint: fingerprint256 });
      });
    });
    outgoing.once('error', fail).end(init.body);
  });
}

describe('with a certificate', () => {
  async function files(): Promise<{ cert: string; key: string }> {
    const { path, remove } = await dataFolder();
    cleanups.push(remove);
    const paths = { cert: join(path, 'cert.pem'), key: join(path, 'key.pem') };
    await writeFile(paths.cert, firstCertificate.cert);
    await writeFile(paths.key, firstCertificate.key);
    return paths;
  }

  it('uses only https, sends HSTS, marks the cookie, and loads a new certificate without a restart', async () => {
    const { cert, key } = await files();
    const server = await start({ WATTDECK_TLS_CERT: cert, WATTDECK_TLS_KEY: key });
    expect(server.url).toMatch(/^https:/);
    const body = JSON.stringify({ username: ADMIN.username, password: ADMIN.password });
    const signed = await requestSecurely(`${server.url}/manager/user/pclogin`, { method: 'POST', body });
    expect(signed.status).toBe(200);
    expect(String(signed.headers['set-cookie'])).toContain('Secure');
    expect(signed.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);
    await expect(fetch(server.url.replace('https:', 'http:'))).rejects.toThrow();

    // Only one of the two files is replaced first, as a renewal program does. The old pair stays in use.
    await writeFile(cert, secondCertificate.cert);
    expect((await requestSecurely(`${server.url}/healthz`)).fingerprint).toBe(signed.fingerprint);
    await writeFile(key, secondCertificate.key);
    await expect
      .poll(async () => (await requestSecurely(`${server.url}/healthz`)).fingerprint)
      .not.toBe(signed.fingerprint);
  });

  it('that is unreadable, or does not match its key, does not start', async () => {
    const { cert, key } = await files();
    const begin = (WATTDECK_TLS_KEY: string) => start({ WATTDECK_TLS_CERT: cert, WATTDECK_TLS_KEY });
    await expect(begin(`${key}.none`)).rejects.toThrow(/WATTDECK_TLS_KEY: .* cannot be read \(ENOENT\)/);
    await writeFile(key, secondCertificate.key);
    await expect(begin(key)).rejects.toThrow('are no certificate and its key');
  });
});
