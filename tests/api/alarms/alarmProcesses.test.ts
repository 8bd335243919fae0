/** Alarms depend only on the points. It does not matter which process received or judged the points. */
import { describe, expect, it } from 'vitest';
import {
  type AlarmChange,
  alarmsOf,
  alarmsRestart,
  DAY,
  HANDLED,
  judged,
  MINUTE,
  makeOtherProcess,
  makeRule,
  OPEN,
  openByHand,
  recoverByHand,
  report,
  startAlarms,
} from '../../support/alarms/judgedAlarms.ts';
import { changeRows, readRows, runSql } from '../../support/calls/world.ts';
import { makeSite, type Site, until } from '../../support/telemetry/site.ts';

startAlarms();

describe('two processes that evaluate the same value', () => {
  /** Milliseconds and values. They are bad from 0 to 700 and from 1,300 to 1,900. */
  const EXCURSIONS = [
    [0, 150],
    [500, 160],
    [700, 10],
    [1_300, 150],
    [1_900, 10],
    [2_000, 10],
  ] as const;

  /** Creates the rule after its points, so that the running server does not evaluate them. */
  async function makeChanges() {
    const site = await makeSite(judged.operator);
    const START = Date.now() - DAY / 2;
    await report(
      site,
      EXCURSIONS.map(([afterMs, power]) => ({ ts: START + afterMs, values: { power } })),
    );
    const { id } = await makeRule(site, { kind: 'threshold', operator: '>', threshold: 100 });
    await judged.alarms.settled();
    const change = (to: AlarmChange['to'], afterMs: number): AlarmChange => ({
      to,
      rule: {
        ...{ id, tenantId: judged.operator.tenantId, name: 'Rule', stationName: '' },
        ...{ stationSn: site.station.sn, zone: 'UTC', deviceSn: site.device.sn, deviceName: '' },
        ...{ variableSn: site.variable.sn!, variableName: '', unit: '', decimals: 0, level: 'major' },
        ...{ info: '', watches: [], hours: null, delayMs: 0, clearMs: 0, passing: true },
        condition: { kind: 'threshold', operator: '>', threshold: 100, hysteresis: 0 },
      },
      source: site.variable.sn!,
      ts: START + afterMs,
      value: 150,
    });
    const open = (at: number) => openByHand(change('open', at));
    const recover = (at: number) => recoverByHand(change('recover', at));
    const times = async () =>
      (
        await readRows<{ report_time: string; recover_time: string | null }>(
          judged.server,
          'alarm',
          ['report_time', 'recover_time'],
          { station_sn: site.station.sn },
        )
      )
        .map(({ report_time: at, recover_time: over }) => [Date.parse(at), over && Date.parse(over)] as const)
        .sort(([one], [other]) => one - other)
        .map(([at, over]) => [at - START, over && over - START]);
    return { site, change, open, recover, times };
  }

  it('do not raise a second alarm for a point before the end of the first one', async () => {
    const { change, open, times } = await makeChanges();
    await open(0);
    const waits = async () =>
      (await runSql(judged.server, 'select pid from pg_locks where not granted limit 1')).length;
    let late: Promise<unknown> = Promise.resolve();
    await recoverByHand(change('recover', 700), async () => {
      // The other process reads before this one has committed.
      late = open(500);
      await expect.poll(waits).toBe(1);
    });
    expect(await late).toEqual([]);
    expect(await times()).toEqual([[0, 700]]);
  });

  it('lose no alarm if a process that received only some points was faster', async () => {
    const { open, recover, times } = await makeChanges();
    await open(0);
    // This process received the first excursion, and later a good point after the second excursion.
    await recover(2_000);
    await recover(700);
    expect(await open(1_300)).toHaveLength(1);
    await recover(1_900);
    // Both processes have received the following points.
    expect(await open(1_300)).toEqual([]);
    await recover(2_000);
    expect(await times()).toEqual([
      [0, 700],
      [1_300, 1_900],
    ]);
  });

  it('lose no alarm that one of them delayed until the next one ended', async () => {
    const { open, recover, times } = await makeChanges();
    await open(1_300);
    await recover(1_900);
    expect(await open(0)).toMatchObject([{ status: HANDLED }]);
    await recover(700);
    for (const again of [0, 500, 1_300]) expect(await open(again)).toEqual([]);
    expect(await times()).toEqual([
      [0, 700],
      [1_300, 1_900],
    ]);
  });

  it('lose no alarm while the previous one is still open', async () => {
    const { site, open, recover, times } = await makeChanges();
    await open(0);
    // Simulates that another process left the first alarm open and did not receive the good value.
    const still = { recover_time: null, status: OPEN };
    await changeRows(judged.server, 'alarm', { station_sn: site.station.sn }, still);
    // The end of the first alarm is reported together with the second one.
    expect(await open(1_300)).toHaveLength(2);
    await recover(1_900);
    expect(await times()).toEqual([
      [0, 700],
      [1_300, 1_900],
    ]);
  });
});

