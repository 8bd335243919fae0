import { describe, expect, it } from 'vitest';
import {
  alarmsOf,
  HANDLED,
  judged,
  MINUTE,
  makeRule,
  OPEN,
  past,
  type RuleBody,
  report,
  ruleBody,
  startAlarms,
} from '../../support/alarms/judgedAlarms.ts';
import { ask } from '../../support/calls/ask.ts';
import { holdTable } from '../../support/calls/held.ts';
import { publishEvent } from '../../support/calls/inside.ts';
import { makeSite } from '../../support/telemetry/site.ts';

startAlarms();

describe('rules of every kind', () => {
  it('raise alarms from real points: range, rate, state and expression', async () => {
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
    await makeRule(site, { name: 'range', kind: 'range', low: 10, high: 90, side: 'outside' });
    await makeRule(site, { name: 'rate', kind: 'rate', change: 50, changeMinutes: 10, direction: 'up' });
    await makeRule(site, {
      name: 'state',
      kind: 'state',
      variableSn: `${device.sn}-mode`,
      stateValues: 'Fault',
    });
    await makeRule(site, {
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
    expect(await alarmsOf(site)).toEqual([]);
    await report(site, { ts: now - 2 * MINUTE, values: { power: 95, mode: 3 } });
    const raised = await alarmsOf(site);
    expect(raised.map(({ info, value, status }) => [info, value, status]).sort()).toEqual([
      ['Meter Mode Fault', 'Fault', OPEN],
      ['Meter Power 95 kW (+50 kW / 10 min)', '95', OPEN],
      ['Meter Power 95 kW (< 10, > 90)', '95', OPEN],
      ['expression of Meter', '1', OPEN],
    ]);
    await report(site, { ts: now, values: { power: 50, mode: 1 } });
    const open = (await alarmsOf(site)).filter(({ status }) => status === OPEN);
    expect(open).toEqual([]);
  });

  it('are refused with an error at the field if they are contradictory', async () => {
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
        body: ruleBody(site, more),
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

describe('rules that are loaded again', () => {
  it('evaluate all points that arrived in the meantime', async () => {
    const site = await makeSite(judged.operator);
    const rule = await makeRule(site, { operator: '>', threshold: 100 });
    await judged.alarms.settled();
    const letGo = await holdTable(judged.server, 'alarm_generater', 'access exclusive');
    try {
      const { tenantId } = judged.operator;
      const changed = { entity: 'alarmGenerater', tenantId, id: rule.id, do: 'update' } as const;
      publishEvent(judged.server, { type: 'entity', ...changed });
      for (const point of past(Date.now(), [
        [2, 150],
        [1, 50],
      ]))
        await report(site, point);
    } finally {
      await letGo();
    }
    expect(await alarmsOf(site)).toMatchObject([{ status: HANDLED, value: '150' }]);
  });

  it('evaluate all points since a rule with a delay was saved', async () => {
    const site = await makeSite(judged.operator);
    await judged.alarms.settled();
    // Saves the rule while the judging process is still blocked.
    const letGo = await holdTable(judged.server, 'alarm_course', 'access exclusive');
    try {
      await makeRule(site, { operator: '>', threshold: 100, delaySeconds: 30 });
      for (const point of past(Date.now(), [
        [2, 150],
        [1, 50],
      ]))
        await report(site, point);
    } finally {
      await letGo();
    }
    expect(await alarmsOf(site)).toMatchObject([{ status: HANDLED, value: '150' }]);
  });
});

describe('a suppression window', () => {
  it('records excursions without an alarm, and raises alarms that are still true at its end', async () => {
    const site = await makeSite(judged.operator);
    const rule = await makeRule(site, { operator: '>', threshold: 100 });
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
    expect(await alarmsOf(site)).toMatchObject([
      { status: HANDLED, checker: null, recoverTime: null, suppressedBy: 'Maintenance' },
    ]);
    const status = await judged.operator.call('stationStatus', { path: { sn: site.station.sn } });
    expect(status.unclosedAlarmAmount).toBe(0);
    await judged.alarms.sweep(Date.now() + 59 * MINUTE);
    expect(await alarmsOf(site)).toMatchObject([{ status: HANDLED }]);
    await judged.alarms.sweep(Date.now() + 61 * MINUTE);
    expect(await alarmsOf(site)).toMatchObject([{ status: OPEN, suppressedBy: null }]);
    await report(site, { power: 50 });
    expect(await alarmsOf(site)).toMatchObject([{ status: HANDLED }]);
    const ends = { ...window, startAt: at(5), endAt: at(1) };
    const { id, version, startAt, endAt } = ends;
    expect(
      (await ask(judged.operator, 'alarmSuppressionUpdate', { body: { id, version, startAt, endAt } }))
        .status,
    ).toBe(400);
  });
});

describe('an alarm whose points arrive late', () => {
  /** Creates a suppression window and sends late points. Both are given in minutes before now. */
  async function buffered(
    window: [from: number, to: number],
    points: readonly (readonly [minutesAgo: number, power: number])[],
  ) {
    const site = await makeSite(judged.operator);
    await makeRule(site, { operator: '>', threshold: 100 });
    const now = Date.now();
    const [startAt = '', endAt = ''] = window.map((ago) => new Date(now - ago * MINUTE).toISOString());
    await judged.operator.call('alarmSuppressionCreate', {
      body: { name: 'Works', reason: 'Works', stationSn: site.station.sn, startAt, endAt },
    });
    await report(site, past(now, points));
    return (await alarmsOf(site)).map(({ status, suppressedBy, recoverTime }) => [
      status,
      suppressedBy ?? null,
      recoverTime !== null,
    ]);
  }

  it('is suppressed by the window in which it began, unless it lasted longer', async () => {
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

  it('is notified if it began before the window in which its points arrive', async () => {
    expect(await buffered([10, -60], [[20, 150]])).toEqual([[OPEN, null, false]]);
    expect(await buffered([10, -60], [[5, 150]])).toEqual([[HANDLED, 'Works', false]]);
  });
});

describe('notifiy_update', () => {
  it('reloads the rules of a station', async () => {
    const site = await makeSite(judged.operator);
    await makeRule(site, { threshold: 100 });
    const lastUpdate = (parentIndex?: string) =>
      judged.operator.call('monitorRouteNotify', {
        query: { action: 'update', type: 'alarm', parent_index: parentIndex },
      });
    expect(await lastUpdate(site.station.sn)).toEqual({ action: 'update', rules: 1 });
    expect(await lastUpdate(String(site.station.id))).toEqual({ action: 'update', rules: 1 });
    expect((await lastUpdate()).rules).toBeGreaterThanOrEqual(1);
    const query = { action: 'update', parent_index: 'nobody' } as const;
    expect((await ask(judged.operator, 'monitorRouteNotify', { query })).status).toBe(404);
  });
});
