/**
 * The server checks the caller and the announced size before it reads the body. Most of these requests never send a
 * body.
 */
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../generated/operations.ts';
import { type Client, makeAddress } from '../../support/calls/client.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator, makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
let operator: Client & { tenantId: number };

beforeAll(async () => {
  server = await startServer();
  operator = await makeOperator(server);
});
afterAll(() => server?.stop());

/** Returns the status for a body that is announced but never sent. */
function statusWithout(id: OperationId, path: Record<string, string>, bytes: number): Promise<number> {
  return new Promise((done, fail) => {
    const outgoing = request(`${server.url}${makeAddress(id, { path })}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': bytes },
    });
    outgoing.on('response', (response: IncomingMessage) => {
      outgoing.destroy();
      done(response.statusCode ?? 0);
    });
    outgoing.on('error', fail);
    outgoing.flushHeaders();
  });
}

const LINK = 'x'.repeat(43);

describe('an answer before the body is read', () => {
  it.each<[OperationId, Record<string, string>, number]>([
    ['deviceTelemetry', { deviceToken: 'no-such-token' }, 401],
    ['gatewayTelemetry', { deviceToken: 'no-such-token' }, 401],
    ['sharedBoardQuery', { token: LINK }, 404],
    ['recordByLinkMove', { token: LINK }, 404],
    ['automationCall', { token: LINK }, 404],
    ['telemetryBatch', {}, 401],
    ['boardQuery', {}, 401],
  ])('comes before it: %s', async (id, path, status) => {
    expect(await statusWithout(id, path, 4_000_000)).toBe(status);
  });

  it('reports a too large body of a call without sign-in', async () => {
    expect(await statusWithout('pclogin', {}, 100_000)).toBe(413);
    expect(await statusWithout('logout', {}, 100_000)).toBe(413);
  });

  it('is not sent to a known device: its message is read', async () => {
    const { device } = await makeSite(operator);
    const response = await operator.fetch(
      makeAddress('deviceTelemetry', { path: { deviceToken: device.token! } }),
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ power: 1, note: 'x'.repeat(300_000) }),
      },
    );
    expect(response.status).toBe(200);
  });
});

describe('a message with numbers that JSON does not allow', () => {
  it.each([
    ['never ends a text', `{"a": NaN, "b": "${'\\"'.repeat(400_000)}`],
    ['is one long text', `{"a": NaN, "b": "${'\\"'.repeat(400_000)}" x`],
  ])('and %s is refused', async (_, body) => {
    const { device } = await makeSite(operator);
    const response = await fetch(
      `${server.url}${makeAddress('deviceTelemetry', { path: { deviceToken: device.token! } })}`,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body },
    );
    expect(response.status).toBe(400);
  });
});

describe('a body with extreme nesting', () => {
  it.each<[OperationId, Record<string, string>]>([
    ['pclogin', {}],
    ['logout', {}],
  ])('is refused by %s', async (id, path) => {
    const response = await operator.fetch(makeAddress(id, { path }), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '['.repeat(30_000) + ']'.repeat(30_000),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 400_105 });
  });
});

it('a session has a limited number of live windows, and can open another after closing one', async () => {
  const client = await login(server);
  const open = async () => {
    const abort = new AbortController();
    const response = await client.fetch('/ems/api/main/live', { signal: abort.signal });
    return { status: response.status, response, close: () => abort.abort() };
  };
  const windows = await Promise.all(Array.from({ length: 20 }, open));
  expect(new Set(windows.map(({ status }) => status))).toEqual(new Set([200]));
  const late = await open();
  expect([late.status, await late.response.json()]).toMatchObject([
    429,
    { msg: expect.stringMatching(/20/), code: 42999 },
  ]);
  windows[0]!.close();
  await expect
    .poll(async () => {
      const one = await open();
      one.close();
      return one.status;
    })
    .toBe(200);
  for (const one of windows) one.close();
});
