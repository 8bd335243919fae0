/** Devices send random sequences of points together. Each read must return the same as a simple map. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketBounds } from '../../../../runtime/core/time/timeWindow.ts';
import {
  expirePointsAt,
  ingestPoints,
  type Method,
  measuredOf,
  otherTelemetry,
  statisticOf,
  variablesOf,
} from '../../../support/calls/inside.ts';
import {
  coursesSeenBy,
  importAs,
  pointsBetween,
  purgeGone,
  sealDays,
  slotsSeenBy,
  takeImportBack,
} from '../../../support/calls/insideStorage.ts';
import { addLostJob, changeRows, deleteRows, runSql } from '../../../support/calls/world.ts';
import { type Client, login, startServer, type TestServer } from '../../../support/server/server.ts';
import { type ExactPoint, readRollups, recutRollups } from '../../../support/telemetry/exactSite.ts';
import {
  KILL_MOMENTS,
  type KilledWriter,
  startKilledWriter,
} from '../../../support/telemetry/killedWriter.ts';
import { makeRandom } from '../../../support/telemetry/random.ts';
import { rawStatistic } from '../../../support/telemetry/rawStatistic.ts';
import { seedSite } from '../../../support/telemetry/telemetry.ts';

const TENANT = 1;
const DAY_MS = 86_400_000;
/** The midnight between two days. */
const MIDNIGHT = Date.parse('2026-10-20T00:00:00Z');
const FROM = MIDNIGHT - DAY_MS;
const TO = MIDNIGHT + DAY_MS;
/** Times at which points may arrive. Some are in the same ten minutes and hour, on both sides of midnight. */
const TIMES = [-7_200_000, -3_599_000, -60_000, -1, 0, 1, 60_000, 660_000, 7_200_000].map(
  (at) => MIDNIGHT + at,
);
const METHODS = ['AVG', 'MAX', 'MIN', 'SUM', 'DIFF'] satisfies Method[];
const COURSES = Number(process.env.POINT_COURSES ?? 24);
const STEPS = 22;

type Random = (below: number) => number;
type Model = Map<string, Map<number, ExactPoint>>;
type Sent = { sn: string; ts: number; value: number; quality: number };

/** The process is killed once in this many sequences. That sequence starts it again. */
const KILLS_EVERY = Math.max(12, Math.ceil(COURSES / 100));

let server: TestServer;
let admin: Client;
let beside: KilledWriter;
beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  beside = startKilledWriter(server);
});
afterAll(async () => {
  await beside?.close();
  await server?.stop();
});

/** The device of each variable, which may change during a sequence. */
const deviceOf = new Map<string, string>();

async function seedDevices(name: string): Promise<string[]> {
  const codes = { a: ['v0', 'v1', 'v2', 'v3'], b: ['w0', 'w1'] };
  for (const [device, own] of Object.entries(codes))
    await seedSite(server, {
      ...{
        tenantId: TENANT,
        station: name,
        zone: 'UTC',
        device: `${name}${device}`,
        token: `token-${name}${device}`,
      },
      variables: own.map((code) => ({ code })),
    });
  return Object.entries(codes).flatMap(([device, own]) =>
    own.map((code) => {
      const sn = `${name}${device}-${code}`;
      deviceOf.set(sn, `${name}${device}`);
      return sn;
    }),
  );
}

/**
 * Returns points that a device sends together, usually for all of its variables. Sometimes some are missing,
 * the time is old or a value is bad.
 */
function makeBatch(sns: readonly string[], random: Random): Sent[] {
  const device = random(4) === 0 ? 'b' : 'a';
  const own = sns.filter((sn) => deviceOf.get(sn)!.endsWith(device));
  return Array.from({ length: 1 + random(3) }, () => TIMES[random(TIMES.length)]!).flatMap((ts) => {
    const set = random(3) === 0 ? own.filter(() => random(2) === 0) : own;
    return set.map((sn) => ({ sn, ts, value: random(5), quality: random(6) === 0 ? random(4) : 0 }));
  });
}

function note(model: Model, points: readonly Sent[]): void {
  for (const { sn, ts, value, quality } of points) model.get(sn)!.set(ts, [ts, value, quality]);
}

