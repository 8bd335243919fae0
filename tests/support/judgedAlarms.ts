/** Alarms that are judged here, in place of the server's own: the test says what time it is. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { Input } from '../../generated/calls.ts';
import { type Alarms, createAlarms } from '../../server/alarms/index.ts';
import type { Client } from './client.ts';
import { startServer, type TestServer } from './server.ts';
import { makeOperator, type Site, send } from './site.ts';

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

function alarms_make(): Alarms {
  const { db, log, hub } = judged.server.app.services;
  return createAlarms({ db, log, hub, sweeps: false });
}

export function startAlarms(): void {
  beforeAll(async () => {
    judged.server = await startServer();
    // In place of the one that looks for silence by the real clock.
    await judged.server.app.services.alarms.close();
    judged.alarms = alarms_make();
    await judged.alarms.start();
    judged.operator = await makeOperator(judged.server);
    judged.stranger = await makeOperator(judged.server);
  });
  afterAll(async () => {
    await judged.alarms?.close();
    await judged.server?.stop();
  });
}

/** Another process takes over. */
export async function alarms_restart(): Promise<void> {
  const restarted = alarms_make();
  await restarted.start();
  await restarted.settled();
  await restarted.close();
}

export const rule_body = ({ station, variable }: Site, more: Partial<RuleBody>): RuleBody =>
  ({ name: 'Rule', stationSn: station.sn, variableSn: variable.sn!, level: 'major', ...more }) as RuleBody;

export async function rule_make(site: Site, more: Partial<RuleBody>) {
  return judged.operator.call('alarmGeneraterCreate', { body: rule_body(site, more) });
}

export async function alarms_of({ station }: Site) {
  await judged.alarms.settled();
  const body = { current: 1, size: 50, stationSn: station.sn, status: '0,1' };
  return (await judged.operator.call('alarmSummarys', { body })).records;
}

/** Points of the last time, each so many minutes ago. */
export const past = (now: number, points: readonly [minutesAgo: number, power: number][]) =>
  points.map(([ago, power]) => ({ ts: now - ago * MINUTE, values: { power } }));

export const report = async ({ device }: Site, message: unknown) =>
  expect((await send(judged.server.url, device, message)).status).toBe(200);