type OtherProcess = ReturnType<typeof makeOtherProcess>;
interface Minutes {
  from: number;
  minutes: number;
  usual: number;
  last: number;
}

/** Sends twelve readings per minute in one message. The last reading of each minute differs. */
async function reportMinutes(site: Site, { told }: OtherProcess, { from, minutes, usual, last }: Minutes) {
  for (let minute = 0; minute < minutes; minute += 1) {
    const message = Array.from({ length: 12 }, (_, no) => ({
      ts: from + minute * MINUTE + no * 5_000,
      values: { power: no === 11 ? last : usual },
    }));
    await report(site, message);
    await told(message.at(-1)!.ts);
  }
}

/** Returns the alarms of each rule, with begin and end in seconds after `from`. */
async function timesOf(site: Site, from: number) {
  const seconds = (at: string | null | undefined) => (at ? (Date.parse(at) - from) / 1000 : null);
  return (await alarmsOf(site))
    .map(({ info, reportTime, recoverTime }) => [info, seconds(reportTime), seconds(recoverTime)])
    .sort();
}

async function makeRules(site: Site) {
  await judged.operator.call('deviceVariableCreate', {
    body: {
      deviceSn: site.device.sn,
      ...{ code: 'mode', name: 'Mode', dataType: 'number', kind: 'gauge' },
    },
  });
  const info = '{name}';
  const over = { operator: '>', threshold: 100, info } as const;
  const formula = `[${site.device.sn}-power] > 90 && [${site.device.sn}-mode] == 3`;
  await makeRule(site, { ...over, name: 'delayed', delaySeconds: 300 });
  await makeRule(site, { ...over, name: 'cleared', clearSeconds: 120 });
  await makeRule(site, { ...over, name: 'sluggish', hysteresis: 20 });
  await makeRule(site, { info, name: 'rate', kind: 'rate', change: 60, changeMinutes: 1, direction: 'up' });
  await makeRule(site, { info, name: 'both', kind: 'expression', formula });
  // The rule must be judged once before the readings are sent.
  const judging = async () => {
    const rows = await runSql<{ n: number }>(
      judged.server,
      `select count(*)::int4 as n from alarm_course as c
         join alarm_generater as g on g.tenant_id = c.tenant_id and g.id = c.generater_id where g.station_sn = $1`,
      site.station.sn,
    );
    return rows[0]!.n;
  };
  await until(judging, (n) => n === 5);
  await judged.alarms.settled();
}

/**
 * The readings alternate: first only the last reading of each minute is bad, then all readings, then all except the
 * last.
 */
async function reportCourse(site: Site, other: OtherProcess): Promise<number> {
  const from = Date.now() - 40 * MINUTE;
  await report(site, { ts: from - MINUTE, values: { mode: 3 } });
  await reportMinutes(site, other, { from, minutes: 7, usual: 50, last: 120 });
  await report(site, { ts: from + 7 * MINUTE, values: { power: 120 } });
  await reportMinutes(site, other, { from: from + 8 * MINUTE, minutes: 3, usual: 120, last: 50 });
  await report(site, { ts: from + 20 * MINUTE, values: { power: 50, mode: 1 } });
  await other.told(from + 20 * MINUTE);
  return from;
}

const pulses = (name: string, until: number) =>
  Array.from({ length: 7 }, (_, no) => [name, no * 60 + 55, no === 6 ? until : no * 60 + 60]);

const EXPECTED = [
  ...pulses('both', 8 * 60 + 55),
  ...[9, 10].map((minute) => ['both', minute * 60, minute * 60 + 55]),
  // The limit is exceeded between these times. The alarm ends two minutes after the last one.
  ['cleared', 55, 10 * 60 + 55 + 120],
  ...pulses('rate', 8 * 60),
  ...[9, 10].map((minute) => ['rate', minute * 60, minute * 60 + 55]),
  ...pulses('sluggish', 8 * 60 + 55),
  ...[9, 10].map((minute) => ['sluggish', minute * 60, minute * 60 + 55]),
].sort();

describe('rules with a delay, a hysteresis, a rate or several variables', () => {
  it('give the same result, whether the evaluating process received the points itself or from another process', async () => {
    const other = makeOtherProcess();
    await other.alarms.start();
    const site = await makeSite(judged.operator);
    await makeRules(site);
    expect(await timesOf(site, await reportCourse(site, other))).toEqual(EXPECTED);
    await judged.alarms.close();
    judged.alarms = other.alarms;
    const second = await makeSite(judged.operator);
    await makeRules(second);
    expect(await timesOf(second, await reportCourse(second, other))).toEqual(EXPECTED);
    await other.close();
    await alarmsRestart();
    for (const one of [site, second]) expect(await alarmsOf(one)).toHaveLength(EXPECTED.length);
  });
});