const ingest = (points: readonly Sent[]) =>
  ingestPoints(
    server,
    points.map((point) => ({ tenantId: TENANT, ...point })),
  );

/** Ingests points in other processes, which have no cached values. */
async function ingestBeside(parts: readonly (readonly Sent[])[]): Promise<void> {
  const others = parts.map(() => otherTelemetry(server));
  await Promise.all(
    parts.map((points, at) => others[at]!.ingest(points.map((point) => ({ tenantId: TENANT, ...point })))),
  );
  for (const other of others) await other.close();
}

async function importAndMaybeUndo(model: Model, points: readonly Sent[], isUndone: boolean): Promise<void> {
  if (points.length === 0) return;
  const jobId = await addLostJob(server, { tenantId: TENANT, userId: 1 });
  const variables = new Map((await variablesOf(server, [...model.keys()])).map((one) => [one.sn, one]));
  const good = points.map((point) => ({ ...point, quality: 0 }));
  await importAs(
    server,
    jobId,
    good.map(({ sn, ...point }) => ({ variable: variables.get(sn)!, ...point })),
  );
  const before = copyOf(model);
  note(model, good);
  if (!isUndone) return;
  await takeImportBack(server, TENANT, jobId);
  for (const { sn, ts } of good) {
    const previous = before.get(sn)!.get(ts);
    if (previous) model.get(sn)!.set(ts, previous);
    else model.get(sn)!.delete(ts);
  }
}

async function purgeOne(model: Model, sns: string[], random: Random): Promise<void> {
  if (sns.length < 3) return;
  const [gone] = sns.splice(random(sns.length), 1);
  await deleteRows(server, 'device_variable', { sn: gone });
  await purgeGone(server, TENANT);
  model.delete(gone!);
}

/** Moves a variable to the other device. */
async function changeDevice(sn: string): Promise<void> {
  const before = deviceOf.get(sn)!;
  const deviceSn = `${before.slice(0, -1)}${before.endsWith('a') ? 'b' : 'a'}`;
  const { records } = await admin.call('deviceVariablePage', { query: { search: sn } });
  const { id, version } = records[0]!;
  await admin.call('deviceVariableUpdate', { body: { id, version, deviceSn } });
  deviceOf.set(sn, deviceSn);
}

/** Deletes the first day of some variables by their retention. Their roll-ups remain. */
async function expireSome(model: Model, random: Random): Promise<void> {
  for (const [sn, own] of model) {
    if (random(2) === 0) continue;
    await changeRows(server, 'device_variable', { sn }, { retention: 'raw30d' });
    model.set(sn, new Map([...own].filter(([ts]) => ts >= MIDNIGHT)));
  }
  await expirePointsAt(server, new Date(MIDNIGHT + 30 * DAY_MS + 1));
}

const copyOf = (model: Model): Model => new Map([...model].map(([sn, own]) => [sn, new Map(own)]));

const STORED = pointsBetween({ tenant: '1', variable: 'u.id', lower: '$2', upper: '$3' });

/** Reads the points of these variables, by their ids. */
async function storedOf(ids: readonly number[]): Promise<Map<number, ExactPoint[]>> {
  const rows = await runSql<{ id: number; times: number[]; numbers: number[]; marks: number[] }>(
    server,
    `select u.id, array_agg((extract(epoch from p.ts) * 1000)::float8 order by p.ts) as times,
        array_agg(p.value order by p.ts) as numbers, array_agg(p.quality order by p.ts) as marks
       from unnest($1::int4[]) as u(id), ${STORED} as p group by u.id`,
    ...[ids, new Date(FROM), new Date(TO)],
  );
  const stored = new Map(ids.map((id): [number, ExactPoint[]] => [id, []]));
  for (const { id, times, numbers, marks } of rows)
    stored.set(
      id,
      times.map((ts, at): ExactPoint => [ts, numbers[at]!, marks[at]!]),
    );
  return stored;
}

