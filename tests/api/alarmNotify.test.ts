import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { log_forget } from '../../server/notify/forget.ts';
import { createNotify } from '../../server/notify/index.ts';
import { webhook_sign } from '../../server/notify/webhook.ts';
import { ask } from '../support/ask.ts';
import type { Client } from '../support/client.ts';
import { makePerson, PASSWORD } from '../support/people.ts';
import { type HookServer, type MailServer, startHookServer, startMailServer } from '../support/receivers.ts';
import { login, startServer, type TestServer } from '../support/server.ts';
import { makeOperator, makeRule, makeSite, type Site, send, until } from '../support/site.ts';

const MINUTE = 60_000;

let mail: MailServer;
let hook: HookServer;
let server: TestServer;
let operator: Client & { tenantId: number };
let night: { userId: number; client: Client };
let boss: { userId: number; client: Client };

async function member(email: string | null, lang: 'zh' | 'en') {
  const { userId, username } = await makePerson(server.app.db, [operator.tenantId], {
    permissions: ['alarm:list', 'alarm:confirm'],
  });
  await server.app.db.system(async (trx) => {
    await trx.updateTable('userAccount').set({ lang }).where('id', '=', userId).execute();
    await trx.updateTable('user').set({ email }).where('id', '=', userId).execute();
  });
  return { userId, client: await login(server, username, PASSWORD) };
}

