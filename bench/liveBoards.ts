/**
 * Measures many open boards on one server process, while telemetry arrives. Each board has its live stream and
 * requests its refresh every 20 seconds. A session has the maximum number of streams. Clients and senders are
 * simulated on the same machine, so the figures include their work. Goals: 95 of 100 refreshes within 200 ms; a value
 * on the boards within 1 s after its commit, at 20,000 points/s. `--boards 500 --rate 20000 --seconds 60` are the
 * defaults.
 */
import assert from 'node:assert/strict';
import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MAX_LINES } from '../server/sites/live/sse.ts';
import { spawnServer } from '../tests/support/server/process.ts';
import { login, startedFolder } from '../tests/support/server/server.ts';
import { median, percentile } from './kit/percentile.ts';
import { judge } from './kit/report.ts';
import { sized } from './kit/size.ts';

const ROUND_GOAL_MS = 200;
const PUSH_GOAL_MS = 1_000;
const STATIONS = sized(50, 2);
const VARIABLES = 40;
/** Variables on a board. Key figures show them, and charts show two of them. */
const SHOWN = 20;
const ROUND_MS = sized(20_000, 500);
/** The interval at which each device sends a message, with the values since the last one. */
const MESSAGE_MS = 500;
/** A rate below this share of the requested rate was not reached. */
const RATE_SLACK = 0.95;
const HOUR_MS = 3_600_000;

interface LiveBoardsBench {
  rounds: number;
  /** Milliseconds from the request to the complete answer. */
  roundP50: number;
  roundP95: number;
  failed: number;
  /**
   * Milliseconds from the acknowledgement (after the commit) to the event on a board. It is 0 if the event came first.
   */
  pushP50: number;
  pushP95: number;
  pushMax: number;
  /** Points per second that were acknowledged. */
  rate: number;
}

