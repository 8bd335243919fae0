import { describe, expect, it, vi } from 'vitest';
import {
  alarmsOf,
  alarmsRestart,
  clock,
  HANDLED,
  judged,
  MINUTE,
  makeRule,
  OPEN,
  past,
  report,
  startAlarms,
  storeQuietly,
} from '../../support/alarms/judgedAlarms.ts';
import { storeValues } from '../../support/calls/inside.ts';
import { runSql, setAge } from '../../support/calls/world.ts';
import { makeSite, type Site, until } from '../../support/telemetry/site.ts';

startAlarms();

describe('a process that crashed between a commit and the evaluation', () => {
  it('leaves a past excursion to its successor, which raises it once', async () => {
    const site = await makeSite(judged.operator);
    await makeRule(site, { operator: '>', threshold: 100 });
    await report(site, { ts: Date.now() - 5_000, values: { power: 50 } });
    await storeQuietly(site, [
      [3, 150],
      [2, 60],
    ]);
    expect(await alarmsOf(site)).toEqual([]);
    await alarmsRestart();
    expect(await alarmsOf(site)).toMatchObject([{ status: HANDLED, value: '150' }]);
    await alarmsRestart();
    expect(await alarmsOf(site)).toHaveLength(1);
  });

  it('does not raise alarms for values before the last evaluated moment', async () => {
    const site = await makeSite(judged.operator);
    await storeQuietly(site, [
      [200, 150],
      [2, 60],
    ]);
    await makeRule(site, { operator: '>', threshold: 100 });
    await judged.alarms.settled();
    await alarmsRestart();
    expect(await alarmsOf(site)).toEqual([]);
  });
});

describe('what is remembered', () => {
  it('about an alarm that is about to end survives a restart', async () => {
    const site = await makeSite(judged.operator);
    const now = Date.now();
    await makeRule(site, { operator: '>', threshold: 100, clearSeconds: 600 });
    await report(
      site,
      past(now, [
        [30, 150],
        [25, 50],
        [20, 150],
        [8, 50],
        [5, 60],
      ]),
    );
    expect(await alarmsOf(site)).toMatchObject([{ status: OPEN }]);
    await alarmsRestart();
    expect(await alarmsOf(site)).toMatchObject([{ status: OPEN }]);
    await report(site, past(now, [[-3, 60]]));
    expect(await alarmsOf(site)).toMatchObject([
      { status: HANDLED, recoverTime: new Date(now + 2 * MINUTE).toISOString() },
    ]);
  });

  it('about earlier values survives a restart', async () => {
    const site = await makeSite(judged.operator);
    const now = Date.now();
    await makeRule(site, { kind: 'rate', change: 50, changeMinutes: 10, direction: 'up' });
    await report(
      site,
      past(now, [
        [25, 5],
        [5, 40],
      ]),
    );
    await alarmsRestart();
    await report(site, past(now, [[3, 89]]));
    expect(await alarmsOf(site)).toEqual([]);
    await report(site, past(now, [[1, 95]]));
    expect(await alarmsOf(site)).toMatchObject([{ status: OPEN, value: '95' }]);
  });

  it('about values outside the hours of a rule survives a restart', async () => {
    const site = await makeSite(judged.operator);
    const rule = await makeRule(site, {
      ...{ operator: '>', threshold: 100, fromTime: clock(-300), toTime: clock(-120) },
    });
    await report(site, past(Date.now(), [[1, 150]]));
    await alarmsRestart();
    expect(await alarmsOf(site)).toEqual([]);
    await judged.operator.call('alarmGeneraterUpdate', {
      body: { id: rule.id, version: rule.version, fromTime: clock(-300), toTime: clock(300) },
    });
    expect(await alarmsOf(site)).toMatchObject([{ status: OPEN, value: '150' }]);
    await alarmsRestart();
    await report(site, { power: 50 });
    expect(await alarmsOf(site)).toMatchObject([{ status: HANDLED }]);
  });

  it('does not prevent alarms for hours without a running process, if the rule existed then', async () => {
    const site = await makeSite(judged.operator);
    const now = Date.now();
    await report(site, past(now, [[400, 150]]));
    const hours = { fromTime: clock(-300), toTime: clock(-240) };
    const { id } = await makeRule(site, { operator: '>', threshold: 100, ...hours });
    await alarmsRestart();
    expect(await alarmsOf(site)).toEqual([]);
    await setAge(judged.server, ['alarm_generater', 'updated_at'], [id], '8 hours');
    const { tenantId } = judged.operator;
    await runSql(judged.server, 'update latest set received_at = ts where tenant_id = $1', tenantId);
    await alarmsRestart();
    const reportTime = new Date(Math.floor((now - 300 * MINUTE) / MINUTE) * MINUTE).toISOString();
    expect(await alarmsOf(site)).toMatchObject([{ status: OPEN, value: '150', reportTime }]);
  });

  it('about several variables includes the last known value of each', async () => {
    const site = await makeSite(judged.operator);
    const now = Date.now();
    const { device } = site;
    await judged.operator.call('deviceUpdate', {
      body: { id: device.id, version: device.version, offlineAfter: 86_400 },
    });
    await report(site, { ts: now - 180 * MINUTE, values: { mode: 1 } });
    await report(site, { ts: now - MINUTE, values: { mode: 1 } });
    await report(
      site,
      past(now, [
        [40, 150],
        [30, 150],
        [2, 150],
      ]),
    );
    await makeRule(site, {
      ...{ kind: 'expression', variableSn: null, delaySeconds: 600 },
      formula: `[${site.variable.sn}] > 100 && [${device.sn}-mode] == 1`,
    });
    const reportTime = new Date(now - 30 * MINUTE).toISOString();
    expect(await alarmsOf(site)).toMatchObject([{ status: OPEN, reportTime }]);
  });

  it('about a rule that was disabled and enabled raises the alarm again while its condition is true', async () => {
    const site = await makeSite(judged.operator);
    const now = Date.now();
    const { id } = await makeRule(site, { operator: '>', threshold: 100, delaySeconds: 600 });
    await report(
      site,
      past(now, [
        [20, 150],
        [1, 150],
      ]),
    );
    expect(await alarmsOf(site)).toMatchObject([{ status: OPEN }]);
    await judged.operator.call('alarmGeneraterEnableOne', { path: { id } });
    expect(await alarmsOf(site)).toMatchObject([{ status: HANDLED }]);
    await judged.operator.call('alarmGeneraterEnableOne', { path: { id } });
    expect((await alarmsOf(site)).map(({ status }) => status)).toEqual([OPEN, HANDLED]);
  });

  it('about a rule does not cover the time before the rule was created', async () => {
    const site = await makeSite(judged.operator);
    await report(
      site,
      past(Date.now(), [
        [30, 150],
        [20, 50],
        [1, 60],
      ]),
    );
    await makeRule(site, { operator: '>', threshold: 100, delaySeconds: 60 });
    expect(await alarmsOf(site)).toEqual([]);
    await alarmsRestart();
    expect(await alarmsOf(site)).toEqual([]);
  });
});

