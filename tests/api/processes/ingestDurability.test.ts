import { afterAll, describe, expect, it } from 'vitest';
import { createClient } from '../../support/calls/client.ts';
import { embeddedAccess } from '../../support/server/embeddedAccess.ts';
import { postmasterPid, type ServerProcess, spawnServer } from '../../support/server/process.ts';
import { ADMIN, startedEmbedded } from '../../support/server/server.ts';
import { placesIn } from '../../support/telemetry/places.ts';
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
      values: { kw: number * VALUES + at, kvar: number * VALUES + at + 0.5 },
    }));
    const response = await sendTelemetry(url, token, message).catch(() => null);
    if (!response) return;
    if (response.status === 200) acknowledged.add(number);
    await response.body?.cancel().catch(() => {});
  }
}

async function readValues(url: string, code: string): Promise<{ values: number[]; sum: number }> {
  const client = createClient(url);
  await client.signIn(ADMIN.username, ADMIN.password);
  const sns = `d1-${code}`;
  const text = await client.call('oneTimeDatas', { query: { querytimes: '2026-09-30,2026-10-30', sns } });
  const [entry] = JSON.parse(text) as { values: { value: number }[] }[];
  const query = { sns, calcmethod: 'SUM', startTime: '2026-09-30', endTime: '2026-10-30' };
  const [statistic] = await client.call('accuSummarized', { query });
  return { values: (entry?.values ?? []).map(({ value }) => value), sum: statistic?.value ?? 0 };
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
    const { values, sum } = await readValues(second.url, 'kw');
    const stored = new Set(values);
    const lost = [...acknowledged].filter((number) => {
      return Array.from({ length: VALUES }, (_, at) => number * VALUES + at).some(
        (value) => !stored.has(value),
      );
    });
    expect(lost).toEqual([]);
    // The roll-ups are written with the points, or not at all.
    expect(sum).toBe(values.reduce((total, value) => total + value, 0));
    expect(values).toHaveLength(stored.size);
    // Both values of a time are in one row, and therefore stored together.
    expect(await readValues(second.url, 'kvar')).toEqual({
      values: values.map((value) => value + 0.5),
      sum: sum + values.length / 2,
    });
    for (const sn of ['d1-kw', 'd1-kvar'])
      expect(await placesIn(embeddedAccess(folder.path), sn), sn).toEqual({
        rows: values.length,
        singles: 0,
      });
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