interface Answer {
  status: number;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request with as little work as possible, because clients use the server's processor. */
function send(url: string, method: string, headers: Record<string, string>, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = requestHttp(url, { method, agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const stationSnOf = (at: number): string => `BENCH${at}`;
const variableSn = (station: number, at: number): string => `${stationSnOf(station)}-M-v${at}`;

type Client = Awaited<ReturnType<typeof login>>;

async function makeStations(client: Client): Promise<string[]> {
  const tokens: string[] = [];
  for (let at = 0; at < STATIONS; at++) {
    const sn = stationSnOf(at);
    await client.call('stationCreate', { body: { sn, name: sn, timeZone: 'Asia/Shanghai' } });
    const body = { sn: `${sn}-M`, name: 'Meter', stationSn: sn, type: 'meter' };
    tokens.push(String((await client.call('deviceCreate', { body })).token));
  }
  return tokens;
}

/** A time of a station's values (epoch milliseconds), and the time of an event about it (our clock). */
interface Moment {
  station: number;
  ts: number;
  at: number;
}

interface Seen {
  acknowledged: Moment[];
  /** Times by station, in the order in which a board showed them. */
  shown: Map<number, Moment[]>;
}

/** Returns the delay from each acknowledged value to its board, or to a newer value there. Infinity if none arrived. */
function readPushes(acknowledged: readonly Moment[], shown: Seen['shown']): number[] {
  return acknowledged.map(({ station, ts, at }) => {
    const first = shown.get(station)?.find((moment) => moment.ts >= ts);
    return first ? Math.max(0, first.at - at) : Number.POSITIVE_INFINITY;
  });
}

/** Sends the points since the last message, in even steps, until the signal. */
async function sendDevice(
  url: string,
  token: string,
  station: number,
  steps: number,
  { acknowledged }: Seen,
  count: (points: number) => void,
  over: AbortSignal,
): Promise<void> {
  // The devices do not all send at the same time.
  await sleep((station / STATIONS) * MESSAGE_MS);
  for (let next = performance.now(); !over.aborted; next += MESSAGE_MS) {
    await sleep(Math.max(0, next - performance.now()));
    const now = Date.now();
    const message = Array.from({ length: steps }, (_, step) => ({
      ts: now - Math.round(((steps - 1 - step) * MESSAGE_MS) / steps),
      values: Object.fromEntries(Array.from({ length: VARIABLES }, (_, at) => [`v${at}`, step + at / 8])),
    }));
    const headers = { 'content-type': 'application/json' };
    const { status } = await send(
      `${url}/api/v1/${token}/telemetry`,
      'POST',
      headers,
      JSON.stringify(message),
    );
    if (status !== 200) continue;
    acknowledged.push({ station, ts: now, at: performance.now() });
    count(steps * VARIABLES);
  }
}

/**
 * Opens a stream. The events of a station's first stream are recorded, the events of its other streams are discarded.
 */
function openStream(
  url: string,
  cookie: string,
  station: number,
  shown: Moment[] | null,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = requestHttp(
      `${url}/ems/api/main/live?stationSns=${stationSnOf(station)}`,
      { headers: { cookie }, agent: false },
      (response) => {
        if (response.statusCode !== 200)
          return reject(new Error(`a stream was refused: ${response.statusCode}`));
        if (!shown) response.resume();
        else
          response.setEncoding('utf8').on('data', (text: string) => {
            const at = performance.now();
            let newest = 0;
            for (const [, ts] of text.matchAll(/"ts":(\d+)/g)) newest = Math.max(newest, Number(ts));
            if (newest > (shown.at(-1)?.ts ?? 0)) shown.push({ station, ts: newest, at });
          });
        resolve(response);
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

function roundBody(station: number): string {
  const sns = Array.from({ length: SHOWN }, (_, at) => variableSn(station, at));
  const now = Date.now();
  const iso = (ago: number): string => new Date(now - ago).toISOString();
  return JSON.stringify({
    stationSn: stationSnOf(station),
    needs: [
      ...sns.map((sn) => ({ key: sn, kind: 'realtime', sns: [sn] })),
      { key: 'trend', kind: 'history', sns: sns.slice(0, 2), from: iso(HOUR_MS), to: iso(0), maxPoints: 500 },
      {
        ...{ key: 'hours', kind: 'statistic', sns: sns.slice(2, 4), method: 'AVG' },
        ...{ from: iso(24 * HOUR_MS), to: iso(0), bucket: 'hour' },
      },
      { key: 'alarms', kind: 'alarms', status: '1', current: 1, size: 10 },
      { key: 'status', kind: 'stationStatus' },
    ],
  });
}

/** Opens the number of sessions that these boards need. */
async function openSessions(url: string, boards: number): Promise<Client[]> {
  const sessions: Client[] = [];
  for (let at = 0; at < boards; at += MAX_LINES) sessions.push(await login({ url }));
  return sessions;
}

/** Requests the refresh of a board every 20 seconds, beginning at its own start time. */
async function refreshBoard(
  url: string,
  token: () => string | null,
  board: number,
  boards: number,
  note: (ms: number | null) => void,
  over: AbortSignal,
): Promise<void> {
  const wait = (ms: number): Promise<void> => sleep(ms, undefined, { signal: over }).catch(() => {});
  await wait((board / boards) * ROUND_MS);
  while (!over.aborted) {
    const start = performance.now();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token()}` };
    const answer = await send(
      `${url}/ems/api/main/siteKanban/query`,
      'POST',
      headers,
      roundBody(board % STATIONS),
    ).catch(() => null);
    const ms = performance.now() - start;
    const well = answer?.status === 200 && !answer.text.includes('"ok":false');
    note(well ? ms : null);
    await wait(ROUND_MS - ms);
  }
}

async function benchLiveBoards({
  boards,
  rate,
  seconds,
}: {
  boards: number;
  rate: number;
  seconds: number;
}): Promise<LiveBoardsBench> {
  const folder = await startedFolder();
  const server = spawnServer(folder.path, { env: { PGOPTIONS: '' } });
  const over = new AbortController();
  try {
    const url = await server.ready();
    const client = await login({ url });
    const tokens = await makeStations(client);
    const seen: Seen = {
      acknowledged: [],
      shown: new Map(tokens.map((_, station) => [station, []])),
    };
    let points = 0;
    const steps = Math.max(1, Math.round((rate * MESSAGE_MS) / 1000 / STATIONS / VARIABLES));
    const count = (some: number): void => {
      points += some;
    };
    const working = tokens.map((token, station) =>
      sendDevice(url, token, station, steps, seen, count, over.signal),
    );
    // The first messages create the variables.
    await sleep(4 * MESSAGE_MS);
    const sessions = await openSessions(url, boards);
    const sessionOf = (board: number): Client => sessions[Math.floor(board / MAX_LINES)]!;
    await Promise.all(
      Array.from({ length: boards }, (_, board) =>
        openStream(
          url,
          sessionOf(board).cookies(),
          board % STATIONS,
          board < STATIONS ? (seen.shown.get(board) ?? null) : null,
        ),
      ),
    );
    const rounds: number[] = [];
    let failed = 0;
    const note = (ms: number | null): void => {
      if (ms === null) failed += 1;
      else rounds.push(ms);
    };
    for (let board = 0; board < boards; board++)
      working.push(refreshBoard(url, () => sessionOf(board).tokens().ems, board, boards, note, over.signal));
    // Excludes the moment at which all boards open at once.
    await sleep(2_000);
    seen.acknowledged.length = 0;
    rounds.length = 0;
    points = 0;
    failed = 0;
    const start = performance.now();
    await sleep(seconds * 1000);
    const lasted = (performance.now() - start) / 1000;
    const rateReached = points / lasted;
    const noted = [...seen.acknowledged];
    await sleep(PUSH_GOAL_MS * 2);
    const pushes = readPushes(noted, seen.shown);
    over.abort();
    await Promise.all(working);
    return {
      rounds: rounds.length,
      roundP50: median(rounds),
      roundP95: percentile(rounds, 0.95),
      failed,
      pushP50: median(pushes),
      pushP95: percentile(pushes, 0.95),
      pushMax: Math.max(0, ...pushes),
      rate: rateReached,
    };
  } finally {
    over.abort();
    agent.destroy();
    server.child.kill('SIGTERM');
    await server.ended;
    await folder.remove();
  }
}

const number = (fallback: number) => ({ type: 'string', default: String(fallback) }) as const;
const { values } = parseArgs({
  options: {
    boards: number(sized(500, 30)),
    rate: number(sized(20_000, 1_000)),
    seconds: number(sized(60, 2)),
  },
});
const settings = {
  boards: Number(values.boards),
  rate: Number(values.rate),
  seconds: Number(values.seconds),
};
const result = await benchLiveBoards(settings);
const ms = (figure: number) => `${figure.toFixed(0)} ms`;
const { rounds, failed, roundP50, roundP95, pushP50, pushP95, pushMax, rate } = result;
assert.ok(rounds > 0 && failed === 0, `${failed} rounds failed`);
assert.ok(Number.isFinite(pushMax), 'each value reaches its board');
const rateVerdict = judge({ value: rate, goal: settings.rate * RATE_SLACK, better: 'more' });
console.log(
  `${settings.boards} boards with a stream each, ${Math.round(rate).toLocaleString('en')} points/s acknowledged (${rateVerdict})`,
);
console.log(
  `  round: median ${ms(roundP50)}, p95 ${ms(roundP95)} (${judge({ value: roundP95, goal: ROUND_GOAL_MS, better: 'less' })}), ${rounds} rounds`,
);
console.log(
  `  from the commit to the board: median ${ms(pushP50)}, p95 ${ms(pushP95)}, longest ${ms(pushMax)} (${judge({ value: pushMax, goal: PUSH_GOAL_MS, better: 'less' })})`,
);
