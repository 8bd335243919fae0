import { afterAll, describe, expect, it } from 'vitest';
import { createClient } from '../../support/calls/client.ts';
import { postmasterPid, type ServerProcess, spawnServer } from '../../support/server/process.ts';
import { ADMIN, startedEmbedded } from '../../support/server/server.ts';
import { sendTelemetry } from '../../support/telemetry/telemetry.ts';

const SENDERS = 6;
const VALUES = 40;
const BASE = Date.UTC(2026, 9, 1);
const running = new Set<ServerProcess>();

afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL');
});

async function start(dataDir: string): Promise<{ server: ServerProcess; url: string }> {
  const server = spawnServer(dataDir);
  running.add(server);
  void server.ended.then(() => running.delete(server));
  return { server, url: await server.ready() };
}

async function makeDevice(url: string): Promise<string> {
  const client = createClient(url);
  await client.signIn(ADMIN.username, ADMIN.password);
  await client.call('stationCreate', { body: { sn: 's1', name: 'S', timeZone: 'Europe/Berlin' } });
  const body = { sn: 'd1', name: 'D', stationSn: 's1', type: 'meter' };
  return String((await client.call('deviceCreate', { body })).token);
}

/** Sends messages until the server ends. Returns the numbers of the acknowledged ones. */
async function sendMessages(
  url: string,
  token: string,
  sender: number,
  acknowledged: Set<number>,
): Promise<void> {
  for (let round = 0; ; round += 1) {
    const number = round * SENDERS + sender;
    const message = Array.from({ length: VALUES }, (_, at) => ({
      ts: BASE + (number * VALUES + at) * 1000,
      values: { kw: number * VALUES + at },
    }));
    const response = await sendTelemetry(url, token, message).catch(() => null);
    if (!response) return;
    if (response.status === 200) acknowledged.add(number);
    await response.body?.cancel().catch(() => {});
  }
}

async function readValues(url: string): Promise<{ values: Set<number>; n: number; sum: number }> {
  const client = createClient(url);
  await client.signIn(ADMIN.username, ADMIN.password);
  const values = new Set<number>();
  const text = await client.call('oneTimeDatas', {
    query: { querytimes: '2026-09-30,2026-10-30', sns: 'd1-kw' },
  });
  const [entry] = JSON.parse(text) as { values: { value: number }[] }[];
  for (const { value } of entry?.values ?? []) values.add(value);
  const query = { sns: 'd1-kw', calcmethod: 'SUM', startTime: '2026-09-30', endTime: '2026-10-30' };
  const [statistic] = await client.call('accuSummarized', { query });
  return { values, n: entry?.values.length ?? 0, sum: statistic?.value ?? 0 };
}

/** Kills the server during ingest and starts it again without help. Every acknowledged value must exist. */
async function killDuringIngest(kill: (server: ServerProcess, dataDir: string) => void): Promise<void> {
  const folder = await startedEmbedded();
  try {
    const first = await start(folder.path);
    const token = await makeDevice(first.url);
    const acknowledged = new Set<number>();
    const senders = Array.from({ length: SENDERS }, (_, sender) =>
      sendMessages(first.url, token, sender, acknowledged),
    );
    await expect.poll(() => acknowledged.size, { interval: 5 }).toBeGreaterThanOrEqual(60);
    kill(first.server, folder.path);
    await first.server.ended;
    await Promise.all(senders);
    const second = await start(folder.path);
    const { values, n, sum } = await readValues(second.url);
    const lost = [...acknowledged].filter((number) => {
      return Array.from({ length: VALUES }, (_, at) => number * VALUES + at).some(
        (value) => !values.has(value),
      );
    });
    expect(lost).toEqual([]);
    // The roll-ups are written with the points, or not at all.
    expect(sum).toBe([...values].reduce((total, value) => total + value, 0));
    expect(n).toBe(values.size);
    second.server.child.kill('SIGTERM');
    await second.server.ended;
  } finally {
    await folder.remove();
  }
}

describe('every acknowledged value is there after', () => {
  it('kill -9 of the server during ingest', () => killDuringIngest(({ child }) => child.kill('SIGKILL')));

  it('kill -9 of server and database during ingest', () =>
    killDuringIngest(({ child }, dataDir) => {
      const postmaster = postmasterPid(dataDir);
      child.kill('SIGKILL');
      process.kill(postmaster, 'SIGKILL');
    }));
});
