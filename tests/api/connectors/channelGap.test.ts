/**
 * S3: a channel is silent for an hour. Afterwards, the buffered points of its devices fill the gap without a
 * trace.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  alarmsOf,
  DAY,
  HANDLED,
  judged,
  MINUTE,
  makeRule,
  OPEN,
  startAlarms,
} from '../../support/alarms/judgedAlarms.ts';
import { ask } from '../../support/calls/ask.ts';
import { followLinks, statisticOf } from '../../support/calls/inside.ts';
import { runSql } from '../../support/calls/world.ts';
import { makeSite, type Site, send } from '../../support/telemetry/site.ts';

startAlarms();

const HOUR = 60 * MINUTE;
const CHANNEL = 'CH-2';
const ZONE = 'Asia/Shanghai';
/** The first of three whole hours in the past. The channel is silent in the second hour. */
const start = Math.floor((Date.now() - 4 * HOUR) / HOUR) * HOUR;
const METHODS = ['AVG', 'MIN', 'MAX', 'SUM', 'DIFF'] as const;

let broken: Site;
let whole: Site;
let meters: { sn: string; token?: string | null | undefined }[];

/** Returns the values of a minute. A counter restarts in the middle of the gap, and a power has one spike in it. */
const valuesAt = (minute: number) => ({
  energy: minute < 90 ? 1000 + minute * 0.7 : (minute - 90) * 0.7,
  power: minute === 77 ? 912.5 : 40 + Math.sin(minute) * 7,
});
const points = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({
    ts: start + (from + at) * MINUTE,
    values: valuesAt(from + at),
  }));

async function makeMeters(site: Site, names: readonly string[], channelSn?: string) {
  const { operator } = judged;
  const made = [];
  for (const name of names) {
    const sn = `${site.station.sn}-${name}`;
    const body = { sn, name: `Meter ${name}`, stationSn: site.station.sn, type: 'meter', channelSn };
    made.push(await operator.call('deviceCreate', { body }));
    for (const [code, kind] of [
      ['energy', 'counter'],
      ['power', 'gauge'],
    ] as const)
      await operator.call('deviceVariableCreate', {
        body: { deviceSn: sn, code, name: code, dataType: 'number', kind },
      });
  }
  return made;
}

async function sendFrom(devices: readonly { token?: string | null }[], message: unknown): Promise<number[]> {
  const answers = await Promise.all(devices.map((device) => send(judged.server.url, device, message)));
  return answers.map(({ status }) => status);
}

/** Reads all figures of a meter, by hour and over all three hours. */
async function figuresOf(sn: string) {
  const { server, operator } = judged;
  const { tenantId } = operator;
  const sns = [`${sn}-energy`, `${sn}-power`];
  const window = { from: start, to: start + 3 * HOUR, zone: ZONE };
  const all = [];
  for (const method of METHODS)
    for (const bucket of ['hour', 'total'] as const)
      for (const { cells } of await statisticOf(server, sns, { ...window, method, bucket, tenantId }))
        all.push({ method, bucket, cells });
  return all;
}

const stateOf = async () =>
  (await judged.operator.call('channelAll', {})).find(({ sn }) => sn === CHANNEL)?.state;
const tenMinutesLater = () =>
  runSql(judged.server, `update link_heard set heard_at = heard_at - interval '10 minutes'`);

beforeAll(async () => {
  const { operator, server } = judged;
  await operator.call('channelCreate', {
    body: { sn: CHANNEL, name: 'Uplink', protocol: 'http', offlineAfter: 300 },
  });
  broken = await makeSite(operator, 'GAP');
  whole = await makeSite(operator, 'WHOLE');
  meters = await makeMeters(broken, ['A', 'B', 'C'], CHANNEL);
  const twin = await makeMeters(whole, ['A']);
  await makeRule(broken, { kind: 'noData', scope: 'station', variableSn: undefined, silentSeconds: 300 });
  // Another meter of the station sends by another channel.
  expect(await sendFrom([broken.device], { power: 1 })).toEqual([200]);
  expect(await sendFrom(twin, points(0, 180))).toEqual([200]);
  expect(await sendFrom(meters, points(0, 60))).toEqual([200, 200, 200]);
  await runSql(server, `update listening set since = now() - interval '1 day'`);
  await runSql(server, `update device set created_at = now() - interval '1 day'`);
});

describe('a channel whose sender stops', () => {
  it('is offline after its limit, and raises one alarm for all its devices', async () => {
    await followLinks(judged.server);
    expect(await stateOf()).toBe('online');
    await tenMinutesLater();
    await runSql(
      judged.server,
      `update latest l set received_at = now() - interval '10 minutes' from device_variable v
        where v.id = l.variable_id and v.device_sn = any($1)`,
      meters.map(({ sn }) => sn),
    );
    await followLinks(judged.server);
    expect(await stateOf()).toBe('offline');
    await judged.alarms.sweep(Date.now() - DAY);
    await judged.alarms.sweep(Date.now());
    expect((await alarmsOf(broken)).map(({ info, status }) => [info, status])).toEqual([
      [expect.stringContaining('channel “Uplink” silent (> 5 min)'), OPEN],
    ]);
  });

  it('has figures that show the gap instead of hiding it', async () => {
    const { server, operator } = judged;
    const [power] = await statisticOf(server, ['GAP-A-power'], {
      ...{ from: start, to: start + 3 * HOUR, bucket: 'hour', method: 'AVG', zone: ZONE },
      tenantId: operator.tenantId,
    });
    expect(power!.cells.map(({ value }) => value === null)).toEqual([false, true, true]);
  });

  it('returns: the alarm ends automatically, and the buffered points complete the figures', async () => {
    const { server } = judged;
    // Sends messages like a sender with a buffer: the newest first, the rest in pieces, and some of it twice.
    for (const message of [points(120, 180), points(90, 120), points(60, 90), points(60, 100)])
      expect(await sendFrom(meters, message)).toEqual([200, 200, 200]);
    await judged.alarms.sweep(Date.now());
    expect((await alarmsOf(broken)).map(({ status, checker }) => [status, checker])).toEqual([
      [HANDLED, null],
    ]);
    await followLinks(server);
    expect(await stateOf()).toBe('online');
    const twin = await figuresOf('WHOLE-A');
    expect(JSON.stringify(twin)).toContain('912.5');
    for (const { sn } of meters) expect(await figuresOf(sn)).toEqual(twin);
  });
});

describe('a channel with devices', () => {
  it('cannot be deleted, and the error names its devices', async () => {
    expect(await ask(judged.operator, 'channelDeleteBySn', { path: { sn: CHANNEL } })).toMatchObject({
      ...{
        status: 409,
        msg: "This Channel is in use (Device: Meter A, Meter B, Meter C) and can't be deleted",
      },
    });
  });

  it('refuses its senders with the reason while it is disabled, and accepts them again afterwards', async () => {
    const { operator, server } = judged;
    const { version } = (await operator.call('channelAll', {})).find(({ sn }) => sn === CHANNEL)!;
    const path = { sn: CHANNEL };
    const off = await operator.call('channelUpdateBySn', { path, body: { version, enabled: false } });
    const refused = await send(server.url, meters[0]!, { power: 1 });
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringMatching(/channel|通道/i)]);
    await operator.call('channelUpdateBySn', { path, body: { version: off.version, enabled: true } });
    expect(await sendFrom(meters, { power: 2 })).toEqual([200, 200, 200]);
  });
});
