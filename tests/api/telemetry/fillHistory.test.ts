/** History that is filled in in one step equals the result of the write path and the storage job. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ingestPoints, listenEvents, statisticOf } from '../../support/calls/inside.ts';
import { packHours, sealDay } from '../../support/calls/insideStorage.ts';
import { runSql } from '../../support/calls/world.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { fillPast, packedByServer } from '../../support/telemetry/filledPast.ts';
import { createRandom } from '../../support/telemetry/random.ts';
import { makeOperator, makeSite, type Site } from '../../support/telemetry/site.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MIDNIGHT = Math.floor(Date.now() / DAY_MS) * DAY_MS;

let server: TestServer;
let operator: Awaited<ReturnType<typeof makeOperator>>;

beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
});

interface Day {
  times: number[];
  numbers: number[];
  marks: number[];
}

const ROUNDED = [0, 1, 2, 3, 9] as const;
const STEPS = [1, 7, 250, 5_000, 60_000, 900_000, 3_600_000] as const;
const SIZES = [0.01, 30, 5_000, 3e6, 4e9, 5e13] as const;

/**
 * Returns a day of random points. Their distances are even, uneven, with gaps or in bursts. Their values vary
 * in size, number of decimals and quality.
 */
function makeDay(random: () => number): Day {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const [step, size, decimals] = [pick(STEPS), pick(SIZES), pick(ROUNDED)];
  const [holes, shake, bursts, bad] = [
    pick([0, 0.1, 0.8]),
    pick([0, 0, 0.2, 0.9]),
    pick([0, 0.05]),
    pick([0, 0.3]),
  ];
  const length = 1 + Math.floor(random() * 60);
  const day: Day = { times: [], numbers: [], marks: [] };
  let ts = Math.floor(random() * HOUR_MS);
  for (let at = 0; at < length && ts < DAY_MS; at += 1) {
    if (random() >= holes) {
      day.times.push(ts);
      const value = (random() - 0.3) * size;
      day.numbers.push(Math.round(value * 10 ** decimals) / 10 ** decimals);
      day.marks.push(random() < bad ? pick([1, 2, 3, -2]) : 0);
    }
    const pace = random() < bursts ? 40 * step : step;
    ts += Math.max(1, Math.round(pace * (1 + shake * (random() - 0.5))));
  }
  if (day.times.length === 0) return { times: [ts], numbers: [-0], marks: [0] };
  return day;
}

describe('a packed day', () => {
  it('equals the one that the database packs, number for number, for any values', async () => {
    const random = createRandom(20_261_129);
    const days = Array.from({ length: 600 }, () => makeDay(random));
    const shapes = new Set<string>();
    for (const { times, numbers, marks } of days) {
      const [packed] = await runSql(
        server,
        'select * from pack_points($1::int4[], $2::float8[], $3::int2[])',
        times,
        numbers.map((value) => (Object.is(value, -0) ? '-0' : String(value))),
        marks,
      );
      const own = packedByServer(times, numbers, marks);
      expect(own, JSON.stringify({ times, numbers })).toEqual(packed);
      shapes.add(
        Object.entries(own)
          .flatMap(([key, value]) => (Array.isArray(value) ? key : []))
          .join(),
      );
    }
    // The days cover most combinations of widths, distances and marks.
    expect(shapes.size).toBeGreaterThan(12);
  });
});

/** Returns nine days up to the last midnight, with a gap, a counter that restarts, and steps of some minutes. */
function makePast(random: () => number): [number, number][] {
  const points: [number, number][] = [];
  let total = 5_000;
  for (
    let ts = MIDNIGHT - 9 * DAY_MS + 7 * 60_000;
    ts < MIDNIGHT;
    ts += 600_000 + Math.floor(random() * 60_000)
  ) {
    total += Math.round(random() * 300) / 10;
    if (random() < 0.002) total = 1.5;
    if (Math.floor(ts / DAY_MS) % 5 !== 2) points.push([ts, Math.round(total * 10) / 10]);
  }
  return points;
}

const TABLES = {
  points_day: 'day',
  rollup_hour: 'bucket',
  hours_day: 'day',
  rollup_day: 'bucket',
  rollup_month: 'bucket',
} as const;

