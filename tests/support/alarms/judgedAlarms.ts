/** Judges alarms here instead of in the server, with a clock that the test sets. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { Input } from '../../../generated/calls.ts';
import { createEventQueue } from '../../../server/platform/hub/eventQueue.ts';
import { createHub, type Hub } from '../../../server/platform/hub/hub.ts';
import { type Alarms, createAlarms } from '../../../server/sites/alarms/index.ts';
import { openAlarm, recoverAlarm } from '../../../server/sites/alarms/store.ts';
import type { Change } from '../../../server/sites/alarms/types.ts';
import type { Client } from '../calls/client.ts';
import { startServer, type TestServer } from '../server/server.ts';
import { makeOperator, type Site, send } from '../telemetry/site.ts';

export const MINUTE = 60_000;
export const DAY = 86_400_000;
export const OPEN = 1;
export const HANDLED = 0;

export type RuleBody = Input<'alarmGeneraterCreate'>['body'];

/** Filled before the first test of the file that calls `startAlarms`. */
export const judged = {} as {
  server: TestServer;
  alarms: Alarms;
  operator: Client & { tenantId: number };
  stranger: Client;
};

function makeAlarms(hub: Hub = judged.server.app.services.hub): Alarms {
  const { db, log, telemetry } = judged.server.app.services;
  return createAlarms({ db, log, hub, telemetry, sweeps: false });
}

export function startAlarms(): void {
  beforeAll(async () => {
    judged.server = await startServer();
    // Stops the service that checks for silence by the real clock.
    await judged.server.app.services.alarms.close();
    judged.alarms = makeAlarms();
    await judged.alarms.start();
    judged.operator = await makeOperator(judged.server);
    judged.stranger = await makeOperator(judged.server);
  });
  afterAll(async () => {
    await judged.alarms?.close();
    await judged.server?.stop();
  });
}

/** Replaces the judging process with another one. */
export async function alarmsRestart(): Promise<void> {
  await judged.alarms.close();
  judged.alarms = makeAlarms();
  await judged.alarms.start();
}

/**
 * Creates a process that receives no points of its own. It gets the points of other processes as usual: reduced and
 * slightly later.
 */
export function makeOtherProcess(): {
  alarms: Alarms;
  /** Resolves once the process has received a point of this time. */
  told(ts: number): Promise<unknown>;
  close(): Promise<void>;
} {
  const { db, log, hub } = judged.server.app.services;
  const own = createHub({ db, log, shared: false });
  const receiving = createEventQueue(async () => {}, log);
  const sending = createEventQueue(async (payloads) => {
    for (const event of payloads.flatMap(receiving.read)) own.publish(event);
  }, log);
  const unsubscribe = hub.subscribe(sending.add);
  const alarms = makeAlarms(own);
  const times = new Set<number>();
  const forget = own.subscribe((event) => {
    if (event.type === 'points') for (const { ts } of event.points) times.add(ts);
  });
  return {
    alarms,
    told: (ts) => expect.poll(() => times.has(ts)).toBe(true),
    async close() {
      unsubscribe();
      forget();
      await sending.close();
      await alarms.close();
    },
  };
}

export const ruleBody = ({ station, variable }: Site, more: Partial<RuleBody>): RuleBody =>
  ({ name: 'Rule', stationSn: station.sn, variableSn: variable.sn!, level: 'major', ...more }) as RuleBody;

export async function makeRule(site: Site, more: Partial<RuleBody>) {
  return judged.operator.call('alarmGeneraterCreate', { body: ruleBody(site, more) });
}

export async function alarmsOf({ station }: Site) {
  await judged.alarms.settled();
  const body = { current: 1, size: 50, stationSn: station.sn, status: '0,1' };
  return (await judged.operator.call('alarmSummarys', { body })).records;
}

/** Returns the time on the station's clock, this number of minutes from now. */
export const clock = (minutes: number): string =>
  new Date(Date.now() + minutes * MINUTE).toLocaleTimeString('en-GB', {
    timeZone: 'Asia/Shanghai',
    ...{ hour: '2-digit', minute: '2-digit' },
  });

/** Returns points of the recent past, each this number of minutes ago. */
export const past = (now: number, points: readonly (readonly [minutesAgo: number, power: number])[]) =>
  points.map(([ago, power]) => ({ ts: now - ago * MINUTE, values: { power } }));

export const report = async ({ device }: Site, message: unknown) =>
  expect((await send(judged.server.url, device, message)).status).toBe(200);

/** Stores points without notifying any process. */
export async function storeQuietly(
  site: Site,
  points: readonly (readonly [secondsAgo: number, power: number])[],
) {
  const { telemetry } = judged.server.app.services;
  const [variable] = await telemetry.variables(judged.operator.tenantId, [site.variable.sn!]);
  const now = Date.now();
  for (const [ago, value] of points)
    await telemetry.store([{ variable: variable!, ts: now - ago * 1000, value, quality: 0 }], {
      quiet: true,
    });
}

export type AlarmChange = Change;

/** Opens an alarm like a process that judged it. Returns the changes that it must announce. */
export const openByHand = (change: AlarmChange) =>
  judged.server.app.db.system((trx) => openAlarm(trx, change));

/** Ends an alarm like a process that judged it. `meanwhile` runs before the commit. */
export const recoverByHand = (change: AlarmChange, meanwhile = async () => {}) =>
  judged.server.app.db.system(async (trx) => {
    const recovered = await recoverAlarm(trx, change);
    await meanwhile();
    return recovered;
  });
