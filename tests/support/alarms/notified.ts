/** People who are notified of alarms, with a mail server and a receiver of webhooks. */

import { afterAll, beforeAll } from 'vitest';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { Client } from '../calls/client.ts';
import { makePerson, PASSWORD } from '../people/people.ts';
import { login, startServer, type TestServer } from '../server/server.ts';
import { makeOperator, makeRule, makeSite, type Site, send, until } from '../telemetry/site.ts';
import { type HookServer, type MailServer, startHookServer, startMailServer } from './receivers.ts';

export const MINUTE = 60_000;

// Filled before the first test of the file that calls `startNotified`.
export let mail: MailServer;
export let hook: HookServer;
export let server: TestServer;
export let operator: Client & { tenantId: number };
export let night: { userId: number; client: Client };
export let boss: { userId: number; client: Client };

export async function member(email: string | null, lang: Lang | null) {
  const { userId, username } = await makePerson(server, [operator.tenantId], {
    permissions: ['alarm:list', 'alarm:confirm'],
  });
  await server.app.db.system(async (trx) => {
    await trx.updateTable('userAccount').set({ lang }).where('id', '=', userId).execute();
    await trx.updateTable('user').set({ email }).where('id', '=', userId).execute();
  });
  return { userId, client: await login(server, username, PASSWORD) };
}

export function startNotified(): void {
  beforeAll(async () => {
    [mail, hook] = await Promise.all([startMailServer(), startHookServer()]);
    server = await startServer({
      env: {
        WATTDECK_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        WATTDECK_MAIL_FROM: 'Wattdeck <alarms@example.com>',
        WATTDECK_WEBHOOK_ALLOW: '127.0.0.1',
        WATTDECK_PUBLIC_URL: 'https://energy.example',
        WATTDECK_LANG: 'en',
      },
    });
    operator = await makeOperator(server);
    night = await member('night@example.com', 'en');
    boss = await member('boss@example.com', 'zh');
  });
  afterAll(async () => {
    await server?.stop();
    await Promise.all([mail?.close(), hook?.close()]);
  });
}

/** Creates a meter whose power above 100 raises a critical alarm. */
export async function watched(): Promise<Site> {
  const site = await makeSite(operator);
  await makeRule(operator, site, 100, { level: 'critical' });
  return site;
}

export async function raise({ station, device }: Site, power = 150) {
  await send(server.url, device, { power });
  await server.app.services.alarms.settled();
  const body = { current: 1, size: 5, stationSn: station.sn, status: '0,1' };
  return (await operator.call('alarmSummarys', { body })).records[0]!;
}

export const makeChannel = (body: Record<string, unknown>) =>
  operator.call('notificationChannelCreate', { body });
export const logOf = async (alarmId: number) =>
  (await operator.call('notificationLogPage', { query: { size: 100 } })).records
    .filter((line) => line.alarmId === alarmId)
    .sort((a, b) => a.id - b.id);
export const notices = async (client: Client) =>
  (await client.call('noticePage', { query: { kind: 'alarm', size: 50 } })).records;
/** Waits for this number of lines in the notification log. No further line is due for a long time. */
export const told = async (alarmId: number, lines: number) =>
  until(
    () => logOf(alarmId),
    (found) => found.filter(({ state }) => state !== 'waiting').length >= lines,
  );
