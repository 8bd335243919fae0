import { describe, expect, it } from 'vitest';
import {
  boss,
  hook,
  logOf,
  MINUTE,
  mail,
  makeChannel,
  member,
  night,
  notices,
  operator,
  raise,
  server,
  startNotified,
  told,
  watched,
} from '../../support/alarms/notified.ts';
import { signatureOf } from '../../support/alarms/receivers.ts';
import { settleAlarms } from '../../support/calls/inside.ts';
import { notifyAt, otherNotify } from '../../support/calls/insideNotify.ts';
import { countRows, setRoles } from '../../support/calls/world.ts';
import { makePerson, makeRole, PASSWORD } from '../../support/people/people.ts';
import { login } from '../../support/server/server.ts';
import { type Site, send } from '../../support/telemetry/site.ts';

startNotified();

describe('a policy', () => {
  it('notifies in the app at once, by mail and webhook if not confirmed, repeats, and ends', async () => {
    const site = await watched();
    const mails = await makeChannel({ name: 'Night mail', kind: 'email' });
    const hooks = await makeChannel({ name: 'Night hook', kind: 'webhook', url: hook.url, lang: 'en' });
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
    const start = Date.now();
    await notifyAt(server, start + 4 * MINUTE);
    expect(mail.mails.length).toBe(before);
    // A round in another process at the same moment, and a second round here, notify no person twice.
    const other = otherNotify(server);
    await Promise.all([notifyAt(server, start + 6 * MINUTE), other.run(start + 6 * MINUTE)]);
    await notifyAt(server, start + 6 * MINUTE);
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
    expect(posted!.headers['x-wattdeck-signature']).toBe(signatureOf(secret!, timestamp, posted!.body));
    await notifyAt(server, start + 40 * MINUTE);
    expect((await logOf(alarm.id)).map(({ event, kind, state }) => [event, kind, state])).toEqual([
      ['alarm', 'app', 'sent'],
      ['escalation', 'email', 'sent'],
      ['escalation', 'email', 'sent'],
      ['escalation', 'webhook', 'sent'],
      ['reminder', 'email', 'sent'],
      ['reminder', 'email', 'sent'],
      ['reminder', 'webhook', 'sent'],
      ['reminder', 'app', 'sent'],
    ]);
    await notifyAt(server, start + 400 * MINUTE);
    expect(await logOf(alarm.id)).toHaveLength(8);
    await night.client.call('alarmConfirm', { path: { id: alarm.id } });
    const ended = await told(alarm.id, 12);
    expect(ended.slice(8).map(({ event }) => event)).toEqual(['ended', 'ended', 'ended', 'ended']);
  });

  it('does not notify users of alarms that their role hides', async () => {
    const site = await watched();
    const person = await makePerson(server, [operator.tenantId]);
    const fieldRules = ['alarm.info', 'station.name'].map((field) => ({ field, rule: 'hidden' }));
    const permissions = ['alarm:list', 'alarm:confirm', 'station:list'];
    const role = await makeRole(server, operator.tenantId, { permissions, fieldRules });
    await setRoles(server, person.userId, [role]);
    await operator.call('alarmEscalationCreate', {
      body: {
        name: 'Seen',
        stationSn: site.station.sn,
        steps: [{ after: 0, users: [night.userId, person.userId] }],
      },
    });
    await told((await raise(site)).id, 2);
    const client = await login(server, person.username, PASSWORD);
    expect((await notices(client))[0]?.text.en).toBe(`Alarm [Critical] ${site.station.sn}:`);
    expect((await notices(night.client))[0]?.text.en).toContain(site.station.name);
  });

  it('notifies an observer of alarms at their stations only', async () => {
    const [seen, other] = [await watched(), await watched()];
    const person = await makePerson(server, [operator.tenantId], { permissions: ['alarm:*'] });
    const tree = await operator.call('emsMenuPage', { query: { size: 200 } });
    const menu = tree.records.find(({ route }) => route === '/main/ems/map/warning')!;
    await operator.call('emsObserverCreate', {
      body: { userId: person.userId, stationSns: [seen.station.sn], menus: [menu.id] },
    });
    for (const { station } of [seen, other])
      await operator.call('alarmEscalationCreate', {
        body: {
          name: 'All',
          stationSn: station.sn,
          steps: [{ after: 0, users: [night.userId, person.userId] }],
        },
      });
    await told((await raise(other)).id, 1);
    await told((await raise(seen)).id, 2);
    const client = await login(server, person.username, PASSWORD);
    const texts = (await notices(client)).map(({ text }) => text.en);
    expect(texts.some((text) => text.includes(seen.station.name))).toBe(true);
    expect(texts.some((text) => text.includes(other.station.name))).toBe(false);
  });

  it('notifies no user after a confirmation, or of an alarm outside of the policy', async () => {
    const site = await watched();
    const steps = [{ after: 5, users: [night.userId] }];
    const base = { steps, stationSn: site.station.sn };
    await operator.call('alarmEscalationCreate', { body: { ...base, name: 'Later' } });
    await operator.call('alarmEscalationCreate', { body: { ...base, name: 'Minor', levels: ['minor'] } });
    await operator.call('alarmEscalationCreate', { body: { ...base, name: 'Off', enabled: false } });
    const alarm = await raise(site);
    const waiting = () => countRows(server, 'alarm_reminder', { alarm_id: alarm.id });
    expect(await waiting()).toBe(1);
    await operator.call('alarmConfirm', { path: { id: alarm.id } });
    await notifyAt(server, Date.now() + 10 * MINUTE);
    expect(await logOf(alarm.id)).toEqual([]);
    // The server's own round may be sending at this moment.
    await expect.poll(waiting).toBe(0);
  });

  it('without recipients notifies users who may confirm alarms', async () => {
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

describe('an excursion that has ended before it is stored', () => {
  /** Reports a bad value for one second, this number of hours ago. Returns the alarms of the station. */
  async function excursion(site: Site, hoursAgo: number) {
    const ts = Date.now() - hoursAgo * 60 * MINUTE - 10_000;
    const power = [150, 10].map((value, second) => ({ ts: ts + second * 1_000, values: { power: value } }));
    await send(server.url, site.device, power);
    await settleAlarms(server);
    const body = { current: 1, size: 5, stationSn: site.station.sn, status: '0,1' };
    return (await operator.call('alarmSummarys', { body })).records;
  }
  const makePolicy = (site: Site) =>
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

  it('is notified once, with its end, to recipients of the first step', async () => {
    const site = await watched();
    await makePolicy(site);
    const [alarm] = await excursion(site, 0);
    expect(alarm).toMatchObject({ status: 0, recoverTime: expect.any(String) });
    await told(alarm!.id, 2);
    await notifyAt(server, Date.now() + 10 * MINUTE);
    expect((await logOf(alarm!.id)).map(({ event, userId, subject }) => [event, userId, subject])).toEqual([
      ['alarm', night.userId, expect.stringContaining('Alarm (recovered) [Critical]')],
      ['ended', night.userId, expect.stringContaining('Alarm ended [Critical]')],
    ]);
  });

  it('notifies no user within a suppression window, or a day after its end', async () => {
    const old = await watched();
    await makePolicy(old);
    const suppressed = await watched();
    await makePolicy(suppressed);
    await operator.call('alarmSuppressionCreate', {
      body: {
        name: 'Works',
        reason: 'Works',
        stationSn: suppressed.station.sn,
        startAt: new Date(Date.now() - MINUTE).toISOString(),
        endAt: new Date(Date.now() + 60 * MINUTE).toISOString(),
      },
    });
    const entered = [...(await excursion(old, 25)), ...(await excursion(suppressed, 0))];
    expect(entered).toHaveLength(2);
    await notifyAt(server, Date.now() + MINUTE);
    for (const { id } of entered) expect(await logOf(id)).toEqual([]);
  });
});

it("uses the platform's language for users without a chosen language", async () => {
  const site = await watched();
  const fresh = await member('fresh@example.com', null);
  const { id: channelId } = await makeChannel({ name: 'Mail of all', kind: 'email' });
  await operator.call('alarmEscalationCreate', {
    body: {
      name: 'Fresh',
      stationSn: site.station.sn,
      steps: [{ after: 0, users: [fresh.userId], channelId }],
    },
  });
  const alarm = await raise(site);
  await told(alarm.id, 1);
  const letter = mail.mails.find(({ to }) => to[0] === 'fresh@example.com');
  expect(letter?.text).toContain('Subject: Alarm [Critical]');
});

describe('a policy that is changed while an alarm is open', () => {
  it('continues with the new steps, also after it was disabled', async () => {
    const site = await watched();
    const first = { after: 0, users: [night.userId] };
    const policy = await operator.call('alarmEscalationCreate', {
      body: { name: 'Edited', stationSn: site.station.sn, steps: [first] },
    });
    const alarm = await raise(site);
    await told(alarm.id, 1);
    let { version } = policy;
    const edit = async (body: { steps?: object[]; enabled?: boolean }) => {
      const changed = await operator.call('alarmEscalationUpdate', {
        body: { ...body, id: policy.id, version },
      });
      version = changed.version;
    };
    const users = async () => (await logOf(alarm.id)).map(({ event, userId }) => [event, userId]);
    await edit({ steps: [{ after: 5, users: [boss.userId] }, first], enabled: false });
    await notifyAt(server, Date.now() + 6 * MINUTE);
    expect(await users()).toEqual([['alarm', night.userId]]);
    await edit({ enabled: true });
    await notifyAt(server, Date.now() + 6 * MINUTE);
    await notifyAt(server, Date.now() + 60 * MINUTE);
    expect(await users()).toEqual([
      ['alarm', night.userId],
      ['escalation', boss.userId],
    ]);
  });

  it('also covers alarms that opened before it was created, enabled or extended', async () => {
    const site = await watched();
    const alarm = await raise(site);
    const users = async () => (await logOf(alarm.id)).map(({ event, userId }) => [event, userId]);
    const make = (name: string, body: object) =>
      operator.call('alarmEscalationCreate', { body: { name, ...body } });
    const own = { stationSn: site.station.sn };
    await make('New', { ...own, steps: [{ after: 5, users: [night.userId] }] });
    const bossSteps = { steps: [{ after: 0, users: [boss.userId] }] };
    const off = await make('Off', { ...own, ...bossSteps, enabled: false });
    const narrow = await make('Narrow', { ...own, ...bossSteps, levels: ['minor'] });
    await notifyAt(server);
    expect(await users()).toEqual([]);
    await notifyAt(server, Date.now() + 6 * MINUTE);
    await told(alarm.id, 1);
    expect(await users()).toEqual([['alarm', night.userId]]);
    const edit = ({ id, version }: { id: number; version: number }, body: object) =>
      operator.call('alarmEscalationUpdate', { body: { id, version, ...body } });
    await edit(off, { enabled: true });
    await notifyAt(server);
    await told(alarm.id, 2);
    expect((await users()).slice(1)).toEqual([['alarm', boss.userId]]);
    await edit(narrow, { levels: ['minor', 'critical'] });
    await notifyAt(server);
    await told(alarm.id, 3);
    expect((await users()).slice(2)).toEqual([['alarm', boss.userId]]);
    await notifyAt(server, Date.now() + 6 * MINUTE);
    expect(await users()).toHaveLength(3);
  });
});
