/**
 * The ledger records the acknowledged messages outside of the platform, and compares them with the platform's data at
 * the end.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pointsBetween } from '../../server/sites/telemetry/read/pointsSql.ts';
import type { Client } from '../support/calls/client.ts';
import { ADMIN, login } from '../support/server/server.ts';
import { countPlaces } from '../support/telemetry/places.ts';
import { sendTelemetry } from '../support/telemetry/telemetry.ts';

export const STATION = 'FAULTS';
const SENDERS = 3;
/** Number of times in a message, one second apart. */
const VALUES = 20;
/** Variables of a sender, which are sent together. The second value is the negated first one. */
const TOGETHER = ['v', 'w'] as const;
const DAY_MS = 86_400_000;
/** Days between the first point and now. A run never reaches the present. */
const AGO_DAYS = 20;
const PAUSE_MS = 15;
/** Time of refusals after which the platform counts as not recovered. */
const PATIENCE_MS = 90_000;
const ANSWER_MS = 15_000;
const THRESHOLD = 100;
const ALARM_PAUSE_MS = 25;
/** Number of messages of a phase in which the value is bad, or good. */
const PHASE = 6;
const STEP_MS = 100;
/** The delay of the slow rule, which is longer than any outage, and the time between its points. */
const DELAY_S = 60;
const SLOW_STEP_MS = 20_000;
const SLOW_AGO_MS = 20 * 3_600_000;
/** Time until saved rules are loaded. */
const RULES_READ_MS = 3_000;

/** The addresses to which a message may go at the moment. Several are tried in turn, as a load balancer does. */
export type Addresses = () => readonly string[];

export interface Ledger {
  /** Number of acknowledged messages of each sender, from the first on. */
  messages: number[];
  /** Times (epoch milliseconds) between which a rule must raise an alarm. */
  alarms: { rule: string; from: number; to: number }[];
  /** Attempts that were not acknowledged, for any reason. */
  failures: number;
  /** Time of the last acknowledgement, in epoch milliseconds. */
  lastAt: number;
}

export interface Site {
  tenantId: number;
  /** The token of the device. */
  token: string;
  /** Time of the first point, in epoch milliseconds. */
  base: number;
}

/**
 * Creates a station with a device, two variables for every sender, and two watched variables. The station is also
 * watched for silence.
 */
export async function makeSite(client: Client): Promise<Site> {
  await client.call('stationCreate', {
    body: { sn: STATION, name: 'Faults', timeZone: 'Europe/Berlin' },
  });
  const device = await client.call('deviceCreate', {
    body: { sn: `${STATION}-M`, name: 'Meter', stationSn: STATION, type: 'meter' },
  });
  const senders = Array.from({ length: SENDERS }, (_, sender) => TOGETHER.map((code) => `${code}${sender}`));
  const codes = [...senders.flat(), 'level', 'slow'];
  for (const code of codes)
    await client.call('deviceVariableCreate', {
      body: { deviceSn: device.sn, code, name: code, unit: '', dataType: 'number', kind: 'gauge' },
    });
  const over = { kind: 'threshold', operator: '>', threshold: THRESHOLD } as const;
  for (const rule of [
    { ...over, name: 'Level', variableSn: `${device.sn}-level` },
    { ...over, name: 'Slow', variableSn: `${device.sn}-slow`, delaySeconds: DELAY_S },
    { kind: 'noData', name: 'Silent', scope: 'station' } as const,
  ])
    await client.call('alarmGeneraterCreate', { body: { ...rule, stationSn: STATION, level: 'major' } });
  // The rules must be judged before the ledger sends its old points.
  await sleep(RULES_READ_MS);
  const base = Math.floor(Date.now() / DAY_MS - AGO_DAYS) * DAY_MS;
  const { tenantId } = await client.call('getPrincipal');
  return { tenantId, token: String(device.token), base };
}

/** A request to a process that hangs is aborted. */
async function answerWithin(answer: Promise<Response>): Promise<Response> {
  const timer = new AbortController();
  const late = sleep(ANSWER_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error('no answer in time');
  });
  late.catch(() => {});
  return Promise.race([answer, late]).finally(() => timer.abort());
}

/** Sends a message until it is acknowledged, to one address after the other. */
async function deliverMessage(
  addresses: Addresses,
  token: string,
  message: unknown,
  points: number,
  ledger: Ledger,
): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (let attempt = 0; ; attempt++) {
    const all = addresses();
    const url = all[attempt % Math.max(1, all.length)];
    const answer = url
      ? await answerWithin(sendTelemetry(url, token, message))
          .then(async (response) => ({ status: response.status, body: await response.json() }))
          .catch(() => null)
      : null;
    const accepted = (answer?.body as { data?: { accepted?: number } } | undefined)?.data?.accepted;
    if (answer?.status === 200 && accepted === points) {
      ledger.lastAt = Date.now();
      return;
    }
    ledger.failures++;
    if (performance.now() > until)
      throw new Error(`a message was not taken in ${PATIENCE_MS / 1000} s: ${JSON.stringify(answer)}`);
    await sleep(50);
  }
}

