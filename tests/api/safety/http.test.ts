import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiFailure,
  type Client,
  login,
  startServer,
  type TestServer,
} from '../../support/server/server.ts';

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
});
afterAll(() => server?.stop());

interface Plain {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Uses no fetch, because that decompresses and follows redirects automatically. */
function getPlain(path: string, headers: Record<string, string> = {}): Promise<Plain> {
  return new Promise((done, fail) => {
    get(`${server.url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on('error', fail);
  });
}

const failureOf = (promise: Promise<unknown>): Promise<ApiFailure> =>
  promise.then(
    () => {
      throw new Error('succeeded');
    },
    (error: unknown) => error as ApiFailure,
  );

describe('probes', () => {
  it('healthz reports that the database answers', async () => {
    const response = await fetch(`${server.url}/healthz`);
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'ok', database: 'ok', roles: ['api', 'ingest', 'jobs'] },
    ]);
  });

  it('readyz reports no missing part, and no details to outsiders', async () => {
    const readHealth = async (headers: Record<string, string>) =>
      (await fetch(`${server.url}/readyz`, { headers })).json();
    expect(await readHealth({})).toEqual({ status: 'ok', away: [] });
    expect(await readHealth({ 'x-forwarded-for': '203.0.113.9' })).toEqual({ status: 'ok' });
  });

  it('metrics count requests by operation and connections by pool', async () => {
    await admin.call('getPrincipal');
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toMatch(/wattdeck_http_seconds_count\{operation="getPrincipal",status="200"\} \d/);
    expect(text).toMatch(/wattdeck_db_connections\{pool="app",state="idle"\} \d/);
  });

  it('openapi.json is the description, compressed for clients that accept it', async () => {
    const { headers, body } = await getPlain('/openapi.json', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(body).toString()).openapi).toBe('3.1.0');
  });
});

describe('safety headers', () => {
  it('scripts are allowed only from our own files', async () => {
    const { headers } = await fetch(`${server.url}/healthz`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy.replace("style-src 'self' 'unsafe-inline'", '')).not.toContain('unsafe-inline');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('input', () => {
  it('refuses an unknown field of a query and names it', async () => {
    const failure = await failureOf(admin.call('getCustomerList', { query: { nonsense: 'x' } }));
    expect([failure.status, failure.code, failure.errors]).toEqual([
      400,
      40001,
      [{ field: '/query/nonsense', msg: '没有“nonsense”这个字段' }],
    ]);
  });

  it('refuses an unknown field of a body, in the requested language', async () => {
    const failure = await failureOf(
      admin.call('pclogin', {
        body: { username: 'admin', password: 'x', role: 'admin' },
        headers: { 'accept-language': 'en-GB,en;q=0.9' },
      }),
    );
    expect(failure.msg).toBe('Some of the input is not valid');
    expect(failure.errors).toEqual([{ field: '/role', msg: 'There is no field “role”' }]);
  });

  it('does not accept text for a number in a body', async () => {
    const failure = await failureOf(admin.call('updateDefaultTenant', { body: { tenantId: '2' } }));
    expect(failure.status).toBe(400);
  });

  it.each(['abc', '1.5', '0x10', ' 1', '', '1e3'])(
    'does not accept %j for a page number',
    async (current) => {
      const failure = await failureOf(admin.call('getCustomerList', { query: { current } }));
      expect(failure.errors).toEqual([{ field: '/query/current', msg: 'current应为整数' }]);
    },
  );

  it('answers broken JSON with a sentence', async () => {
    const response = await fetch(`${server.url}/manager/user/pclogin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"username": ',
    });
    expect([response.status, (await response.json()).code]).toEqual([400, 40002]);
  });

  it('accepts only JSON where JSON is described', async () => {
    const response = await fetch(`${server.url}/manager/user/pclogin`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{}',
    });
    expect([response.status, (await response.json()).code]).toEqual([415, 41501]);
  });

  it('refuses a body that is too large', async () => {
    const response = await fetch(`${server.url}/manager/user/pclogin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'x'.repeat(6_000_000), password: 'x' }),
    });
    expect([response.status, (await response.json()).code]).toEqual([413, 41301]);
  });
});

describe('unknown addresses and strangers', () => {
  it('a call that does not exist is answered in JSON', async () => {
    const response = await fetch(`${server.url}/manager/nothing/here`, { headers: { accept: 'text/html' } });
    expect([response.status, (await response.json()).code]).toEqual([404, 40401]);
  });

  it('a call without a token is answered with 401', async () => {
    const response = await fetch(`${server.url}/manager/user/getPrincipal`);
    expect([response.status, (await response.json()).code]).toEqual([401, 40101]);
  });

  it('no answer reveals internal errors', async () => {
    const response = await fetch(`${server.url}/manager/%00`);
    expect(await response.text()).not.toMatch(/node_modules|\.ts:|at /);
  });

  it('a file outside the pages is not served', async () => {
    const { status } = await getPlain('/..%2f..%2fpackage.json');
    expect(status).toBeGreaterThanOrEqual(400);
  });
});
