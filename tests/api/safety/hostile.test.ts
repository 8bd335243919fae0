/**
 * The worst that every operation can be sent, beside what a monitor asks: none makes the server fail, and none keeps it
 * from answering others. The server is a process of its own, so that what this test does itself is not counted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OperationId, operations } from '../../../generated/operations.ts';
import type { Client } from '../../support/calls/client.ts';
import { idsOf, lastingOperations } from '../../support/calls/operations.ts';
import { type HostileRequest, hostileRequests, type Real } from '../../support/hostile/hostileInputs.ts';
import { demoFolder, type Folder } from '../../support/server/folders.ts';
import { type ServerProcess, spawnServer } from '../../support/server/process.ts';
import { login } from '../../support/server/server.ts';

const MAX_WAIT_MS = 500;
/** A machine with other work may once be slow; what is wrong is slow every time. */
const TRIES = 4;
const POLL_MS = 50;

let folder: Folder;
let server: ServerProcess;
let url: string;
let admin: Client;
let real: Real;

beforeAll(async () => {
  folder = await demoFolder();
  server = spawnServer(folder.path, { demo: true });
  url = await server.ready();
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

interface Span {
  begun: number;
  ended: number;
}

/** Asks the probe without end; answers what it was asked so far, and how to stop. */
function askProbe(): { slow: () => Span[]; stop: () => Promise<void> } {
  const slow: Span[] = [];
  let isDone = false;
  const polling = (async () => {
    while (!isDone) {
      const begun = performance.now();
      const response = await fetch(`${url}/healthz`);
      await response.arrayBuffer();
      const ended = performance.now();
      if (ended - begun > MAX_WAIT_MS) slow.push({ begun, ended });
      await sleep(POLL_MS);
    }
  })();
  return {
    slow: () => slow,
    async stop() {
      isDone = true;
      await polling;
    },
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

/** Sends requests one after the other: the answers of 500 and above, and the requests during which the probe waited. */
async function sendAll(id: OperationId, requests: readonly HostileRequest[]) {
  const probe = askProbe();
  const failed: string[] = [];
  const spans: Span[] = [];
  for (const one of requests) {
    const begun = performance.now();
    const status = await send(id, one);
    spans.push({ begun, ended: performance.now() });
    if (status >= 500) failed.push(`${status}: ${one.what}`);
  }
  await probe.stop();
  const slow = requests.filter((_, at) =>
    probe.slow().some(({ begun, ended }) => begun < spans[at]!.ended && ended > spans[at]!.begun),
  );
  return { failed, slow };
}

/** Devices wait in them, for as long as they say, for what may come. */
const WAITING: ReadonlySet<OperationId> = new Set(['deviceAttributesWait', 'deviceCommandWait']);

const publicFirst = idsOf(
  lastingOperations
    .filter(({ id, multipart }) => !multipart && !WAITING.has(id))
    .toSorted((a, b) => Number(b.access === 'public') - Number(a.access === 'public')),
);

it.each(publicFirst)('%s neither fails nor holds others up, whatever it is sent', async (id) => {
  let { failed, slow } = await sendAll(id, hostileRequests(id, real));
  expect(failed).toEqual([]);
  for (let tried = 1; tried < TRIES && slow.length > 0; tried += 1) ({ slow } = await sendAll(id, slow));
  expect(slow.map(({ what }) => what)).toEqual([]);
});