describe('a rule over a calculated variable', () => {
  async function makeDouble(site: Site) {
    return judged.operator.call('deviceVariableCreate', {
      body: {
        deviceSn: site.device.sn,
        ...{ code: 'double', name: 'Double', unit: 'kW', dataType: 'number', kind: 'gauge' },
        formula: `[${site.variable.sn}] * 2`,
      },
    });
  }
  const over = ({ sn }: { sn?: string | null }) =>
    ({ variableSn: sn!, operator: '>', threshold: 100, info: '{name}' }) as const;

  it('raises alarms for a result that exceeded the limit within one message', async () => {
    const site = await makeSite(judged.operator);
    await makeRule(site, over(await makeDouble(site)));
    await judged.alarms.settled();
    const message = [
      [3, 10],
      [2, 70],
      [1, 20],
    ] as const;
    await report(site, past(Date.now(), message));
    expect(await alarmsOf(site)).toMatchObject([{ status: HANDLED, value: '140' }]);
  });

  it('raises alarms for a condition that is already true, and continues after a restart and with another formula', async () => {
    const site = await makeSite(judged.operator);
    const now = Date.now();
    const double = await makeDouble(site);
    const minutes = Array.from({ length: 30 }, (_, no) => [30 - no, no < 5 ? 20 : 70] as const);
    await report(site, past(now, minutes));
    await makeRule(site, { ...over(double), name: 'made', delaySeconds: 600 });
    await makeRule(site, { ...over(double), name: 'goes on', delaySeconds: 1530 });
    expect(await alarmsOf(site)).toMatchObject([
      { info: 'made', status: OPEN, reportTime: new Date(now - 15 * MINUTE).toISOString() },
    ]);
    await alarmsRestart();
    await report(site, { ts: now + 40_000, values: { power: 70 } });
    const raised = await alarmsOf(site);
    expect(raised.map(({ info }) => info)).toEqual(['goes on', 'made']);
    const { id, version } = double;
    await judged.operator.call('deviceVariableUpdate', {
      body: { id, version, formula: `[${site.variable.sn}] / 2` },
    });
    const ended = await until(
      () => alarmsOf(site),
      (all) => all.every(({ status }) => status === HANDLED),
    );
    expect(ended).toHaveLength(2);
  });
});

