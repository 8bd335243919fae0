/**
 * Sends the worst input to every operation. None may make the server fail, or delay its answers to others. The server
 * is a separate process, so that the work of this test does not count.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OperationId, operations } from '../../../generated/operations.ts';
import type { Client } from '../../support/calls/client.ts';
import { idsOf, lastingOperations } from '../../support/calls/operations.ts';
import { MAX_HELD_MS, METERED, openMeter } from '../../support/hostile/heldThread.ts';
import { type HostileRequest, hostileRequests, type Real } from '../../support/hostile/hostileInputs.ts';
import { demoFolder, type Folder } from '../../support/server/folders.ts';
import { type ServerProcess, spawnServer } from '../../support/server/process.ts';
import { login } from '../../support/server/server.ts';

let folder: Folder;
let server: ServerProcess;
let url: string;
let admin: Client;
let real: Real;
let readMeter: () => Promise<number>;

beforeAll(async () => {
  folder = await demoFolder();
  server = spawnServer(folder.path, { demo: true, env: METERED });
  url = await server.ready();
  readMeter = await openMeter(server);
  admin = await login({ url });
  real = await readReal(admin);
});
afterAll(async () => {
  server?.child.kill('SIGTERM');
  await server?.ended;
  await folder?.remove();
});

async function readReal(client: Client): Promise<Real> {
  const { records: stations } = await client.call('stationPage', { query: { size: 1 } });
  const stationSn = stations[0]!.sn!;
  const { records: devices } = await client.call('devicePage', { query: { size: 50 } });
  const own = devices.filter((device) => device.stationSn === stationSn);
  const lists = await Promise.all(
    own.map(({ sn }) => client.call('deviceVariablesOfDevice', { path: { deviceSn: sn! } })),
  );
  const sns = lists.flat().map(({ sn }) => sn);
  if (sns.length === 0) throw new Error('the demo has no variables');
  const { token } = await client.call('boardShareCreate', { body: { stationSn, boardId: null, hours: 1 } });
  return {
    stationSn,
    deviceSn: own[0]!.sn,
    deviceToken: own[0]!.token,
    token,
    sns: sns.slice(0, 100),
    variableSn: sns[0],
  };
}

async function send(id: OperationId, { address, body }: HostileRequest): Promise<number> {
  const { method, path } = operations[id];
  const tokens = admin.tokens();
  const token = path.startsWith('/ems/api') ? tokens.ems : tokens.main;
  const response = await admin.fetch(address, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body ?? null,
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel();
  else await response.arrayBuffer();
  return response.status;
}

/** Sends requests one after the other. Returns those with a status of 500 and above, and those that delayed others. */
async function sendAll(id: OperationId, requests: readonly HostileRequest[]) {
  const failed: string[] = [];
  const slow: string[] = [];
  await readMeter();
  for (const one of requests) {
    const status = await send(id, one);
    const blockedMs = await readMeter();
    if (status >= 500) failed.push(`${status}: ${one.what}`);
    if (blockedMs > MAX_HELD_MS) slow.push(`${Math.round(blockedMs)} ms: ${one.what}`);
  }
  return { failed, slow };
}

/** In these operations a device waits for an event, for the time that it requests. */
const WAITING: ReadonlySet<OperationId> = new Set(['deviceAttributesWait', 'deviceCommandWait']);

const publicFirst = idsOf(
  lastingOperations
    .filter(({ id, multipart }) => !multipart && !WAITING.has(id))
    .toSorted((a, b) => Number(b.access === 'public') - Number(a.access === 'public')),
);

it.each(publicFirst)('%s neither fails nor blocks others, whatever the input', async (id) => {
  const { failed, slow } = await sendAll(id, hostileRequests(id, real));
  expect(failed).toEqual([]);
  expect(slow).toEqual([]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});