/** Finds the model that matches the stored points, and continues with it. */
async function checkStored(model: Model, models: readonly Model[], title: string): Promise<void> {
  const variables = await variablesOf(server, [...model.keys()]);
  const byId = await storedOf(variables.map(({ id }) => id));
  const stored = new Map(variables.map(({ id, sn }) => [sn, byId.get(id)]));
  const pointsOf = (one: Model) => new Map([...one].map(([sn, own]) => [sn, sorted(own)]));
  const found = models.find((one) => isDeepStrictEqual(pointsOf(one), stored)) ?? models[0]!;
  expect(stored, title).toEqual(pointsOf(found));
  for (const [sn, own] of found) model.set(sn, own);
}

/** Two processes write at the same time. The points of one process are stored completely before the other's. */
async function raceWriters(model: Model, sns: readonly string[], random: Random): Promise<void> {
  const parts = [makeBatch(sns, random), makeBatch(sns, random)] as const;
  await Promise.all([ingest(parts[0]), ingestBeside([parts[1]])]);
  const orders = [parts, [parts[1], parts[0]]].map((order) => {
    const made = copyOf(model);
    for (const points of order) note(made, points);
    return made;
  });
  await checkStored(model, orders, 'after two writers');
}

/** Kills a process during a message. The message is stored completely, or not at all if it was not acknowledged. */
async function killWriter(model: Model, sns: readonly string[], random: Random): Promise<void> {
  const points = makeBatch(sns, random).map((point) => ({ ...point, quality: point.quality % 3 }));
  const [first] = points;
  if (!first) return;
  const message = points.map(({ sn, ts, value, quality }) => {
    return { ts, values: { [sn.split('-')[1]!]: value }, quality };
  });
  const token = `token-${deviceOf.get(first.sn)}`;
  const isAccepted = await beside.sendAndKill(token, message, KILL_MOMENTS[random(KILL_MOMENTS.length)]!);
  const made = copyOf(model);
  note(made, points);
  await checkStored(model, isAccepted ? [made] : [model, made], 'after a kill');
}

/** Runs a step of a sequence. `last` contains the points that were sent before. */
async function playStep(model: Model, sns: string[], random: Random, last: readonly Sent[]): Promise<Sent[]> {
  const points = makeBatch(sns, random);
  const kind = random(20);
  if (kind === 0) await sealDays(server, new Date(random(2) === 0 ? MIDNIGHT : TO));
  else if (kind === 1) await importAndMaybeUndo(model, points, random(2) === 0);
  else if (kind === 2) await purgeOne(model, sns, random);
  else if (kind === 3) {
    const half = points.map((point) => point.sn).sort()[Math.floor(points.length / 2)] ?? '';
    const parts = [points.filter(({ sn }) => sn < half), points.filter(({ sn }) => sn >= half)];
    await ingestBeside(parts);
    note(model, points);
  } else if (kind === 7) await raceWriters(model, sns, random);
  else if (kind === 8) await changeDevice(sns[random(sns.length)]!);
  else if (kind < 7) {
    const again = last.filter(({ sn }) => model.has(sn));
    await (kind === 4 ? ingestBeside([again]) : ingest(again));
    note(model, again);
  } else {
    await ingest(points);
    note(model, points);
    return points;
  }
  return [...last];
}

const sorted = (own: ReadonlyMap<number, ExactPoint>): ExactPoint[] =>
  [...own.values()].sort((a, b) => a[0] - b[0]);
const isGood = ([, , quality = 0]: ExactPoint): boolean => quality < 2;

const SLOT_MS = 600_000;

/** Counts and adds up the good points of each ten minutes of the window. */
function slotsOf(points: readonly ExactPoint[]): { counts: number[]; sums: number[] } {
  const [counts, sums] = [1, 2].map(() => new Array<number>((TO - FROM) / SLOT_MS).fill(0)) as [
    number[],
    number[],
  ];
  for (const [ts, value] of points.filter(isGood)) {
    const slot = Math.floor((ts - FROM) / SLOT_MS);
    counts[slot]! += 1;
    sums[slot]! += value;
  }
  return { counts, sums };
}

