import { describe, expect, it } from 'vitest';
import type { AlarmGenerater, Device } from '../../../generated/types.ts';
import { addAlarms } from '../../support/alarms/alarms.ts';
import { ask } from '../../support/calls/ask.ts';
import { otherAlarms, publishEvent, settleAlarms } from '../../support/calls/inside.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { deleteRows, runSql } from '../../support/calls/world.ts';
import { joinTenant, makeRule, makeSite, type Site, send, until } from '../../support/telemetry/site.ts';

const OPEN = 1;
const HANDLED = 0;

const { server, operator, stranger } = serveOperators();

async function watched(threshold = 100): Promise<Site & { rule: AlarmGenerater }> {
  const site = await makeSite(operator);
  const rule = await makeRule(operator, site, threshold);
  return { ...site, rule };
}

const alarms = async (stationSn: string, status = '0,1') => {
  await settleAlarms(server);
  return operator.call('alarmSummarys', { body: { current: 1, size: 50, stationSn, status } });
};

async function report(device: Device, ...values: number[]): Promise<void> {
  for (const power of values) expect((await send(server.url, device, { power })).status).toBe(200);
}

describe('alarms', () => {
  it('open once per rule and source, even if many bad points arrive in parallel', async () => {
    const { station, device, variable, rule } = await watched();
    await Promise.all(Array.from({ length: 30 }, (_, index) => report(device, 150 + index)));
    const { records, total } = await alarms(station.sn);
    expect(total).toBe(1);
    expect(records[0]).toMatchObject({
      status: OPEN,
      level: 'major',
      stationSn: station.sn,
      stationName: station.name,
      deviceSn: device.sn,
      deviceName: 'Meter',
      variableSn: variable.sn,
      generaterId: rule.id,
      checker: null,
      recoverTime: null,
    });
    expect(records[0]?.info).toMatch(/^Meter Power 1[5-7]\d kW \(> 100\)$/);
    expect((await operator.call('stationStatus', { path: { sn: station.sn } })).unclosedAlarmAmount).toBe(1);
  });

  it('close automatically when the value is good again, and open again when it is bad again', async () => {
    const { station, device } = await watched();
    await report(device, 120, 90, 130);
    const { records } = await alarms(station.sn);
    expect(records.map(({ status }) => status)).toEqual([OPEN, HANDLED]);
    expect(records[1]).toMatchObject({ checker: null, checkTime: null });
    expect(records[1]?.recoverTime).not.toBeNull();
  });

  it('are listed for a past instant with their state at that time, with the tasks', async () => {
    const { station, device } = await watched();
    const stationSn = station.sn;
    // A millisecond before now, when no value has arrived yet.
    const empty = new Date(Date.now() - 1).toISOString();
    await report(device, 120);
    const task = await operator.call('alarmTaskCreate', {
      body: { name: 'Look', stationSn, level: 'major' },
    });
    const [alarm] = (await alarms(stationSn)).records;
    const opened = new Date().toISOString();
    // Waits for the next millisecond, so that the confirmation is later than the alarm.
    while (Date.now() <= Date.parse(opened)) await Promise.resolve();
    await operator.call('alarmConfirm', { path: { id: alarm!.id } });
    await operator.call('recordTransition', {
      path: { entity: 'alarmTask', id: task.id },
      body: { name: 'close', version: task.version, form: { remark: 'done' } },
    });
    const then = async (instant?: string) => {
      const at = instant && { at: instant };
      const { results } = await operator.call('boardQuery', {
        body: {
          stationSn,
          needs: [
            { key: 'a', kind: 'alarms', status: '0,1', current: 1, size: 5, ...at },
            { key: 's', kind: 'stationStatus', ...at },
          ],
        },
      });
      return results.map(({ data }) => data);
    };
    expect(await then(empty)).toMatchObject([
      { records: [], total: 0 },
      { unclosedAlarmAmount: 0, unclosedTaskAmount: 0 },
    ]);
    expect(await then(opened)).toMatchObject([
      { records: [{ id: alarm!.id, status: OPEN, checker: null, checkTime: null }], total: 1 },
      {
        unclosedAlarmAmount: 1,
        unclosedTaskAmount: 1,
        communicationStatus: null,
        communicationStatusDetail: [],
      },
    ]);
    expect(await then()).toMatchObject([
      { records: [{ status: HANDLED, checker: expect.stringMatching(/^Person/) }] },
      { unclosedAlarmAmount: 0, unclosedTaskAmount: 0 },
    ]);
  });

  it('are confirmed once, with the name and remark of the user', async () => {
    const { station, device } = await watched();
    await report(device, 120);
    const [alarm] = (await alarms(station.sn)).records;
    const path = { id: alarm!.id };
    const confirmed = await operator.call('alarmUpdate', {
      path,
      body: { checkInfo: '<b>已检查</b>', status: 0 },
    });
    expect(confirmed).toMatchObject({ status: HANDLED, checkInfo: '<b>已检查</b>', recoverTime: null });
    expect(confirmed.checker).toMatch(/^Person/);
    const again = await ask(operator, 'alarmConfirm', { path, body: {} });
    expect(again).toMatchObject({
      status: 409,
      msg: 'This alarm is already handled',
      data: { id: alarm!.id, status: HANDLED },
    });
    expect((await ask(operator, 'alarmUpdate', { path, body: { status: 1 } })).status).toBe(400);
  });

  it('remain confirmed while the value is bad, and open again only after it was good', async () => {
    const { station, device } = await watched();
    await report(device, 120);
    const [alarm] = (await alarms(station.sn)).records;
    await operator.call('alarmConfirm', { path: { id: alarm!.id } });
    await report(device, 121, 122);
    expect((await alarms(station.sn)).total).toBe(1);
    await report(device, 80, 125);
    const { records } = await alarms(station.sn);
    expect(records.map(({ status, checker }) => [status, checker !== null])).toEqual([
      [OPEN, false],
      [HANDLED, true],
    ]);
  });

  it('are not raised by values older than the newest value', async () => {
    const { station, device } = await watched();
    await report(device, 50);
    await send(server.url, device, { ts: Date.now() - 3_600_000, values: { power: 500 } });
    expect((await alarms(station.sn)).total).toBe(0);
  });

  it('evaluate every point of a message, in order of time', async () => {
    const { station, device } = await watched();
    const now = Date.now() - 60_000;
    await send(server.url, device, [
      { ts: now + 2000, values: { power: 90 } },
      { ts: now, values: { power: 110 } },
      { ts: now + 1000, values: { power: 120 } },
    ]);
    const { records } = await alarms(station.sn);
    expect(records).toMatchObject([
      {
        status: HANDLED,
        reportTime: new Date(now).toISOString(),
        recoverTime: new Date(now + 2000).toISOString(),
      },
    ]);
  });

  it('of a station are confirmed or cleared together', async () => {
    const { station, device } = await watched();
    await operator.call('alarmGeneraterCreate', {
      body: {
        name: 'Very high',
        stationSn: station.sn,
        variableSn: `${device.sn}-power`,
        operator: '>=',
        threshold: 110,
        level: 'critical',
      },
    });
    await report(device, 120);
    expect((await alarms(station.sn, '1')).total).toBe(2);
    const path = { id: station.id };
    expect(await operator.call('alarmConfirmStation', { path, body: { checkInfo: 'ok' } })).toEqual({
      handled: 2,
    });
    expect(await operator.call('alarmClearAll', { path })).toEqual({ handled: 0 });
    expect((await alarms(station.sn, '1')).total).toBe(0);
    expect((await alarms(station.sn, '0')).records.map(({ checkInfo }) => checkInfo)).toEqual(['ok', 'ok']);
  });

  it('follow their rule: a changed limit, a switched-off or deleted rule, a switched-off device', async () => {
    const { station, device, rule } = await watched();
    await report(device, 120);
    expect((await alarms(station.sn, '1')).total).toBe(1);
    const raised = await operator.call('alarmGeneraterUpdate', {
      body: { id: rule.id, version: rule.version, threshold: 200 },
    });
    expect((await alarms(station.sn, '1')).total).toBe(0);
    await operator.call('alarmGeneraterUpdate', {
      body: { id: rule.id, version: raised.version, threshold: 50 },
    });
    expect((await alarms(station.sn, '1')).total).toBe(1);
    const { deviceSns } = await operator.call('alarmSwitcherClose', { query: { stationSn: station.sn } });
    expect(deviceSns).toEqual([device.sn]);
    expect((await alarms(station.sn, '1')).total).toBe(0);
    await operator.call('alarmSwitcherOpen', { query: { stationSn: station.sn, deviceSns: device.sn } });
    expect((await alarms(station.sn, '1')).total).toBe(1);
    expect(
      await operator.call('alarmGeneraterEnableAll', {
        path: { id: station.id },
        query: { alarmEnable: false },
      }),
    ).toMatchObject({ changed: 1 });
    expect((await alarms(station.sn, '1')).total).toBe(0);
    expect((await operator.call('alarmGeneraterEnableOne', { path: { id: rule.id } })).enabled).toBe(true);
    expect((await alarms(station.sn, '1')).total).toBe(1);
    await operator.call('alarmGeneraterDelete', { path: { id: rule.id } });
    expect((await alarms(station.sn, '1')).total).toBe(0);
    expect((await alarms(station.sn, '0')).records.every(({ checker }) => checker === null)).toBe(true);
  });

  it('are paged, open ones first, then the newest', async () => {
    const { station, device } = await watched();
    await report(device, 120, 50, 121, 50, 122);
    await settleAlarms(server);
    const first = await operator.call('alarmSummarys', {
      body: { current: 1, size: 2, stationSn: station.sn, status: '0,1' },
    });
    const second = await operator.call('alarmSummarys', {
      body: { current: 2, size: 2, stationSn: station.sn, status: '0,1' },
    });
    expect([first.total, first.size, second.current]).toEqual([3, 2, 2]);
    expect([...first.records, ...second.records].map(({ status, value }) => [status, value])).toEqual([
      [1, '122'],
      [0, '121'],
      [0, '120'],
    ]);
    const usual = await operator.call('alarmSummarys', { body: {} });
    expect(usual).toMatchObject({ current: 1, size: 5 });
    expect(await operator.call('alarmSources', { query: { stationSn: station.sn } })).toEqual([
      { deviceSn: device.sn, deviceName: 'Meter', stationSn: station.sn, openAmount: 1 },
    ]);
    expect((await operator.call('alarmLevels')).map(({ value }) => value)).toEqual([
      'critical',
      'major',
      'minor',
      'info',
    ]);
  });

  it('are sorted by severity on request', async () => {
    const site = await watched();
    await addAlarms(server, operator.tenantId, site, { count: 8, openEvery: 2 });
    const { records } = await operator.call('alarmSummarys', {
      body: { size: 50, stationSn: site.station.sn, order: 'worst' },
    });
    const open = records.filter(({ status }) => status === 1).map(({ level }) => level);
    expect(open).toEqual(['critical', 'critical', 'minor', 'minor']);
    expect(records.slice(0, 4).map(({ status }) => status)).toEqual([1, 1, 1, 1]);
    const times = records.slice(0, 2).map(({ reportTime }) => Date.parse(reportTime));
    expect(times[0]).toBeGreaterThan(times[1]!);
  });

  it('belong to the station if they have no device or a deleted one, and all are counted', async () => {
    const { station, device } = await watched();
    await report(device, 120);
    await alarms(station.sn);
    await runSql(
      server,
      `insert into alarm (tenant_id, generater_id, source, report_time, info, status, level, station_sn, device_sn, variable_sn)
       select a.tenant_id, a.generater_id, x, a.report_time, a.info, a.status, a.level, a.station_sn, x, a.variable_sn
         from alarm a, unnest(array['', 'gone']) x where a.station_sn = $1`,
      station.sn,
    );
    const sources = await operator.call('alarmSources', { query: { stationSn: station.sn } });
    expect(sources).toHaveLength(2);
    expect(sources).toEqual(
      expect.arrayContaining([
        { deviceSn: device.sn, deviceName: 'Meter', stationSn: station.sn, openAmount: 1 },
        { deviceSn: '', deviceName: station.name, stationSn: station.sn, openAmount: 2 },
      ]),
    );
    expect((await alarms(station.sn, '1')).total).toBe(3);
  });

  it('of another tenant are invisible, and confirming requires its permission', async () => {
    const { station, device, rule } = await watched();
    await report(device, 120);
    const [alarm] = (await alarms(station.sn)).records;
    const path = { id: alarm!.id };
    expect((await ask(stranger, 'alarmGet', { path })).status).toBe(404);
    expect((await ask(stranger, 'alarmConfirm', { path })).status).toBe(404);
    expect((await ask(stranger, 'alarmUpdate', { path, body: { status: 0 } })).status).toBe(404);
    expect((await ask(stranger, 'alarmConfirmStation', { path: { id: station.id } })).status).toBe(404);
    expect((await ask(stranger, 'alarmClearAll', { path: { id: station.id } })).status).toBe(404);
    expect((await ask(stranger, 'alarmGeneraterEnableOne', { path: { id: rule.id } })).status).toBe(404);
    expect((await stranger.call('alarmSummarys', { body: { stationSn: station.sn } })).total).toBe(0);
    const reader = await joinTenant(server, operator.tenantId, ['alarm:list']);
    expect((await reader.call('alarmGet', { path })).status).toBe(OPEN);
    expect((await ask(reader, 'alarmConfirm', { path })).status).toBe(403);
  });

  it('are evaluated from the latest values after a start, and none is raised twice', async () => {
    const { station, device } = await watched();
    await report(device, 150);
    await alarms(station.sn);
    await deleteRows(server, 'alarm', { station_sn: station.sn });
    publishEvent(server, { type: 'resync' });
    expect((await alarms(station.sn)).total).toBe(0);
    const restarted = [otherAlarms(server), otherAlarms(server)];
    await Promise.all(restarted.map((one) => one.start()));
    const found = await until(
      () => alarms(station.sn, '1'),
      ({ total }) => total > 0,
    );
    expect(found.total).toBe(1);
    await report(device, 20, 160);
    await Promise.all(restarted.map((one) => one.settled()));
    const { records } = await alarms(station.sn);
    expect(records.map(({ status }) => status)).toEqual([OPEN, HANDLED]);
    await Promise.all(restarted.map((one) => one.close()));
  });
});
