/** A silent device raises an alarm. A stopped server and a changed clock raise none. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  alarmsOf,
  DAY,
  HANDLED,
  judged,
  MINUTE,
  makeRule,
  OPEN,
  report,
  ruleBody,
  startAlarms,
} from '../../support/alarms/judgedAlarms.ts';
import { ask } from '../../support/calls/ask.ts';
import { flushHeard } from '../../support/calls/inside.ts';
import { runSql } from '../../support/calls/world.ts';
import { makeSite, type Site, send, until } from '../../support/telemetry/site.ts';

startAlarms();
afterEach(() => {
  vi.useRealTimers();
});

const query = (text: string, ...values: unknown[]) => runSql(judged.server, text, ...values);

/** Creates a site whose device sent its last message this long ago, by the clock of the database. */
async function siteSeen(ago: string): Promise<Site> {
  const site = await makeSite(judged.operator);
  await makeRule(site, { kind: 'noData', scope: 'station', variableSn: undefined });
  await report(site, { power: 1 });
  await query(`update device set created_at = now() - interval '1 day' where sn = $1`, site.device.sn);
  await query(
    `update latest l set received_at = now() - $2::interval from device_variable v
      where v.id = l.variable_id and v.sn = $1`,
    site.variable.sn,
    ago,
  );
  return site;
}

/** Simulates that no process has received data for this time. Resolves when receiving has started again. */
async function stopListening(at: string): Promise<void> {
  await query(`update listening set since = now() - interval '1 day', at = now() - $1::interval`, at);
  await judged.alarms.sweep();
  await until(
    async () => query(`select now() - since < interval '1 minute' as anew from listening`),
    ([row]) => row?.anew === true,
  );
}

describe('a site without messages', () => {
  it('is offline, unless no process was able to receive: then its time limit starts again', async () => {
    // Simulates that this process has been checking for silence for a long time.
    await judged.alarms.sweep(Date.now() - DAY);
    const site = await siteSeen('10 minutes');
    await stopListening('10 minutes');
    const now = Date.now();
    await judged.alarms.sweep();
    await judged.alarms.sweep(now + 4 * MINUTE);
    expect(await alarmsOf(site)).toEqual([]);
    await judged.alarms.sweep(now + 6 * MINUTE);
    expect(await alarmsOf(site)).toMatchObject([{ status: OPEN }]);
  });

  it('is not offline if a user sets the clock of the server forward', async () => {
    const site = await siteSeen('1 minute');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * MINUTE });
    await judged.alarms.sweep();
    expect(await alarmsOf(site)).toEqual([]);
  });

  it('is offline on time if a user sets the clock of the database back', async () => {
    const site = await siteSeen('-60 minutes');
    await stopListening('-60 minutes');
    const now = Date.now();
    await judged.alarms.sweep(now + 4 * MINUTE);
    expect(await alarmsOf(site)).toEqual([]);
    await judged.alarms.sweep(now + 6 * MINUTE);
    expect(await alarmsOf(site)).toMatchObject([{ status: OPEN }]);
  });
});

describe('a rule of silence', () => {
  it('observes its hours and its delay', async () => {
    const site = await makeSite(judged.operator);
    const now = Date.now();
    // Returns the station's clock a number of hours from now.
    const clock = (hours: number) => new Date(now + (8 + hours) * 60 * MINUTE).toISOString().slice(11, 16);
    await makeRule(site, {
      ...{ kind: 'noData', scope: 'station', variableSn: undefined },
      ...{ silentSeconds: 60, clearSeconds: 60, fromTime: clock(2), toTime: clock(3) },
    });
    const late = await makeRule(site, { kind: 'noData', silentSeconds: 60, delaySeconds: 600 });
    await report(site, { power: 1 });
    await judged.alarms.sweep(now + 9 * MINUTE);
    expect(await alarmsOf(site)).toEqual([]);
    await judged.alarms.sweep(now + 12 * MINUTE);
    expect(await alarmsOf(site)).toMatchObject([{ generaterId: late.id, status: OPEN }]);
    await judged.alarms.sweep(now + 121 * MINUTE);
    const open = (await alarmsOf(site)).filter(({ status }) => status === OPEN);
    expect(open).toMatchObject([{ deviceSn: '', reportTime: new Date(now + 121 * MINUTE).toISOString() }]);
    await judged.alarms.sweep(now + 240 * MINUTE);
    expect((await alarmsOf(site)).filter(({ status }) => status === OPEN)).toHaveLength(1);
  });
});

