/**
 * The worst that every operation can be sent, beside what a monitor asks: none makes the server fail, and none keeps it
 * from answering others. The server is a process of its own, so that what this test does itself is not counted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import type { Client } from '../support/client.ts';
import { type HostileRequest, hostile_requests, type Real } from '../support/hostileInputs.ts';
import { ids_of, lastingOperations } from '../support/operations.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { dataFolder, login } from '../support/server.ts';

const MAX_WAIT_MS = 500;
/** A machine with other work may once be slow; what is wrong is slow every time. */
const TRIES = 4;
const POLL_MS = 15;

let folder: Awaited<ReturnType<typeof dataFolder>>;
let server: ServerProcess;
let url: string;
let admin: Client;
let real: Real;

beforeAll(async () => {
  folder = await dataFolder();
  server = spawnServer(folder.path, { demo: true });
  url = await server.ready();
  admin = await login({ url });
  real = await real_read(admin);
});
afterAll(async () => {
  server?.child.kill('SIGTERM');
  await server?.ended;
  await folder?.remove();
});

async function real_read(client: Client): Promise<Real> {
  const { records: stations } = await client.call('stationPage', { query: { size: 1 } });
  const stationSn = stations[0]!.sn!;
  const { records: devices } = await client.call('devicePage', { query: { size: 50 } });
  const own = devices.filter((device) => device.stationSn === stationSn);
  const { records: variables } = await client.call('deviceVariablePage', { query: { size: 100 } });
  const sns = variables.flatMap(({ sn, deviceSn }) => (own.some((one) => one.sn === deviceSn) ? [sn!] : []));
  const { token } = await client.call('boardShareCreate', { body: { stationSn, boardId: null, hours: 1 } });
  return { stationSn, deviceSn: own[0]!.sn, deviceToken: own[0]!.token, token, sns, variableSn: sns[0] };
}

/** The longest that the probe waited while something was done, in milliseconds. */
async function waited(work: () => Promise<void>): Promise<number> {
  let isDone = false;
  let longest = 0;
  const poll = async (): Promise<void> => {
    while (!isDone) {
      const begun = performance.now();
      const response = await fetch(`${url}/healthz`);
      await response.arrayBuffer();
      longest = Math.max(longest, performance.now() - begun);
      await sleep(POLL_MS);
    }
  };
  const polling = poll();
  try {
    await work();
  } finally {
    isDone = true;
    await polling;
  }
  return longest;
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

/** How long the probe waits at least, however often it is tried. */
async function wait_least(id: OperationId, one: HostileRequest): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < TRIES && least > MAX_WAIT_MS; at += 1)
    least = Math.min(least, await waited(async () => void (await send(id, one))));
  return least;
}

const publicFirst = ids_of(
  lastingOperations
    .filter(({ multipart }) => !multipart)
    .toSorted((a, b) => Number(b.access === 'public') - Number(a.access === 'public')),
);

it.each(publicFirst)('%s neither fails nor holds others up, whatever it is sent', async (id) => {
  const requests = hostile_requests(id, real);
  const failed: string[] = [];
  const wait = await waited(async () => {
    for (const one of requests) {
      const status = await send(id, one);
      if (status >= 500) failed.push(`${status}: ${one.what}`);
    }
  });
  expect(failed).toEqual([]);
  if (wait <= MAX_WAIT_MS) return;
  const slow: string[] = [];
  for (const one of requests) {
    const least = await wait_least(id, one);
    if (least > MAX_WAIT_MS) slow.push(`${Math.round(least)} ms: ${one.what}`);
  }
  expect(slow).toEqual([]);
});