/** Compares points, curves and sums together, because each comparison takes longer than the reading. */
async function compareRaw(model: Model, title: string): Promise<void> {
  const variables = await variablesOf(server, [...model.keys()]);
  const ids = variables.map(({ id }) => id);
  const request = { tenantId: TENANT, ids, from: FROM, to: TO };
  const stored = await storedOf(ids);
  const courses = await coursesSeenBy(server, TENANT, request);
  const slots = await slotsSeenBy(server, TENANT, request);
  const read = variables.map(({ id, sn }) => {
    const { times, values, quality } = courses.get(id)!;
    const { counts, sums } = slots.get(id)!;
    return {
      ...{ sn, points: stored.get(id), counts: [...counts], sums: [...sums] },
      course: times.map((ts, at) => [ts, values[at], quality?.[at] ?? 0]),
    };
  });
  const expected = variables.map(({ sn }) => {
    const points = sorted(model.get(sn)!);
    return { sn, points, ...slotsOf(points), course: points };
  });
  expect(read, title).toEqual(expected);
}

async function compareLatest(model: Model, title: string): Promise<void> {
  const rows = await runSql<{ sn: string; ts: string; value: number }>(
    server,
    `select v.sn, l.ts, l.value from latest l join device_variable v on v.id = l.variable_id
      where v.sn = any($1) and l.ts > 'epoch'`,
    [...model.keys()],
  );
  const read = new Map(rows.map(({ sn, ts, value }) => [sn, [Date.parse(ts), value]]));
  const expected = new Map(
    [...model].flatMap(([sn, own]) => {
      const newest = sorted(own).filter(isGood).at(-1);
      return newest ? [[sn, newest.slice(0, 2)] as const] : [];
    }),
  );
  expect(read, `latest ${title}`).toEqual(expected);
}

async function compareFigures(model: Model, random: Random, title: string): Promise<void> {
  const window = { from: FROM + random(20) * 1_234_567, to: TO - random(20) * 1_234_567 };
  const bucket = (['hour', 'day', 'total'] as const)[random(3)]!;
  const method = METHODS[random(METHODS.length)]!;
  const sns = [...model.keys()];
  const series = await statisticOf(server, sns, { ...window, method, bucket, zone: 'UTC' });
  const bounds = bucketBounds(window, bucket, 'UTC');
  expect(
    series.map(({ sn, cells }) => [sn, cells.map(({ value }) => value)]),
    `${method} by ${bucket} ${title}`,
  ).toEqual(
    series.map(({ sn }) => [
      sn,
      rawStatistic([...model.get(sn)!.values()], bounds, method, { sn, zone: 'UTC' }).map((value) =>
        value === null ? null : expect.closeTo(value, 6),
      ),
    ]),
  );
  const measured = await measuredOf(server, sns, { from: FROM, to: TO, maxPoints: 1000 });
  expect(
    measured.map(({ sn, points }) => [sn, points.map(([ts, value]) => [ts, value])]),
    `export ${title}`,
  ).toEqual(
    measured.map(({ sn }) => [
      sn,
      sorted(model.get(sn)!)
        .filter(isGood)
        .map(([ts, value]) => [ts, value]),
    ]),
  );
}

/** Removes everything that a sequence wrote, because it would slow down sealing and purging in later sequences. */
async function removeCourse(sns: readonly string[]): Promise<void> {
  await runSql(server, 'delete from device_variable where tenant_id = $1 and sn = any($2)', TENANT, sns);
  await purgeGone(server, TENANT);
}

describe('random courses', () => {
  const courses = Array.from({ length: COURSES }, (_, index) => index);

  it.each(courses)('equal a simple map: %i', async (index) => {
    const random = makeRandom(index * 7_919 + 17);
    const sns = await seedDevices(`c${index}`);
    const model: Model = new Map(sns.map((sn) => [sn, new Map()]));
    let last: Sent[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      last = await playStep(model, sns, random, last);
      if (step === STEPS >> 1 && index % KILLS_EVERY === 0) await killWriter(model, sns, random);
      if (random(4) > 0) continue;
      await compareRaw(model, `after ${step}`);
      await compareFigures(model, random, `after ${step}`);
    }
    await compareRaw(model, 'at the end');
    await compareLatest(model, 'at the end');
    await compareFigures(model, random, 'at the end');
    const before = await readRollups(server, [...model.keys()]);
    await recutRollups(server, [...model.keys()]);
    expect(await readRollups(server, [...model.keys()])).toEqual(before);
    await expireSome(model, random);
    await compareRaw(model, 'after retention');
    expect(await readRollups(server, [...model.keys()])).toEqual(before);
    await removeCourse(sns);
  });
});