describe('a backlog of hours', () => {
  const HOUR_S = 3600;

  it('that arrived before a restart is evaluated from the last evaluated point', async () => {
    const site = await makeSite(judged.operator);
    await report(site, past(Date.now(), [[400, 50]]));
    await makeRule(site, { operator: '>', threshold: 100, delaySeconds: 60 });
    await judged.alarms.settled();
    await storeQuietly(site, [
      [6 * HOUR_S, 150],
      [5 * HOUR_S, 150],
      [4 * HOUR_S, 50],
      [10, 50],
    ]);
    for (const _ of ['once', 'again']) {
      await alarmsRestart();
      expect(await alarmsOf(site)).toMatchObject([{ status: HANDLED, value: '150' }]);
    }
  });

  it('is recorded as evaluated after a while', async () => {
    const site = await makeSite(judged.operator);
    await makeRule(site, { operator: '>', threshold: 100, delaySeconds: 60 });
    await judged.alarms.settled();
    const ts = Date.now() - MINUTE;
    const seen = async () =>
      (
        await runSql<{ seen: number }>(
          judged.server,
          `select (extract(epoch from seen) * 1000)::float8 as seen from alarm_course
            where tenant_id = $1 and seen is not null`,
          judged.operator.tenantId,
        )
      ).map((row) => row.seen);
    expect(await seen()).not.toContain(ts);
    const real = performance.now.bind(performance);
    let ahead = 0;
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead);
    // Advances the clock at each call, so that the time is stored even if rules of other tests have just
    // stored theirs.
    const seenLater = () => {
      ahead += 2 * MINUTE;
      return seen();
    };
    try {
      await report(site, { ts, values: { power: 50 } });
      expect(await until(seenLater, (times) => times.includes(ts))).toContain(ts);
    } finally {
      spy.mockRestore();
    }
  });
});

describe('a long delay on dense data', () => {
  it('survives a restart: every point in this time counts', async () => {
    const site = await makeSite(judged.operator);
    const codes = Array.from({ length: 10 }, (_, no) => `dense${no}`);
    for (const code of codes)
      await judged.operator.call('deviceVariableCreate', {
        body: { deviceSn: site.device.sn, code, name: code, dataType: 'number', kind: 'gauge' },
      });
    const sns = codes.map((code) => `${site.device.sn}-${code}`);
    const { tenantId } = judged.operator;
    const now = Date.now();
    const SECONDS = 2_400;
    const values = Array.from({ length: SECONDS }, (_, no) => [now - (SECONDS - no) * 1000, 1] as const);
    for (const sn of sns) await storeValues(judged.server, sn, values, { tenantId, quiet: true });
    const formula = sns.map((sn) => `[${sn}]`).join(' + ');
    await makeRule(site, { kind: 'expression', variableSn: undefined, formula, delaySeconds: 2_100 });
    expect(await alarmsOf(site)).toMatchObject([
      { status: OPEN, reportTime: new Date(now - (SECONDS - 2_100) * 1000).toISOString() },
    ]);
  });
});

describe('a delay', () => {
  it('survives a restart: an alarm whose delay ended in the meantime is raised once', async () => {
    const site = await makeSite(judged.operator);
    const now = Date.now();
    await report(
      site,
      past(now, [
        [40, 50],
        [30, 120],
        [25, 50],
        [20, 120],
        [12, 130],
        [1, 140],
      ]),
    );
    await makeRule(site, { operator: '>', threshold: 100, delaySeconds: 600 });
    const [alarm, ...others] = await alarmsOf(site);
    expect(others).toEqual([]);
    expect(alarm).toMatchObject({ status: OPEN, reportTime: new Date(now - 10 * MINUTE).toISOString() });
    await alarmsRestart();
    expect(await alarmsOf(site)).toHaveLength(1);
  });

  it('ends by the clock if no further point arrives', async () => {
    const site = await makeSite(judged.operator);
    await makeRule(site, { operator: '>', threshold: 100, delaySeconds: 1 });
    await report(site, { power: 150 });
    expect(await alarmsOf(site)).toEqual([]);
    const raised = await until(
      () => alarmsOf(site),
      (found) => found.length > 0,
    );
    expect(raised).toMatchObject([{ status: OPEN, value: '150' }]);
  });
});