beforeAll(async () => {
  [mail, hook] = await Promise.all([startMailServer(), startHookServer()]);
  server = await startServer({
    env: {
      WATTDECK_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      WATTDECK_MAIL_FROM: 'Wattdeck <alarms@example.com>',
      WATTDECK_WEBHOOK_ALLOW: '127.0.0.1',
      WATTDECK_PUBLIC_URL: 'https://energy.example',
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

/** A meter whose power above 100 raises a critical alarm. */
async function watched(): Promise<Site> {
  const site = await makeSite(operator);
  await makeRule(operator, site, 100, { level: 'critical' });
  return site;
}

async function raise({ station, device }: Site, power = 150) {
  await send(server.url, device, { power });
  await server.app.services.alarms.settled();
  const body = { current: 1, size: 5, stationSn: station.sn, status: '0,1' };
  return (await operator.call('alarmSummarys', { body })).records[0]!;
}

const channel_make = (body: Record<string, unknown>) =>
  operator.call('notificationChannelCreate', { body: body as never });
const log_of = async (alarmId: number) =>
  (await operator.call('notificationLogPage', { query: { size: 100 } })).records
    .filter((line) => line.alarmId === alarmId)
    .sort((a, b) => a.id - b.id);
const notices = async (client: Client) =>
  (await client.call('noticePage', { query: { kind: 'alarm', size: 50 } })).records;
/** Long before anything more is due. */
const told = async (alarmId: number, lines: number) =>
  until(
    () => log_of(alarmId),
    (found) => found.filter(({ state }) => state !== 'waiting').length >= lines,
  );

describe('a policy', () => {
  it('tells in app at once, by mail and webhook when nobody confirms, reminds, and stops', async () => {
    const site = await watched();
    const mails = await channel_make({ name: 'Night mail', kind: 'email' });
    const hooks = await channel_make({ name: 'Night hook', kind: 'webhook', url: hook.url, lang: 'en' });
    await operator.call('alarmEscalationCreate', {
      body: {
        name: 'Night',
        stationSn: site.station.sn,
        levels: ['critical'],
        steps: [
          { after: 0, users: [night.userId] },
          { after: 5, users: [night.userId, boss.userId], channelId: mails.id },
          { after: 5, channelId: hooks.id },
        ],
        repeatMinutes: 30,
        repeatTimes: 1,
        tellEnd: true,
      },
    });
    const before = mail.mails.length;
    const alarm = await raise(site);
    await told(alarm.id, 1);
    expect((await notices(night.client))[0]?.text).toEqual({
      zh: `告警【紧急】${site.station.name}:Meter Power 150 kW (> 100)`,
      en: `Alarm [Critical] ${site.station.name}: Meter Power 150 kW (> 100)`,
    });
    expect(await notices(boss.client)).toEqual([]);
    const { notify } = server.app.services;
    const start = Date.now();
    await notify.run(start + 4 * MINUTE);
    expect(mail.mails.length).toBe(before);
    // Another process at the same moment, and the same one again, tell nobody twice.
    const { config, db, hub, log } = server.app.services;
    const other = createNotify({ config, db, hub, log });
    await Promise.all([notify.run(start + 6 * MINUTE), other.run(start + 6 * MINUTE)]);
    await notify.run(start + 6 * MINUTE);
    const received = mail.mails.slice(before);
    expect(received.map(({ from, to }) => [from, ...to]).sort()).toEqual([
      ['alarms@example.com', 'boss@example.com'],
      ['alarms@example.com', 'night@example.com'],
    ]);
    const toNight = received.find(({ to }) => to[0] === 'night@example.com');
    expect(toNight?.text).toContain('Subject: Escalation [Critical]');
    expect(toNight?.text).toContain('https://energy.example/main/ems/map/warning/record');
    expect(toNight?.text).toMatch(/Message-ID: <wattdeck-\d+-\d+@example.com>/);
    const [posted] = hook.hooks.slice(-1);
    expect(JSON.parse(posted!.body)).toMatchObject({
      event: 'escalation',
      alarm: { id: alarm.id, level: 'critical' },
    });
    const { secret } = await operator.call('notificationChannelGet', { path: { id: hooks.id } });
    const timestamp = String(posted!.headers['x-wattdeck-timestamp']);
    expect(posted!.headers['x-wattdeck-signature']).toBe(webhook_sign(secret!, timestamp, posted!.body));
    await notify.run(start + 40 * MINUTE);
    expect((await log_of(alarm.id)).map(({ event, kind, state }) => [event, kind, state])).toEqual([
      ['alarm', 'app', 'sent'],
      ['escalation', 'email', 'sent'],
      ['escalation', 'email', 'sent'],
      ['escalation', 'webhook', 'sent'],
      ['reminder', 'email', 'sent'],
      ['reminder', 'email', 'sent'],
      ['reminder', 'webhook', 'sent'],
      ['reminder', 'app', 'sent'],
    ]);
    await notify.run(start + 400 * MINUTE);
    expect(await log_of(alarm.id)).toHaveLength(8);
    await night.client.call('alarmConfirm', { path: { id: alarm.id } });
    const ended = await told(alarm.id, 12);
    expect(ended.slice(8).map(({ event }) => event)).toEqual(['ended', 'ended', 'ended', 'ended']);
  });

  it('tells nobody any more once somebody confirmed, or of what it is not about', async () => {
    const site = await watched();
    const steps = [{ after: 5, users: [night.userId] }];
    const base = { steps, stationSn: site.station.sn };
    await operator.call('alarmEscalationCreate', { body: { ...base, name: 'Later' } });
    await operator.call('alarmEscalationCreate', { body: { ...base, name: 'Minor', levels: ['minor'] } });
    await operator.call('alarmEscalationCreate', { body: { ...base, name: 'Off', enabled: false } });
    const alarm = await raise(site);
    const waiting = async () => {
      const { rows } = await server.app.db.system((trx) =>
        sql`select 1 from alarm_reminder where alarm_id = ${alarm.id}`.execute(trx),
      );
      return rows.length;
    };
    expect(await waiting()).toBe(1);
    await operator.call('alarmConfirm', { path: { id: alarm.id } });
    await server.app.services.notify.run(Date.now() + 10 * MINUTE);
    expect(await log_of(alarm.id)).toEqual([]);
    // The server's own round may be at it in this moment.
    await expect.poll(waiting, { timeout: 5000 }).toBe(0);
  });

  it('without people means who may confirm alarms', async () => {
    const site = await watched();
    await operator.call('alarmEscalationCreate', {
      body: { name: 'Everybody', stationSn: site.station.sn, steps: [{ after: 0 }] },
    });
    const alarm = await raise(site);
    const lines = await told(alarm.id, 3);
    expect(lines.map(({ kind, userId }) => [kind, userId])).toEqual(
      expect.arrayContaining([
        ['app', night.userId],
        ['app', boss.userId],
      ]),
    );
  });
});

describe('an excursion that is over when it is entered', () => {
  /** Bad for a second, so many hours ago; what is up or was. */
  async function excursion(site: Site, hoursAgo: number) {
    const ts = Date.now() - hoursAgo * 60 * MINUTE - 10_000;
    const power = [150, 10].map((value, second) => ({ ts: ts + second * 1_000, values: { power: value } }));
    await send(server.url, site.device, power);
    await server.app.services.alarms.settled();
    const body = { current: 1, size: 5, stationSn: site.station.sn, status: '0,1' };
    return (await operator.call('alarmSummarys', { body })).records;
  }
  const policy_make = (site: Site) =>
    operator.call('alarmEscalationCreate', {
      body: {
        name: 'Short',
        stationSn: site.station.sn,
        steps: [
          { after: 0, users: [night.userId] },
          { after: 5, users: [boss.userId] },
        ],
        tellEnd: true,
      },
    });

  it('is told once to who hears of an alarm at once, with its end', async () => {
    const site = await watched();
    await policy_make(site);
    const [alarm] = await excursion(site, 0);
    expect(alarm).toMatchObject({ status: 0, recoverTime: expect.any(String) });
    await told(alarm!.id, 2);
    await server.app.services.notify.run(Date.now() + 10 * MINUTE);
    expect((await log_of(alarm!.id)).map(({ event, userId, subject }) => [event, userId, subject])).toEqual([
      ['alarm', night.userId, expect.stringContaining('Alarm (already over) [Critical]')],
      ['ended', night.userId, expect.stringContaining('Alarm over [Critical]')],
    ]);
  });

  it('tells nobody within a suppression window, or a day after its end', async () => {
    const old = await watched();
    await policy_make(old);
    const held = await watched();
    await policy_make(held);
    await operator.call('alarmSuppressionCreate', {
      body: {
        name: 'Works',
        reason: 'Works',
        stationSn: held.station.sn,
        startAt: new Date(Date.now() - MINUTE).toISOString(),
        endAt: new Date(Date.now() + 60 * MINUTE).toISOString(),
      },
    });
    const entered = [...(await excursion(old, 25)), ...(await excursion(held, 0))];
    expect(entered).toHaveLength(2);
    await server.app.services.notify.run(Date.now() + MINUTE);
    for (const { id } of entered) expect(await log_of(id)).toEqual([]);
  });
});

describe('a policy that is edited while an alarm is open', () => {
  it('goes on with the steps that are new, also after it was switched off', async () => {
    const site = await watched();
    const first = { after: 0, users: [night.userId] };
    const policy = await operator.call('alarmEscalationCreate', {
      body: { name: 'Edited', stationSn: site.station.sn, steps: [first] },
    });
    const alarm = await raise(site);
    await told(alarm.id, 1);
    const { notify } = server.app.services;
    let { version } = policy;
    const edit = async (body: { steps?: object[]; enabled?: boolean }) => {
      const changed = await operator.call('alarmEscalationUpdate', {
        body: { ...body, id: policy.id, version } as never,
      });
      version = changed.version;
    };
    const users = async () => (await log_of(alarm.id)).map(({ event, userId }) => [event, userId]);
    await edit({ steps: [{ after: 5, users: [boss.userId] }, first], enabled: false });
    await notify.run(Date.now() + 6 * MINUTE);
    expect(await users()).toEqual([['alarm', night.userId]]);
    await edit({ enabled: true });
    await notify.run(Date.now() + 6 * MINUTE);
    await notify.run(Date.now() + 60 * MINUTE);
    expect(await users()).toEqual([
      ['alarm', night.userId],
      ['escalation', boss.userId],
    ]);
  });
});

describe('a delivery that fails', () => {
  it('is tried again with the same name, and the log says why', async () => {
    const site = await watched();
    const hooks = await channel_make({ name: 'Unsteady', kind: 'webhook', url: hook.url });
    await operator.call('alarmEscalationCreate', {
      body: { name: 'Hook', stationSn: site.station.sn, steps: [{ after: 0, channelId: hooks.id }] },
    });
    hook.answers.push(500);
    const before = hook.hooks.length;
    const alarm = await raise(site);
    const waits = await until(
      () => log_of(alarm.id),
      ([line]) => line?.error !== null && line !== undefined,
    );
    expect(waits).toMatchObject([
      { state: 'waiting', attempts: 1, error: expect.stringContaining('answered 500') },
    ]);
    expect(Date.parse(waits[0]!.nextTry!)).toBeGreaterThan(Date.now() + 20_000);
    await server.app.services.notify.run(Date.now() + MINUTE);
    expect(await log_of(alarm.id)).toMatchObject([
      { state: 'sent', attempts: 2, error: null, nextTry: null },
    ]);
    const [first, second] = hook.hooks.slice(before);
    expect(first!.headers['x-wattdeck-delivery']).toBe(second!.headers['x-wattdeck-delivery']);
    expect(first!.body).toBe(second!.body);
  });

  it('ends where trying again would not help: a mailbox that is not there, an address inside', async () => {
    mail.unknown.add('gone@example.com');
    const mails = await channel_make({ name: 'Gone', kind: 'email', addresses: 'gone@example.com' });
    expect(await operator.call('notificationTest', { path: { id: mails.id } })).toMatchObject({
      state: 'failed',
      recipient: 'gone@example.com',
      error: expect.stringContaining('550'),
    });
    const inside = await channel_make({
      name: 'Inside',
      kind: 'webhook',
      url: 'http://169.254.169.254/latest',
    });
    const tested = await operator.call('notificationTest', { path: { id: inside.id } });
    expect(tested).toMatchObject({ state: 'failed', error: expect.stringContaining('private network') });
    mail.unknown.clear();
    const again = await operator.call('notificationLogPage', { query: { size: 100 } });
    const line = again.records.find(({ recipient }) => recipient === 'gone@example.com')!;
    expect(await operator.call('notificationResend', { path: { id: line.id } })).toMatchObject({
      state: 'sent',
    });
    expect((await ask(operator, 'notificationResend', { path: { id: line.id } })).status).toBe(409);
  });
});

describe('a channel that does not answer', () => {
  it('delays neither another one nor who is told in app', async () => {
    const [first, second] = [await watched(), await watched()];
    const dead = await channel_make({ name: 'Dead', kind: 'webhook', url: hook.silentUrl });
    const alive = await channel_make({ name: 'Alive', kind: 'webhook', url: hook.url });
    const policy_make = (site: Site, steps: object[]) =>
      operator.call('alarmEscalationCreate', {
        body: { name: 'Dead or alive', stationSn: site.station.sn, steps: steps as never },
      });
    await policy_make(first, [{ after: 0, channelId: dead.id }]);
    await policy_make(second, [
      { after: 0, channelId: alive.id },
      { after: 0, users: [night.userId] },
    ]);
    const hanging = await raise(first);
    const tried = await until(
      () => log_of(hanging.id),
      ([line]) => line?.attempts === 1,
    );
    expect(tried).toMatchObject([{ state: 'waiting', attempts: 1, error: null }]);
    const alarm = await raise(second);
    expect((await told(alarm.id, 2)).map(({ kind, state }) => [kind, state])).toEqual([
      ['webhook', 'sent'],
      ['app', 'sent'],
    ]);
    expect(await log_of(hanging.id)).toMatchObject([{ state: 'waiting', error: null }]);
    hook.hangUp();
  });

  it('is asked by a few, and the rest waits as long as they do', async () => {
    const { id } = await channel_make({ name: 'Deaf', kind: 'webhook', url: hook.silentUrl });
    const at = Date.now() + 5 * MINUTE;
    await server.app.db.pool.query(
      `insert into notification_log (tenant_id, event, kind, channel_id, recipient, subject, body, state, attempts, next_try)
       select $1, 'alarm', 'webhook', $2, 'Deaf', 'Line', '{}', 'waiting', 0, $3 from generate_series(1, 7)`,
      [operator.tenantId, id, new Date(at)],
    );
    const spied = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const soon = new AbortController();
      setTimeout(() => soon.abort(), 50);
      return soon.signal;
    });
    await server.app.services.notify.run(at);
    spied.mockRestore();
    const { rows } = await server.app.db.pool.query(
      `select attempts, count(*)::int as lines, min(error) as error, min(next_try) as next from notification_log
        where tenant_id = $1 and channel_id = $2 group by attempts order by attempts`,
      [operator.tenantId, id],
    );
    const next = expect.toSatisfy((time) => new Date(time).getTime() === at + 30_000);
    expect(rows).toEqual([
      { attempts: 0, lines: 2, error: null, next },
      { attempts: 1, lines: 5, error: expect.stringContaining('no answer'), next },
    ]);
  });
});

describe('the notification log', () => {
  it('forgets what is long over', async () => {
    const mails = await channel_make({ name: 'Old', kind: 'email', addresses: 'old@example.com' });
    const { id } = await operator.call('notificationTest', { path: { id: mails.id } });
    const { db, config } = server.app.services;
    const there = async () => (await ask(operator, 'notificationLogGet', { path: { id } })).status;
    const days = 2 * config.noticeDays * 86_400_000;
    await log_forget(db, config.noticeDays, Date.now() + days - MINUTE);
    expect(await there()).toBe(200);
    await log_forget(db, 0, Date.now() + days + MINUTE);
    expect(await there()).toBe(200);
    await log_forget(db, config.noticeDays, Date.now() + days + MINUTE);
    expect(await there()).toBe(404);
  });
});

describe('a channel', () => {
  it('sends a test to its first recipient, in its own words', async () => {
    const template = await operator.call('notificationTemplateCreate', {
      body: {
        name: 'Short',
        subjectZh: '短',
        bodyZh: '{info}',
        subjectEn: 'Short {level}',
        bodyEn: '{info}',
      },
    });
    const mails = await channel_make({
      name: 'Tested',
      kind: 'email',
      addresses: 'one@example.com, two@example.com',
      lang: 'en',
      templateId: template.id,
    });
    const before = mail.mails.length;
    expect(await operator.call('notificationTest', { path: { id: mails.id } })).toMatchObject({
      state: 'sent',
    });
    expect(mail.mails.slice(before).map(({ to }) => to)).toEqual([['one@example.com']]);
    expect(mail.mails.at(-1)?.text).toContain('Subject: Short Info');
    expect(await operator.call('notificationSetup', {})).toEqual({
      mail: true,
      mailFrom: 'Wattdeck <alarms@example.com>',
    });
  });

  it('keeps its address and secret from who may only see it', async () => {
    const hooks = await channel_make({ name: 'Secret', kind: 'webhook', url: `${hook.url}?token=1` });
    expect(hooks.secret).toMatch(/^[0-9a-f]{64}$/);
    const { username } = await makePerson(server.app.db, [operator.tenantId], {
      permissions: ['notificationChannel:list', 'notificationChannel:get'],
    });
    const reader = await login(server, username, PASSWORD);
    const seen = await reader.call('notificationChannelGet', { path: { id: hooks.id } });
    expect(seen).toMatchObject({ name: 'Secret' });
    expect(JSON.stringify(seen)).not.toContain('token=1');
    expect(seen).not.toHaveProperty('secret');
    expect((await ask(reader, 'notificationTest', { path: { id: hooks.id } })).status).toBe(403);
  });
});
