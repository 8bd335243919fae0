import { describe, expect, it } from 'vitest';
import type { Input } from '../../generated/calls.ts';
import { ask } from '../support/ask.ts';
import {
  alarms_of,
  alarms_restart,
  clock,
  DAY,
  HANDLED,
  judged,
  MINUTE,
  OPEN,
  past,
  type RuleBody,
  report,
  rule_body,
  rule_make,
  startAlarms,
} from '../support/judgedAlarms.ts';
import { makeSite, type Site } from '../support/site.ts';

type Tried = Input<'alarmGeneraterTry'>['body']['rule'];

startAlarms();

describe('rules of every kind', () => {
  it('raise from real points: range, rate, state and expression', async () => {
    const site = await makeSite(judged.operator);
    const { device } = site;
    await judged.operator.call('deviceVariableCreate', {
      body: {
        deviceSn: device.sn,
        code: 'mode',
        name: 'Mode',
        dataType: 'number',
        kind: 'gauge',
        states: [{ value: 3, name: 'Fault' }],
      },
    });
    await rule_make(site, { name: 'range', kind: 'range', low: 10, high: 90, side: 'outside' });
    await rule_make(site, { name: 'rate', kind: 'rate', change: 50, changeMinutes: 10, direction: 'up' });
    await rule_make(site, {
      name: 'state',
      kind: 'state',
      variableSn: `${device.sn}-mode`,
      stateValues: 'Fault',
    });
    await rule_make(site, {
      name: 'expression',
      kind: 'expression',
      variableSn: undefined,
      formula: `[${device.sn}-power] > 80 && [${device.sn}-mode] == 3`,
      info: '{name} of {device}',
    });
    const now = Date.now();
    await report(
      site,
      past(now, [
        [4, 40],
        [3, 50],
      ]),
    );
    expect(await alarms_of(site)).toEqual([]);
    await report(site, { ts: now - 2 * MINUTE, values: { power: 95, mode: 3 } });
    const raised = await alarms_of(site);
    expect(raised.map(({ info, value, status }) => [info, value, status]).sort()).toEqual([
      ['Meter Mode Fault', 'Fault', OPEN],
      ['Meter Power 95 kW (+50 kW / 10 min)', '95', OPEN],
      ['Meter Power 95 kW (< 10, > 90)', '95', OPEN],
      ['expression of Meter', '1', OPEN],
    ]);
    await report(site, { ts: now, values: { power: 50, mode: 1 } });
    const open = (await alarms_of(site)).filter(({ status }) => status === OPEN);
    expect(open).toEqual([]);
  });

  it('are refused when they make no sense, at the field that is wrong', async () => {
    const site = await makeSite(judged.operator);
    const double = await judged.operator.call('deviceVariableCreate', {
      body: {
        deviceSn: site.device.sn,
        ...{ code: 'double', name: 'Double', dataType: 'number', kind: 'gauge' },
        formula: `[${site.variable.sn}] * 2`,
      },
    });
    const wrong = async (more: Partial<RuleBody>) => {
      const { status, errors } = (await ask(judged.operator, 'alarmGeneraterCreate', {
        body: rule_body(site, more),
      })) as { status: number; errors?: { field: string }[] };
      return [status, errors?.map(({ field }) => field)];
    };
    expect(await wrong({ kind: 'threshold', threshold: undefined })).toEqual([400, ['/threshold']]);
    expect(await wrong({ kind: 'range', low: 5, high: 5 })).toEqual([400, ['/high']]);
    expect(await wrong({ kind: 'expression', formula: '1 +' })).toEqual([400, ['/formula']]);
    expect(await wrong({ kind: 'expression', formula: '[nobody] > 1' })).toEqual([400, ['/formula']]);
    expect(await wrong({ kind: 'noData', scope: 'device', deviceSn: 'nobody' })).toEqual([
      400,
      ['/deviceSn'],
    ]);
    const silence = { kind: 'noData', scope: 'variable', variableSn: double.sn! } as const;
    expect(await wrong(silence)).toEqual([400, ['/variableSn']]);
    const trial = { rule: { stationSn: site.station.sn, ...silence }, days: 7 };
    expect((await ask(judged.operator, 'alarmGeneraterTry', { body: trial })).status).toBe(400);
    expect(await wrong({ kind: 'threshold', threshold: 1, fromTime: '08:00' })).toEqual([400, ['/toTime']]);
  });
});