describe('a silent site', () => {
  it('raises one alarm for all its devices, which ends with the next message', async () => {
    const site = await makeSite(judged.operator);
    const others = [];
    for (const no of [2, 3, 4])
      others.push(
        await judged.operator.call('deviceCreate', {
          body: {
            sn: `${site.station.sn}-M${no}`,
            name: `M${no}`,
            stationSn: site.station.sn,
            type: 'meter',
          },
        }),
      );
    await makeRule(site, { kind: 'noData', scope: 'station', variableSn: undefined });
    await makeRule(site, { kind: 'noData', scope: 'variable', silentSeconds: 60 });
    await report(site, { power: 1 });
    const silent = Date.now() + 10 * MINUTE;
    await judged.alarms.sweep(silent);
    await judged.alarms.sweep(silent + MINUTE);
    const raised = await alarmsOf(site);
    expect(raised.map(({ info, deviceSn, status }) => [info, deviceSn, status])).toEqual([
      [`${site.station.name} 站点离线 / site offline`, '', OPEN],
    ]);
    for (const device of [site.device, ...others]) await send(judged.server.url, device, { power: 2 });
    await judged.alarms.sweep(Date.now());
    expect((await alarmsOf(site)).map(({ status, checker }) => [status, checker])).toEqual([[HANDLED, null]]);
  });
});

describe('a silent channel', () => {
  it('raises one alarm for all its devices, which ends automatically with the next message', async () => {
    const { operator, server } = judged;
    const site = await makeSite(operator);
    const { sn: stationSn } = site.station;
    const channelSn = `CH-${stationSn}`;
    await operator.call('channelCreate', { body: { sn: channelSn, name: 'Uplink', protocol: 'http' } });
    const devices = [];
    for (const no of [1, 2, 3]) {
      const sn = `${stationSn}-C${no}`;
      const body = { sn, name: sn, stationSn, type: 'meter', channelSn };
      devices.push(await operator.call('deviceCreate', { body }));
      await operator.call('deviceVariableCreate', {
        body: { deviceSn: sn, code: 'power', name: 'Power', dataType: 'number', kind: 'gauge' },
      });
    }
    await makeRule(site, { kind: 'noData', scope: 'station', variableSn: undefined, silentSeconds: 60 });
    for (const device of [site.device, ...devices]) await send(server.url, device, { power: 1 });
    await judged.alarms.sweep(Date.now());
    // Simulates two minutes of the database clock in which only the device without a channel sent something.
    await query(
      `update latest l set received_at = now() - interval '2 minutes' from device_variable v
        where v.id = l.variable_id and v.device_sn like $1`,
      `${stationSn}-C%`,
    );
    await query(`update device set created_at = now() - interval '1 day' where station_sn = $1`, stationSn);
    await query(`update listening set since = now() - interval '1 day'`);
    await judged.alarms.sweep(Date.now() - DAY);
    await judged.alarms.sweep(Date.now());
    expect((await alarmsOf(site)).map(({ info, deviceSn, status }) => [info, deviceSn, status])).toEqual([
      [`${site.station.name} 通信通道“Uplink”无数据 / channel “Uplink” silent (> 1 min)`, '', OPEN],
    ]);
    for (const device of devices) await send(server.url, device, { power: 2 });
    await judged.alarms.sweep(Date.now());
    expect((await alarmsOf(site)).map(({ status, checker }) => [status, checker])).toEqual([[HANDLED, null]]);
  });
});