async function storedOf({ variable }: Site) {
  const key = [operator.tenantId, variable.id];
  const rows = async (table: string, order: string) =>
    (
      await runSql<{ row: object }>(
        server,
        `select to_jsonb(t) - 'variable_id' as row from ${table} as t
          where tenant_id = $1 and variable_id = $2 order by ${order}`,
        ...key,
      )
    ).map(({ row }) => row);
  const tables = await Promise.all(
    Object.entries(TABLES).map(async ([table, order]) => [table, await rows(table, order)] as const),
  );
  const latest = await rows(
    `(select tenant_id, variable_id, ts, value, text, cut, rolled_to from latest)`,
    'ts',
  );
  const loose = await runSql(server, 'select from points where tenant_id = $1 and variable_id = $2', ...key);
  const stored: Record<string, object[]> = { ...Object.fromEntries(tables), latest, loose };
  return stored;
}

describe('a filled past', () => {
  it('equals the result of ingesting its points and sealing its days', async () => {
    const [sent, filled] = [await makeSite(operator), await makeSite(operator)];
    const past = makePast(createRandom(7));
    const { tenantId } = operator;
    await ingestPoints(
      server,
      past.map(([ts, value]) => ({ tenantId, sn: sent.variable.sn!, ts, value })),
    );
    for (const day of new Set(past.map(([ts]) => new Date(ts).toISOString().slice(0, 10))))
      await sealDay(server, { tenant: tenantId, variable: sent.variable.id, day });
    await packHours(server, new Date(MIDNIGHT));
    await fillPast(server, tenantId, new Map([[filled.variable.sn!, past]]));
    const stored = await storedOf(filled);
    expect(stored).toEqual(await storedOf(sent));
    expect(stored.points_day).toHaveLength(new Set(past.map(([ts]) => Math.floor(ts / DAY_MS))).size);
    expect(stored.hours_day).toHaveLength(stored.points_day!.length);
    expect([stored.loose, stored.rollup_hour]).toEqual([[], []]);
  });

  it('continues with later points', async () => {
    const { variable, station } = await makeSite(operator);
    const { tenantId } = operator;
    const past = [2, 3, 4, 5].map((hours): [number, number] => [MIDNIGHT - HOUR_MS * (6 - hours), hours]);
    await fillPast(server, tenantId, new Map([[variable.sn!, past]]));
    await ingestPoints(server, [
      { tenantId, sn: variable.sn!, ts: MIDNIGHT, value: 7 },
      { tenantId, sn: variable.sn!, ts: MIDNIGHT - 2.5 * HOUR_MS, value: 9 },
    ]);
    const [series] = await statisticOf(server, [variable.sn!], {
      tenantId,
      ...{ method: 'SUM', from: MIDNIGHT - DAY_MS, to: MIDNIGHT + 1, bucket: 'total' },
      zone: station.timeZone,
    });
    expect(series!.value).toBe(2 + 3 + 4 + 5 + 7 + 9);
  });

  it('announces each point that rules watch, in order of time, and otherwise only the newest', async () => {
    const [watched, other] = [await makeSite(operator), await makeSite(operator)];
    const past = [1, 2, 3].map((hour): [number, number] => [MIDNIGHT - DAY_MS + hour * HOUR_MS, hour]);
    const listener = listenEvents(server);
    await fillPast(
      server,
      operator.tenantId,
      new Map([watched, other].map(({ variable }) => [variable.sn!, past])),
      [watched.variable.sn!],
    );
    listener.stop();
    const published = listener.points().map(({ sn, ts }) => [sn, ts]);
    expect(published.filter(([sn]) => sn === watched.variable.sn)).toEqual(
      past.map(([ts]) => [watched.variable.sn, ts]),
    );
    expect(published.filter(([sn]) => sn === other.variable.sn)).toEqual([[other.variable.sn, past[2]![0]]]);
  });

  it('skips a variable that already has values', async () => {
    const [known, fresh] = [await makeSite(operator), await makeSite(operator)];
    const { tenantId } = operator;
    await ingestPoints(server, [{ tenantId, sn: known.variable.sn!, ts: MIDNIGHT - HOUR_MS, value: 40 }]);
    const past: [number, number][] = [[MIDNIGHT - 2 * HOUR_MS, 1]];
    await fillPast(server, tenantId, new Map([known, fresh].map(({ variable }) => [variable.sn!, past])));
    expect((await storedOf(known)).points_day).toEqual([]);
    expect((await storedOf(fresh)).points_day).toHaveLength(1);
    expect((await storedOf(known)).latest).toMatchObject([{ value: 40 }]);
  });
});
