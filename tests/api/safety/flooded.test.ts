/**
 * Sends the largest input of each operation without sign-in sixteen times in parallel, and aborts half of them at once.
 * No other caller is delayed, no work is left afterwards, and a user's work continues.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OperationId, operations } from '../../../generated/operations.ts';
import type { Client } from '../../support/calls/client.ts';
import { lastingOperations } from '../../support/calls/operations.ts';
import { queueFigures } from '../../support/calls/queueFigures.ts';
import { MAX_HELD_MS, METERED, openMeter } from '../../support/hostile/heldThread.ts';
import { type HostileRequest, hostileRequests, type Real } from '../../support/hostile/hostileInputs.ts';
import { checkTable, tableFile, upload } from '../../support/records/excel.ts';
import { demoFolder, type Folder } from '../../support/server/folders.ts';
import { type ServerProcess, spawnServer } from '../../support/server/process.ts';
import { login } from '../../support/server/server.ts';

const AT_ONCE = 16;
/** The maximum number of jobs of one link in the queue: one running and three waiting requests. */
const OF_LINK = { running: 1, waiting: 3 };
/** These operations wait on purpose, for the requested time. */
const WAITING: ReadonlySet<OperationId> = new Set(['deviceAttributesWait', 'deviceCommandWait']);
const RECORD_LINK = /^\/public\/record\//;

let folder: Folder;
let server: ServerProcess;
let url: string;
let person: Client;
let readMeter: () => Promise<number>;
const tokens = { board: '', record: '', device: '' };

beforeAll(async () => {
  folder = await demoFolder();
  server = spawnServer(folder.path, { demo: true, env: METERED });
  url = await server.ready();
  readMeter = await openMeter(server);
  person = await login({ url });
  const { records: stations } = await person.call('stationPage', { query: { size: 1 } });
  const { records: devices } = await person.call('devicePage', { query: { size: 50 } });
  const stationSn = stations[0]!.sn!;
  const board = await person.call('boardShareCreate', { body: { stationSn, boardId: null, hours: 1 } });
  const { records: quotes } = await person.call('quotePage', { query: { size: 100 } });
  const path = { entity: 'quote', id: quotes.find(({ state }) => state === 'pending')!.id };
  const link = await person.call('recordLinkMake', { path });
  Object.assign(tokens, { board: board.token, record: link.token, device: devices[0]!.token });
});
afterAll(async () => {
  server?.child.kill('SIGTERM');
  await server?.ended;
  await folder?.remove();
});

/** Returns the largest request that the operation accepts. */
function largestOf(id: OperationId): HostileRequest {
  const real: Real = {
    token: RECORD_LINK.test(operations[id].path) ? tokens.record : tokens.board,
    deviceToken: tokens.device,
  };
  const sizeOf = ({ address, body = '' }: HostileRequest): number => address.length + body.length;
  const [largest] = hostileRequests(id, real).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return largest!;
}

async function send(id: OperationId, { address, body }: HostileRequest, signal: AbortSignal) {
  const response = await fetch(url + address, {
    method: operations[id].method.toUpperCase(),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body ?? null,
    signal,
  });
  await response.arrayBuffer();
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')) };
}

const open = lastingOperations.filter(
  ({ id, access, multipart }) => access === 'public' && !multipart && !WAITING.has(id),
);

it.each(open.map(({ id }) => id))('%s, sixteen in parallel, does not block the work of users', async (id) => {
  const largest = largestOf(id);
  const before = await queueFigures(url, 'paper');
  await readMeter();
  const leave = Array.from({ length: AT_ONCE }, () => new AbortController());
  const requests = leave.map(({ signal }) => send(id, largest, signal).catch(() => null));
  const work = Promise.all([
    person.call('getCustomerList', { query: { size: 10 } }),
    checkTable(person, { entity: 'customer' }, upload(await tableFile([['Name'], ['One line']]))),
  ]);
  for (const one of leave.slice(AT_ONCE / 2)) one.abort();
  const { waiting, running } = await queueFigures(url, 'paper');
  expect(waiting).toBeLessThanOrEqual(OF_LINK.waiting);
  expect(running).toBeLessThanOrEqual(OF_LINK.running);
  const [list, { report }] = await work;
  expect([list.records.length > 0, report.total]).toEqual([true, 1]);
  for (const answer of await Promise.all(requests)) {
    expect(answer?.status ?? 0).toBeLessThan(500);
    if (answer?.status === 429) expect(answer.retryAfter).toBeGreaterThan(0);
  }
  await expect.poll(() => queueFigures(url, 'paper')).toMatchObject({ running: 0, waiting: 0 });
  const { turns } = await queueFigures(url, 'paper');
  // All requests share one document. It is created again only if all of its callers had left.
  expect(turns - before.turns).toBeLessThanOrEqual(2);
  expect(await readMeter()).toBeLessThanOrEqual(MAX_HELD_MS);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});
