/** S3: work that is entered offline gets the time of the input, even if the clock of the device is wrong. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import type { Client } from '../../../support/calls/client.ts';
import { makeInspection, readInspection } from '../../../support/records/inspections.ts';
import { sharedServer, type TestServer } from '../../../support/server/server.ts';
import { makeOperator } from '../../../support/telemetry/site.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
let worker: Client & { tenantId: number };
let sender: string;

beforeAll(async () => {
  server = await sharedServer();
  worker = await makeOperator(server);
  sender = `${(await worker.call('getPrincipal')).userId}@${worker.tenantId}`;
});
afterAll(() => server?.stop());

/** Starts an inspection by a request with these headers. Returns its start, and the times around the request. */
async function start(headers: Record<string, string>) {
  const { id, version } = await makeInspection(worker);
  const path = { entity: 'inspection', id };
  const before = Date.now();
  const answer = await ask(worker, 'recordTransition', { path, body: { name: 'start', version }, headers });
  const after = Date.now();
  expect(answer.status).toBe(200);
  return { before, after, at: Date.parse(String((await readInspection(worker, id)).startedAt)) };
}

it('uses the time of the input for a request that a device sends later', async () => {
  const { before, after, at } = await start({ 'x-sent-by': sender, 'x-waited': String(3 * HOUR_MS) });
  expect(at).toBeGreaterThanOrEqual(before - 3 * HOUR_MS);
  expect(at).toBeLessThanOrEqual(after - 3 * HOUR_MS);
});

it.each([
  ['a request that no device kept', { 'x-waited': String(3 * HOUR_MS) }],
  ['a time in the future', { 'x-sent-by': 'own', 'x-waited': String(-3 * HOUR_MS) }],
  ['a time of months', { 'x-sent-by': 'own', 'x-waited': String(2000 * HOUR_MS) }],
  ['no number', { 'x-sent-by': 'own', 'x-waited': 'long' }],
])('takes the moment of arrival for %s', async (_, headers) => {
  const own = Object.entries(headers).map(([name, value]) => [name, value === 'own' ? sender : value]);
  const { before, after, at } = await start(Object.fromEntries(own));
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(after);
});
