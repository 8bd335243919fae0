/** Rules are tried on past data, and the trial shows the alarms that they would have raised. */
import { describe, expect, it } from 'vitest';
import type { Input } from '../../../generated/calls.ts';
import {
  alarmsOf,
  alarmsRestart,
  clock,
  DAY,
  judged,
  MINUTE,
  makeRule,
  OPEN,
  past,
  report,
  startAlarms,
} from '../../support/alarms/judgedAlarms.ts';
import { ask } from '../../support/calls/ask.ts';
import { makeSite, type Site } from '../../support/telemetry/site.ts';

type Tried = Input<'alarmGeneraterTry'>['body']['rule'];

startAlarms();

describe('a trial of a rule', () => {
  const tried = (site: Site, more: Partial<Tried>) =>
    judged.operator.call('alarmGeneraterTry', {
      body: { rule: { stationSn: site.station.sn, variableSn: site.variable.sn!, ...more }, days: 7 },
    });

  it('shows the alarms that the rule would have raised, saved or not, and writes nothing', async () => {
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
    // The period of a trial ends at the start of that trial.
    expect((await tried(site, { ...patient, delaySeconds: 3600 })).seconds).toBeCloseTo(
      silence.seconds - 3600,
      -1,
    );
    expect(now - Date.parse(trial.from)).toBeGreaterThanOrEqual(7 * DAY - MINUTE);
    expect(await alarmsOf(site)).toEqual([]);
  });

  it('evaluates a calculated variable in the past', async () => {
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
    expect(trial).toMatchObject({
      ...{ total: 2, points: 4 },
      seconds: expect.closeTo(480 * 60 + 10 * 60, -2),
    });
    expect(trial.alarms.map(({ value }) => value)).toEqual(['140', '120']);
    const sum = { kind: 'expression', formula: `[${double.sn}] > 130`, variableSn: null } as const;
    expect(await tried(site, sum)).toMatchObject({ total: 1, points: 4 });
  });

  it('includes the last values before its period', async () => {
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
    // The trial omits an alarm that ended before its period. It includes an alarm whose delay began before.
    await report(site, past(now, [[DAYS_7 - 10, 50]]));
    expect(await tried(site, { kind: 'threshold', threshold: 100 })).toMatchObject({
      ...{ total: 1, points: 1, seconds: expect.closeTo(600, -1) },
    });
    const patient = { kind: 'threshold', threshold: 100, delaySeconds: 605 * 60 } as const;
    expect(await tried(site, patient)).toMatchObject({ total: 1, seconds: expect.closeTo(300, -1) });
    const over = { kind: 'threshold', operator: '<', threshold: 40 } as const;
    expect(await tried(site, over)).toMatchObject({ total: 0 });
  });

  it('agrees with a saved rule about a state that was reported long ago, when it changed', async () => {
    const site = await makeSite(judged.operator);
    const mode = `${site.device.sn}-mode`;
    await report(site, { ts: Date.now() - 20 * DAY, values: { mode: 1 } });
    const formula = `[${mode}] == 1 && [${site.variable.sn}] > 100`;
    const rule = { kind: 'expression', variableSn: null, formula } as const;
    await makeRule(site, rule);
    await report(site, { power: 150 });
    expect(await alarmsOf(site)).toMatchObject([{ status: OPEN }]);
    expect(await tried(site, rule)).toMatchObject({ total: 1 });
    await report(site, { power: 50 });
    expect(await alarmsOf(site)).not.toMatchObject([{ status: OPEN }]);
    await alarmsRestart();
    await report(site, { power: 160 });
    expect((await alarmsOf(site))[0]).toMatchObject({ status: OPEN });
    expect(await tried(site, rule)).toMatchObject({ total: 2 });
  });

  it('agrees with a saved rule about hours without values', async () => {
    const site = await makeSite(judged.operator);
    const now = Date.now();
    const hours = { fromTime: clock(-300), toTime: clock(-240) };
    const rule = { kind: 'threshold', operator: '>', threshold: 100, ...hours } as const;
    const from = new Date(Math.floor((now - 300 * MINUTE) / MINUTE) * MINUTE).toISOString();
    await report(site, past(now, [[400, 150]]));
    expect((await tried(site, rule)).alarms).toMatchObject([{ from, to: null, value: '150' }]);
    // A rule that is created after the excursions raises no alarm for them. An earlier rule has already raised its
    // alarms.
    await makeRule(site, rule);
    expect(await alarmsOf(site)).toEqual([]);
    await report(site, past(now, [[1, 160]]));
    expect((await tried(site, rule)).alarms).toMatchObject([{ from, to: null, value: '150' }]);
    expect(await alarmsOf(site)).toEqual([]);
  });

  it('is validated like a saved rule, and does not see other tenants', async () => {
    const site = await makeSite(judged.operator);
    const rule = { stationSn: site.station.sn, variableSn: site.variable.sn!, threshold: 1 };
    const body = { rule, days: 7 };
    expect((await ask(judged.stranger, 'alarmGeneraterTry', { body })).status).toBe(404);
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