/** Each sender has its own times. Points of different messages are therefore never in one row. */
const messageOf = ({ base }: Site, sender: number, number: number): unknown =>
  Array.from({ length: VALUES }, (_, at) => ({
    ts: base + (number * VALUES + at) * 1000 + sender,
    values: { [`v${sender}`]: number * VALUES + at, [`w${sender}`]: -(number * VALUES + at) },
  }));

async function sendValues(
  addresses: Addresses,
  site: Site,
  sender: number,
  ledger: Ledger,
  over: AbortSignal,
): Promise<void> {
  // Each sender begins with another process.
  const own = (): string[] => {
    const all = [...addresses()];
    return [...all.slice(sender % (all.length || 1)), ...all.slice(0, sender % (all.length || 1))];
  };
  for (let number = 0; !over.aborted; number++) {
    await deliverMessage(own, site.token, messageOf(site, sender, number), VALUES * TOGETHER.length, ledger);
    ledger.messages[sender] = number + 1;
    await sleep(PAUSE_MS);
  }
}

/**
 * Sends watched values that are bad and good in turn. They end good, so that every alarm has recovered. The value with
 * a delay also has short bad moments during the good time.
 */
async function sendAlarms(
  addresses: Addresses,
  { token }: Site,
  ledger: Ledger,
  over: AbortSignal,
): Promise<void> {
  let ts = Date.now() - DAY_MS;
  let slow = Date.now() - SLOW_AGO_MS;
  for (let phase = 0; !over.aborted || phase % 2 === 0; phase++) {
    const isBad = phase % 2 === 1;
    const [from, slowFrom] = [ts + STEP_MS, slow + SLOW_STEP_MS + DELAY_S * 1000];
    for (let at = 0; at < PHASE; at++) {
      ts += STEP_MS;
      slow += SLOW_STEP_MS;
      const levelOf = (bad: boolean) => (bad ? THRESHOLD + 50 : 10);
      const message = [
        { ts, values: { level: levelOf(isBad) } },
        { ts: slow, values: { slow: levelOf(isBad || at === 2) } },
      ];
      await deliverMessage(addresses, token, message, 2, ledger);
      await sleep(ALARM_PAUSE_MS);
    }
    if (!isBad) continue;
    ledger.alarms.push({ rule: 'Level', from, to: ts }, { rule: 'Slow', from: slowFrom, to: slowFrom });
  }
}

/** Sends from now on. The returned function ends this once every started message is acknowledged. */
export function beginLedger(addresses: Addresses, site: Site): { ledger: Ledger; end(): Promise<void> } {
  const ledger: Ledger = { messages: Array(SENDERS).fill(0), alarms: [], failures: 0, lastAt: 0 };
  const stop = new AbortController();
  const sending = Promise.all([
    ...ledger.messages.map((_, sender) => sendValues(addresses, site, sender, ledger, stop.signal)),
    sendAlarms(addresses, site, ledger, stop.signal),
  ]);
  sending.catch(() => {});
  return {
    ledger,
    async end() {
      stop.abort();
      await sending;
    },
  };
}

/** Resolves when a message was acknowledged after this moment. Throws after the time limit. */
export async function acknowledgedAgain(ledger: Ledger, patience = PATIENCE_MS): Promise<number> {
  const since = Date.now();
  const from = performance.now();
  while (ledger.lastAt <= since) {
    if (performance.now() - from > patience) throw new Error('nothing is acknowledged any more');
    await sleep(10);
  }
  return performance.now() - from;
}

interface StoredRows {
  n: number;
  sum: number;
}

const sumOf = (count: number): number => (count * (count - 1)) / 2;

/**
 * Returns the points of a variable between two times, `$1` and `$2`, as the source of a statement. It reads the
 * variable first, because on a cluster its points are on another node.
 */
export async function sourceOf(client: pg.Client, { tenantId }: Site, sn: string): Promise<string> {
  const { rows } = await client.query<{ id: number }>(
    'select id::int4 as id from device_variable where tenant_id = $1 and sn = $2',
    [tenantId, sn],
  );
  return pointsBetween({
    tenant: String(tenantId),
    variable: String(rows[0]?.id ?? 0),
    lower: '$1',
    upper: '$2',
  });
}

