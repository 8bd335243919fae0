/** S3: work that was entered without network has the moment of the input, although the clock of the device is wrong. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import type { Client } from '../../../support/calls/client.ts';
import { makeInspection, readInspection } from '../../../support/records/inspections.ts';
import { sharedServer, type TestServer } from '../../../support/server/server.ts';
import { makeOperator } from '../../../support/telemetry/site.ts';

const HOUR_MS = 3_600_000;
/** The time that a request may take here. */
const NEAR_MS = 10 * 60_000;

let server: TestServer;
let worker: Client & { tenantId: number };
let sender: string;

beforeAll(async () => {
  server = await sharedServer();
  worker = await makeOperator(server);
  sender = `${(await worker.call('getPrincipal')).userId}@${worker.tenantId}`;
});
afterAll(() => server?.stop());

/** Starts an inspection by a request with these headers. Returns how long ago that was by its own record. */
async function startAgo(headers: Record<string, string>): Promise<number> {
  const { id, version } = await makeInspection(worker);
  const path = { entity: 'inspection', id };
  const answer = await ask(worker, 'recordTransition', { path, body: { name: 'start', version }, headers });
  expect(answer.status).toBe(200);
  return Date.now() - Date.parse(String((await readInspection(worker, id)).startedAt));
}

it('takes the moment of the input for what a device sends later', async () => {
  const ago = await startAgo({ 'x-sent-by': sender, 'x-waited': String(3 * HOUR_MS) });
  expect(ago).toBeGreaterThanOrEqual(3 * HOUR_MS);
  expect(ago).toBeLessThan(3 * HOUR_MS + NEAR_MS);
});

it.each([
  ['a request that no device kept', { 'x-waited': String(3 * HOUR_MS) }],
  ['a time in the future', { 'x-sent-by': 'own', 'x-waited': String(-3 * HOUR_MS) }],
  ['a time of months', { 'x-sent-by': 'own', 'x-waited': String(2000 * HOUR_MS) }],
  ['no number', { 'x-sent-by': 'own', 'x-waited': 'long' }],
])('takes the moment of arrival for %s', async (_, headers) => {
  const own = Object.entries(headers).map(([name, value]) => [name, value === 'own' ? sender : value]);
  expect(await startAgo(Object.fromEntries(own))).toBeLessThan(NEAR_MS);
});