describe('rules that are read again', () => {
  it('judge what came in meanwhile, every point of it', async () => {
    const site = await makeSite(judged.operator);
    const rule = await rule_make(site, { operator: '>', threshold: 100 });
    await judged.alarms.settled();
    const { db, hub } = judged.server.app.services;
    const locker = await db.pool.connect();
    try {
      await locker.query('begin; lock table alarm_generater in access exclusive mode');
      const { tenantId } = judged.operator;
      hub.publish({ type: 'entity', entity: 'alarmGenerater', tenantId, id: rule.id, do: 'update' });
      for (const point of past(Date.now(), [
        [2, 150],
        [1, 50],
      ]))
        await report(site, point);
    } finally {
      await locker.query('commit');
      locker.release();
    }
    expect(await alarms_of(site)).toMatchObject([{ status: HANDLED, value: '150' }]);
  });

  it('judge what came in since a rule that remembers was saved', async () => {
    const site = await makeSite(judged.operator);
    await judged.alarms.settled();
    const { db } = judged.server.app.services;
    const locker = await db.pool.connect();
    try {
      // The rule is saved, and its judge cannot go on yet.
      await locker.query('begin; lock table alarm_course in access exclusive mode');
      await rule_make(site, { operator: '>', threshold: 100, delaySeconds: 30 });
      for (const point of past(Date.now(), [
        [2, 150],
        [1, 50],
      ]))
        await report(site, point);
    } finally {
      await locker.query('commit');
      locker.release();
    }
    expect(await alarms_of(site)).toMatchObject([{ status: HANDLED, value: '150' }]);
  });
});

describe('a suppression window', () => {
  it('records without raising, and raises what still holds at its end', async () => {
    const site = await makeSite(judged.operator);
    const rule = await rule_make(site, { operator: '>', threshold: 100 });
    const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
    const window = await judged.operator.call('alarmSuppressionCreate', {
      body: {
        name: 'Maintenance',
        stationSn: site.station.sn,
        ruleId: rule.id,
        reason: 'Cells are replaced',
        startAt: at(-5),
        endAt: at(60),
      },
    });
    await report(site, { power: 150 });
    expect(await alarms_of(site)).toMatchObject([
      { status: HANDLED, checker: null, recoverTime: null, suppressedBy: 'Maintenance' },
    ]);
    const status = await judged.operator.call('stationStatus', { path: { sn: site.station.sn } });
    expect(status.unclosedAlarmAmount).toBe(0);
    await judged.alarms.sweep(Date.now() + 59 * MINUTE);
    expect(await alarms_of(site)).toMatchObject([{ status: HANDLED }]);
    await judged.alarms.sweep(Date.now() + 61 * MINUTE);
    expect(await alarms_of(site)).toMatchObject([{ status: OPEN, suppressedBy: null }]);
    await report(site, { power: 50 });
    expect(await alarms_of(site)).toMatchObject([{ status: HANDLED }]);
    const ends = { ...window, startAt: at(5), endAt: at(1) };
    const { id, version, startAt, endAt } = ends;
    expect(
      (await ask(judged.operator, 'alarmSuppressionUpdate', { body: { id, version, startAt, endAt } }))
        .status,
    ).toBe(400);
  });
});

describe('an alarm that is heard of late', () => {
  /** A window, and a buffer of points; so many minutes ago. */
  async function buffered(
    window: [from: number, to: number],
    points: readonly (readonly [minutesAgo: number, power: number])[],
  ) {
    const site = await makeSite(judged.operator);
    await rule_make(site, { operator: '>', threshold: 100 });
    const now = Date.now();
    const [startAt = '', endAt = ''] = window.map((ago) => new Date(now - ago * MINUTE).toISOString());
    await judged.operator.call('alarmSuppressionCreate', {
      body: { name: 'Works', reason: 'Works', stationSn: site.station.sn, startAt, endAt },
    });
    await report(site, past(now, points));
    return (await alarms_of(site)).map(({ status, suppressedBy, recoverTime }) => [
      status,
      suppressedBy ?? null,
      recoverTime !== null,
    ]);
  }

  it('is silent by the window in which it began, unless it held longer', async () => {
    const before: [number, number] = [180, 60];
    expect(
      await buffered(before, [
        [120, 150],
        [90, 10],
      ]),
    ).toEqual([[HANDLED, 'Works', true]]);
    expect(
      await buffered(before, [
        [120, 150],
        [30, 10],
      ]),
    ).toEqual([[HANDLED, null, true]]);
    expect(await buffered(before, [[120, 150]])).toEqual([[OPEN, null, false]]);
  });

  it('is told where it began before the window in which it is heard', async () => {
    expect(await buffered([10, -60], [[20, 150]])).toEqual([[OPEN, null, false]]);
    expect(await buffered([10, -60], [[5, 150]])).toEqual([[HANDLED, 'Works', false]]);
  });
});

