/** Notifications are sent by their channels. Failed notifications are retried or given up. */
import { describe, expect, it, vi } from 'vitest';
import {
  hook,
  logOf,
  MINUTE,
  mail,
  makeChannel,
  night,
  operator,
  raise,
  server,
  startNotified,
  told,
  watched,
} from '../../support/alarms/notified.ts';
import { ask } from '../../support/calls/ask.ts';
import { holdRows } from '../../support/calls/held.ts';
import { forgetNotifications, notifyAt, sendNotification } from '../../support/calls/insideNotify.ts';
import { changeRows, runSql } from '../../support/calls/world.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { login } from '../../support/server/server.ts';
import { type Site, until } from '../../support/telemetry/site.ts';

/** Returns the database processes that wait for a lock. */
const waiting = () => runSql(server, 'select pid from pg_locks where not granted');

startNotified();

describe('a delivery that fails', () => {
  it('is retried with the same name, and the log contains the reason', async () => {
    const site = await watched();
    const hooks = await makeChannel({ name: 'Unsteady', kind: 'webhook', url: hook.url });
    await operator.call('alarmEscalationCreate', {
      body: { name: 'Hook', stationSn: site.station.sn, steps: [{ after: 0, channelId: hooks.id }] },
    });
    hook.answers.push(500);
    const before = hook.hooks.length;
    const begun = Date.now();
    const alarm = await raise(site);
    const waits = await until(
      () => logOf(alarm.id),
      ([line]) => line?.error !== null && line !== undefined,
    );
    expect(waits).toMatchObject([
      { state: 'waiting', attempts: 1, error: expect.stringContaining('answered 500') },
    ]);
    expect(Date.parse(waits[0]!.nextTry!)).toBeGreaterThan(begun + 20_000);
    await notifyAt(server, Date.now() + MINUTE);
    expect(await logOf(alarm.id)).toMatchObject([{ state: 'sent', attempts: 2, error: null, nextTry: null }]);
    const [first, second] = hook.hooks.slice(before);
    expect(first!.headers['x-wattdeck-delivery']).toBe(second!.headers['x-wattdeck-delivery']);
    expect(first!.body).toBe(second!.body);
  });

  it('ends if retrying is useless: an unknown mailbox, an internal address', async () => {
    mail.unknown.add('gone@example.com');
    const mails = await makeChannel({ name: 'Gone', kind: 'email', addresses: 'gone@example.com' });
    expect(await operator.call('notificationTest', { path: { id: mails.id } })).toMatchObject({
      state: 'failed',
      recipient: 'gone@example.com',
      error: expect.stringContaining('550'),
    });
    const inside = await makeChannel({
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
  it('delays neither other channels nor notices in the application', async () => {
    const [first, second] = [await watched(), await watched()];
    const dead = await makeChannel({ name: 'Dead', kind: 'webhook', url: hook.silentUrl });
    const alive = await makeChannel({ name: 'Alive', kind: 'webhook', url: hook.url });
    const makePolicy = (site: Site, steps: object[]) =>
      operator.call('alarmEscalationCreate', {
        body: { name: 'Dead or alive', stationSn: site.station.sn, steps: steps },
      });
    await makePolicy(first, [{ after: 0, channelId: dead.id }]);
    await makePolicy(second, [
      { after: 0, channelId: alive.id },
      { after: 0, users: [night.userId] },
    ]);
    const hanging = await raise(first);
    const tried = await until(
      () => logOf(hanging.id),
      ([line]) => line?.attempts === 1,
    );
    expect(tried).toMatchObject([{ state: 'waiting', attempts: 1, error: null }]);
    const alarm = await raise(second);
    expect((await told(alarm.id, 2)).map(({ kind, state }) => [kind, state])).toEqual([
      ['webhook', 'sent'],
      ['app', 'sent'],
    ]);
    expect(await logOf(hanging.id)).toMatchObject([{ state: 'waiting', error: null }]);
    hook.hangUp();
  });

  it('is tried with a few messages, and the others wait for the same time', async () => {
    const { id } = await makeChannel({ name: 'Deaf', kind: 'webhook', url: hook.silentUrl });
    const at = Date.now() + 5 * MINUTE;
    await runSql(
      server,
      `insert into notification_log (tenant_id, event, kind, channel_id, recipient, subject, body, state, attempts, next_try)
       select $1, 'alarm', 'webhook', $2, 'Deaf', 'Line', '{}', 'waiting', 0, $3 from generate_series(1, 7)`,
      operator.tenantId,
      id,
      new Date(at),
    );
    const { timeout } = AbortSignal;
    const spied = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation(() => Reflect.apply(timeout, AbortSignal, [50]));
    await notifyAt(server, at);
    spied.mockRestore();
    const rows = await runSql(
      server,
      `select attempts, count(*)::int as lines, min(error) as error, min(next_try) as next from notification_log
        where tenant_id = $1 and channel_id = $2 group by attempts order by attempts`,
      operator.tenantId,
      id,
    );
    const next = expect.toSatisfy((time) => new Date(time).getTime() === at + 30_000);
    expect(rows).toEqual([
      { attempts: 0, lines: 2, error: null, next },
      { attempts: 1, lines: 5, error: expect.stringContaining('no answer'), next },
    ]);
  });
});

describe('the notification log', () => {
  it('deletes old entries', async () => {
    const mails = await makeChannel({ name: 'Old', kind: 'email', addresses: 'old@example.com' });
    const { id } = await operator.call('notificationTest', { path: { id: mails.id } });
    const { config } = server;
    const there = async () => (await ask(operator, 'notificationLogGet', { path: { id } })).status;
    const days = 2 * config.noticeDays * 86_400_000;
    await forgetNotifications(server, config.noticeDays, Date.now() + days - MINUTE);
    expect(await there()).toBe(200);
    await forgetNotifications(server, 0, Date.now() + days + MINUTE);
    expect(await there()).toBe(200);
    await forgetNotifications(server, config.noticeDays, Date.now() + days + MINUTE);
    expect(await there()).toBe(404);
  });
});

describe('a channel', () => {
  it('sends the latest text of a message, after a concurrent change has ended', async () => {
    const mails = await makeChannel({ name: 'Written in', kind: 'email', addresses: 'in@example.com' });
    const { id } = await operator.call('notificationTest', { path: { id: mails.id } });
    const line = { tenant_id: operator.tenantId, id };
    await changeRows(server, 'notification_log', line, { state: 'waiting', attempts: 0 });
    const release = await holdRows(server, 'notification_log', line);
    const sent = sendNotification(server, { tenantId: operator.tenantId, id });
    await expect.poll(waiting).not.toEqual([]);
    await release();
    await sent;
    expect(await operator.call('notificationLogGet', { path: { id } })).toMatchObject({ state: 'sent' });
  });

  it('sends a test message to its first recipient, with a separate text', async () => {
    const template = await operator.call('notificationTemplateCreate', {
      body: {
        name: 'Short',
        subjectZh: '短',
        bodyZh: '{info}',
        subjectEn: 'Short {level}',
        bodyEn: '{info}',
      },
    });
    const mails = await makeChannel({
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

  it('hides its address and secret from users who may only read it', async () => {
    const hooks = await makeChannel({ name: 'Secret', kind: 'webhook', url: `${hook.url}?token=1` });
    expect(hooks.secret).toMatch(/^[0-9a-f]{64}$/);
    const { username } = await makePerson(server, [operator.tenantId], {
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