/** Reads the points of a variable since the first of the site. */
export async function readRaw(client: pg.Client, site: Site, sn: string): Promise<StoredRows> {
  const { rows } = await client.query<StoredRows>(
    `select count(*)::int as n, coalesce(sum(value), 0)::float8 as sum from ${await sourceOf(client, site, sn)} p`,
    [new Date(site.base).toISOString(), new Date(site.base + AGO_DAYS * DAY_MS).toISOString()],
  );
  return rows[0]!;
}

/**
 * Checks that the points of a variable are in rows of its device. Some are single points: those of a batch with several
 * new shapes. The storage job may have sealed others.
 */
export async function checkPlaces(
  client: pg.Client,
  { tenantId }: Site,
  sn: string,
  n: number,
): Promise<string[]> {
  const { singles } = await countPlaces(client, tenantId, sn);
  return singles * 2 > n ? [`${sn}: ${singles} of ${n} points are single points`] : [];
}

interface RaisedAlarm {
  rule: string;
  at: number;
  recovered: number | null;
}

/** Checks that each bad time of a value has one recovered alarm, and that there are no other alarms. */
async function compareAlarms(client: pg.Client, { tenantId }: Site, { alarms }: Ledger): Promise<string[]> {
  const read = async (): Promise<RaisedAlarm[]> => {
    const { rows } = await client.query<RaisedAlarm>(
      `select g.name as rule, (extract(epoch from a.report_time) * 1000)::float8 as at,
              (extract(epoch from a.recover_time) * 1000)::float8 as recovered
         from alarm a join alarm_generater g on g.tenant_id = a.tenant_id and g.id = a.generater_id
        where a.tenant_id = $1 and a.station_sn = $2 order by a.report_time`,
      [tenantId, STATION],
    );
    return rows;
  };
  // Alarms are stored after the points. Those of a killed process are raised later.
  let raised = await read();
  for (let wait = 0; wait < 100; wait++) {
    if (raised.length === alarms.length && raised.every(({ recovered }) => recovered !== null)) break;
    await sleep(100);
    raised = await read();
  }
  const wrong = raised
    .filter(({ recovered }) => recovered === null)
    .map(({ rule, at }) => `the alarm ${rule} of ${new Date(at).toISOString()} has not recovered`);
  for (const { rule, from, to } of alarms) {
    const own = raised.filter((one) => one.rule === rule && one.at >= from && one.at <= to);
    const times = own
      .map(({ at, recovered }) => `${at - from}…${recovered && recovered - from} ms`)
      .join(', ');
    if (own.length !== 1)
      wrong.push(
        `${own.length} alarms ${rule} for the ${to - from} ms from ${new Date(from).toISOString()} on: ${times}`,
      );
  }
  for (const { rule, at } of raised)
    if (!alarms.some((due) => due.rule === rule && at >= due.from && at <= due.to))
      wrong.push(`no alarm ${rule} was due at ${new Date(at).toISOString()}`);
  return wrong;
}

/**
 * Returns every difference between the acknowledged and the stored data, as sentences. Returns none if they agree.
 * `person` belongs to the tenant.
 */
export async function compareLedger(
  url: string,
  database: pg.ClientConfig,
  site: Site,
  ledger: Ledger,
  person = ADMIN,
): Promise<string[]> {
  const client = await login({ url }, person.username, person.password);
  const stored = new pg.Client(database);
  await stored.connect();
  try {
    const wrong: string[] = [];
    const day = (offset: number) => new Date(site.base + offset * DAY_MS).toISOString().slice(0, 10);
    for (const [sender, messages] of ledger.messages.entries())
      for (const [at, code] of TOGETHER.entries()) {
        const sn = `${STATION}-M-${code}${sender}`;
        const n = messages * VALUES;
        const sum = at === 0 ? sumOf(n) : -sumOf(n);
        const raw = await readRaw(stored, site, sn);
        if (raw.n !== n || raw.sum !== sum)
          wrong.push(`${sn}: ${n} points acknowledged with sum ${sum}, ${raw.n} stored with sum ${raw.sum}`);
        wrong.push(...(await checkPlaces(stored, site, sn, n)));
        const query = { sns: sn, calcmethod: 'SUM', startTime: day(-1), endTime: day(AGO_DAYS - 2) };
        const [statistic] = await client.call('accuSummarized', { query });
        if (statistic?.value !== sum)
          wrong.push(`${sn}: the statistic is ${statistic?.value} instead of ${sum}`);
      }
    wrong.push(...(await compareAlarms(stored, site, ledger)));
    return wrong;
  } finally {
    await stored.end();
  }
}

/** Returns a line for the report of a successful run. */
export const ledgerText = ({ messages, alarms }: Ledger): string =>
  `${messages.reduce((sum, one) => sum + one)} messages and ${alarms.length} alarms as acknowledged`;