describe('a rule that is tried', () => {
  const tried = (site: Site, more: Partial<Tried>) =>
    judged.operator.call('alarmGeneraterTry', {
      body: { rule: { stationSn: site.station.sn, variableSn: site.variable.sn!, ...more }, days: 7 },
    });

  it('shows what it would have raised, saved or not, and writes nothing', async () => {
    const site = await makeSite(judged.operator);
    const now = Date.now();
    const hours: [number, number][] = Array.from({ length: 48 }, (_, hour) => [
      (48 - hour) * 60,
      hour % 12 < 3 ? 120 : 40,
    ]);
    await report(site, past(now, hours));
    const trial = await tried(site, { kind: 'threshold', operator: '>', threshold: 100 });
    expect(trial).toMatchObject({
      total: 4,
      points: 48,
      complete: true,
      limits: [100],
      unit: 'kW',
      seconds: 4 * 3 * 3600,
    });
    expect(trial.alarms[0]).toMatchObject({ value: '120', source: 'Power' });
    expect(trial.series.length).toBeGreaterThan(40);
    const delayed = await tried(site, { kind: 'threshold', threshold: 100, delaySeconds: 3 * 3600 - 60 });
    expect(delayed).toMatchObject({ total: 4, seconds: 4 * 60 });
    const silence = await tried(site, { kind: 'noData', scope: 'variable', silentSeconds: 7200 });
    expect(
      silence.alarms.map(({ from, to }) => [to !== null, Date.parse(to ?? from) - (now - 48 * 60 * MINUTE)]),
    ).toEqual([[true, expect.closeTo(0, -4)]]);
    const patient = { kind: 'noData', scope: 'variable', silentSeconds: 7200 } as const;
    expect((await tried(site, { ...patient, delaySeconds: 3600 })).seconds).toBe(silence.seconds - 3600);
    expect(now - Date.parse(trial.from)).toBeGreaterThanOrEqual(7 * DAY - MINUTE);
    expect(await alarms_of(site)).toEqual([]);
  });

  it('judges what a calculated variable was', async () => {
    const site = await makeSite(judged.operator);
    const now = Date.now();
    const double = await judged.operator.call('deviceVariableCreate', {
      body: {
        deviceSn: site.device.sn,
        ...{ code: 'double', name: 'Double', unit: 'kW', dataType: 'number', kind: 'gauge' },
        formula: `[${site.variable.sn}] * 2`,
      },
    });
    await report(
      site,
      past(now, [
        [600, 40],
        [500, 60],
        [20, 45],
        [10, 70],
      ]),
    );
    const trial = await tried(site, { kind: 'threshold', threshold: 100, variableSn: double.sn! });
    expect(trial).toMatchObject({ total: 2, points: 4, seconds: 480 * 60 + 10 * 60 });
    expect(trial.alarms.map(({ value }) => value)).toEqual(['140', '120']);
    const sum = { kind: 'expression', formula: `[${double.sn}] > 130`, variableSn: null } as const;
    expect(await tried(site, sum)).toMatchObject({ total: 1, points: 4 });
  });

  it('knows what was last before its time', async () => {
    const site = await makeSite(judged.operator);
    const now = Date.now();
    const { device } = site;
    await judged.operator.call('deviceVariableCreate', {
      body: { deviceSn: device.sn, code: 'note', name: 'Note', dataType: 'text', kind: 'gauge' },
    });
    await judged.operator.call('deviceUpdate', {
      body: { id: device.id, version: device.version, offlineAfter: 86_400 },
    });
    const DAYS_7 = 7 * 24 * 60;
    await report(site, { ts: now - 10 * DAY, values: { note: 'tripped' } });
    await report(site, past(now, [[DAYS_7 + 600, 150]]));
    const trial = await tried(site, { kind: 'threshold', threshold: 100 });
    expect(trial).toMatchObject({ total: 1, points: 0, seconds: 7 * 86_400 });
    expect(trial.alarms).toMatchObject([{ from: trial.from, to: null, value: '150' }]);
    const note = { variableSn: `${device.sn}-note`, kind: 'state', stateValues: 'tripped' } as const;
    expect((await tried(site, note)).alarms).toMatchObject([{ to: null, value: 'tripped' }]);
    await report(site, { ts: now - 7 * DAY + 5 * MINUTE, values: { level: 3 } });
    const both = {
      kind: 'expression',
      variableSn: null,
      formula: `[${site.variable.sn}] > 100 && [${device.sn}-level] == 3`,
    } as const;
    expect((await tried(site, both)).alarms).toMatchObject([
      { from: new Date(now - 7 * DAY + 5 * MINUTE).toISOString(), to: null },
    ]);
    // What was over by then is no part of it, and what had begun to wait is.
    await report(site, past(now, [[DAYS_7 - 10, 50]]));
    expect(await tried(site, { kind: 'threshold', threshold: 100 })).toMatchObject({
      ...{ total: 1, points: 1, seconds: expect.closeTo(600, -1) },
    });
    const patient = { kind: 'threshold', threshold: 100, delaySeconds: 605 * 60 } as const;
    expect(await tried(site, patient)).toMatchObject({ total: 1, seconds: expect.closeTo(300, -1) });
    const over = { kind: 'threshold', operator: '<', threshold: 40 } as const;
    expect(await tried(site, over)).toMatchObject({ total: 0 });
  });

  it('agrees with one that is saved about values that are too old for an expression', async () => {
    const site = await makeSite(judged.operator);
    const now = Date.now();
    const other = `${site.device.sn}-other`;
    await report(site, { ts: now - 20 * DAY, values: { other: 500 } });
    await report(site, { power: 1 });
    const formula = `[${other}] + [${site.variable.sn}] > 100`;
    const rule = { kind: 'expression', variableSn: null, formula } as const;
    await rule_make(site, rule);
    await report(site, { power: 2 });
    expect(await alarms_of(site)).toEqual([]);
    await alarms_restart();
    await report(site, { power: 3 });
    expect(await alarms_of(site)).toEqual([]);
    expect(await tried(site, rule)).toMatchObject({ total: 0, points: 3 });
    // Its device may be silent for five minutes.
    await report(site, { ts: Date.now() - 4 * MINUTE, values: { other: 500 } });
    await report(site, { power: 4 });
    expect(await alarms_of(site)).toMatchObject([{ status: OPEN }]);
    expect(await tried(site, rule)).toMatchObject({ total: 1 });
  });

  it('agrees with one that is saved about hours in which nothing was measured', async () => {
    const site = await makeSite(judged.operator);
    const now = Date.now();
    const hours = { fromTime: clock(-300), toTime: clock(-240) };
    const rule = { kind: 'threshold', operator: '>', threshold: 100, ...hours } as const;
    const from = new Date(Math.floor((now - 300 * MINUTE) / MINUTE) * MINUTE).toISOString();
    await report(site, past(now, [[400, 150]]));
    expect((await tried(site, rule)).alarms).toMatchObject([{ from, to: null, value: '150' }]);
    // One that is made when they are over waits for the next ones; one that was there by then has raised.
    await rule_make(site, rule);
    expect(await alarms_of(site)).toEqual([]);
    await report(site, past(now, [[1, 160]]));
    expect((await tried(site, rule)).alarms).toMatchObject([{ from, to: null, value: '150' }]);
    expect(await alarms_of(site)).toEqual([]);
  });

  it('is refused like one that is saved, and knows nothing of other tenants', async () => {
    const site = await makeSite(judged.operator);
    const rule = { stationSn: site.station.sn, variableSn: site.variable.sn!, threshold: 1 };
    const body = { rule, days: 7 };
    expect((await ask(judged.stranger, 'alarmGeneraterTry', { body })).status).toBe(400);
    const range = { ...rule, kind: 'range', low: 3, high: 1 } as const;
    expect((await ask(judged.operator, 'alarmGeneraterTry', { body: { rule: range, days: 7 } })).status).toBe(
      400,
    );
    const bare = { stationSn: site.station.sn, variableSn: site.variable.sn! };
    expect((await ask(judged.operator, 'alarmGeneraterTry', { body: { rule: bare, days: 7 } })).status).toBe(
      400,
    );
  });
});

describe('notifiy_update', () => {
  it('has the rules of a station read again', async () => {
    const site = await makeSite(judged.operator);
    await rule_make(site, { threshold: 100 });
    const told = (parent_index?: string) =>
      judged.operator.call('monitorRouteNotify', {
        query: { action: 'update', type: 'alarm', parent_index },
      });
    expect(await told(site.station.sn)).toEqual({ action: 'update', rules: 1 });
    expect(await told(String(site.station.id))).toEqual({ action: 'update', rules: 1 });
    expect((await told()).rules).toBeGreaterThanOrEqual(1);
    const query = { action: 'update', parent_index: 'nobody' } as const;
    expect((await ask(judged.operator, 'monitorRouteNotify', { query })).status).toBe(404);
  });
});