describe('a site that sends again', () => {
  it("raises no alarm for devices that are still within their time limit, even by another device's limit", async () => {
    // Simulates that this process has been receiving data and checking for silence for a long time.
    await judged.alarms.sweep(Date.now() - DAY);
    const site = await makeSite(judged.operator);
    const other = await judged.operator.call('deviceCreate', {
      body: { sn: `${site.station.sn}-M2`, name: 'M2', stationSn: site.station.sn, type: 'meter' },
    });
    await makeRule(site, { kind: 'noData', scope: 'station', variableSn: undefined, silentSeconds: 60 });
    await report(site, { power: 1 });
    await send(judged.server.url, other, { power: 1 });
    const sns = [site.device.sn, other.sn];
    await query(`update device set created_at = now() - interval '1 day' where sn = any($1)`, sns);
    await query(
      `update latest l set received_at = now() - interval '2 minutes' from device_variable v
        where v.id = l.variable_id and v.device_sn = any($1)`,
      sns,
    );
    await query(`update listening set since = now() - interval '1 day'`);
    await judged.alarms.sweep();
    expect(await alarmsOf(site)).toMatchObject([{ deviceSn: '', status: OPEN }]);
    await report(site, { power: 2 });
    await judged.alarms.sweep();
    await judged.alarms.sweep(Date.now() + MINUTE / 2);
    expect(await alarmsOf(site)).toMatchObject([{ deviceSn: '', status: HANDLED }]);
  });
});

describe('devices that send nothing themselves', () => {
  it('do not count as silent, and a gateway counts as online by what it sends', async () => {
    const site = await makeSite(judged.operator);
    const add = (no: string, more: { gateway?: boolean } = {}) =>
      judged.operator.call('deviceCreate', {
        body: {
          sn: `${site.station.sn}-${no}`,
          name: no,
          stationSn: site.station.sn,
          type: 'other',
          ...more,
        },
      });
    const gateway = await add('G', { gateway: true });
    await add('passive');
    const summed = await add('summed');
    const calculated = await judged.operator.call('deviceVariableCreate', {
      body: {
        deviceSn: summed.sn,
        code: 'double',
        name: 'Double',
        dataType: 'number',
        kind: 'gauge',
        formula: `[${site.variable.sn}] * 2`,
      },
    });
    const scope = { kind: 'noData', silentSeconds: 60 } as const;
    await makeRule(site, { ...scope, scope: 'station', variableSn: undefined });
    const refused = ruleBody(site, { ...scope, scope: 'variable', variableSn: calculated.sn! });
    expect((await ask(judged.operator, 'alarmGeneraterCreate', { body: refused })).status).toBe(400);
    await send(judged.server.url, gateway, { Meter: { power: 1 } }, 'gateway/telemetry');
    await flushHeard(judged.server);
    const later = (minutes: number) =>
      query(`
        update latest set received_at = now() + ${minutes} * interval '1 minute';
        update device_heard set heard_at = now() + ${minutes} * interval '1 minute'`);
    await later(20);
    await judged.alarms.sweep(Date.now() + 20 * MINUTE);
    expect(await alarmsOf(site)).toEqual([]);
    await query("update device_heard set heard_at = now() + interval '10 minutes'");
    await judged.alarms.sweep(Date.now() + 20 * MINUTE);
    expect((await alarmsOf(site)).map(({ deviceSn }) => deviceSn)).toEqual([gateway.sn]);
  });
});

describe('a simulated station', () => {
  it('raises no alarm while its past is written, and gets its time limit when it is live', async () => {
    await judged.alarms.sweep(Date.now() - DAY);
    const site = await siteSeen('10 minutes');
    const { tenantId } = judged.operator;
    await query(
      'update station set simulated = true where tenant_id = $1 and sn = $2',
      tenantId,
      site.station.sn,
    );
    await query(
      `insert into simulator_state (tenant_id, station_sn, anchor, state) values ($1, $2, now(), '{}')`,
      tenantId,
      site.station.sn,
    );
    const now = Date.now();
    await judged.alarms.sweep(now + 60 * MINUTE);
    expect(await alarmsOf(site)).toEqual([]);
    await query(
      `update simulator_state set live_at = now() + interval '60 minutes' where tenant_id = $1 and station_sn = $2`,
      tenantId,
      site.station.sn,
    );
    await judged.alarms.sweep(now + 64 * MINUTE);
    expect(await alarmsOf(site)).toEqual([]);
    await judged.alarms.sweep(now + 66 * MINUTE);
    expect(await alarmsOf(site)).toMatchObject([{ status: OPEN }]);
  });
});
