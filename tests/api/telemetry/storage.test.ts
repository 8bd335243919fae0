import { beforeAll, describe, expect, it } from 'vitest';
import { expirePointsAt } from '../../support/calls/inside.ts';
import {
  coursesSeenBy,
  dropEmptyMonths,
  pointsBetween,
  runStorageAt,
  sealDay,
  sealDays,
} from '../../support/calls/insideStorage.ts';
import { changeRows, countRows, runSql, runSqlAs } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login } from '../../support/server/server.ts';
import { at, berlin, startBerlin, TENANT, telemetry } from '../../support/telemetry/berlin.ts';
import { createRandom } from '../../support/telemetry/random.ts';
import { until } from '../../support/telemetry/site.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

startBerlin();

const DAY = at('2026-05-04T00:00:00Z');
const DAY_MS = 86_400_000;
const RETAINED_FROM = at('2026-06-10T00:00:00Z');
const NOW = new Date('2026-11-20T12:00:00Z');
const seal = (before = new Date(DAY + 3 * DAY_MS)) => sealDays(berlin.server, before);

type Row = [ts: number, value: number, quality: number];

const random = createRandom(7);
const every = (ms: number, count: number, value: (at: number) => number): Row[] =>
  Array.from({ length: count }, (_, index) => [DAY + index * ms, value(index), 0]);

/** The shapes that the points of a day may have. */
const SHAPES: Record<string, Row[]> = {
  decimals: every(10_000, 8640, (index) => Math.round(5000 + 3000 * Math.sin(index / 900)) / 100),
  floats: every(60_000, 1440, () => random() * 1e-3),
  counter: every(60_000, 1440, (index) => 123_456_789.25 + index * 1.5),
  wide: every(60_000, 1440, () => Math.round((random() - 0.5) * 4e9) / 10),
  holes: every(60_000, 1440, (index) => index % 7).filter(() => random() < 0.6),
  jitter: every(60_000, 1440, (index) => index).map(([ts, value]) => [
    ts + Math.floor(random() * 900),
    value,
    0,
  ]),
  slow: every(600_000, 144, (index) => index / 3).map(([ts, value]) => [
    ts + Math.floor(random() * 200_000),
    value,
    0,
  ]),
  bursts: [...new Set(Array.from({ length: 300 }, () => DAY + Math.floor(random() ** 8 * DAY_MS)))].map(
    (ts) => [ts, 1, 0],
  ),
  marks: every(60_000, 1440, (index) => index).map(([ts, value]) => [ts, value, value % 5 === 0 ? 2 : 0]),
  single: [[DAY + 86_399_999, -0.1, 1]],
  odd: [
    [DAY, Number.MAX_VALUE, 0],
    [DAY + 1, Number.MIN_VALUE, 0],
    [DAY + 2, -1e15, 0],
    [DAY + 3, 0.30000000000000004, 0],
  ],
};

const names = Object.keys(SHAPES);
let ids: Record<string, number> = {};

const stored = async (code: string, from = DAY, to = DAY + DAY_MS): Promise<Row[]> => {
  const rows = await runSql<{ ts: string; value: number; quality: number }>(
    berlin.server,
    `SELECT * FROM ${pointsBetween({ tenant: '$1', variable: '$2', lower: '$3', upper: '$4' })} p ORDER BY ts`,
    ...[TENANT, ids[code], new Date(from), new Date(to)],
  );
  return rows.map(({ ts, value, quality }) => [Date.parse(ts), value, quality]);
};

const countLoose = (code: string): Promise<number> =>
  countRows(berlin.server, 'points', { tenant_id: TENANT, variable_id: ids[code] });

const write = (code: string, rows: readonly Row[]) =>
  telemetry().ingest(
    rows.map(([ts, value, quality]) => ({ tenantId: TENANT, sn: `s1-${code}`, ts, value, quality })),
  );

beforeAll(async () => {
  const variables = [...names, 'busy', 'brief', 'early'].map((code) => ({ code }));
  await seedSite(berlin.server, {
    ...{
      tenantId: TENANT,
      station: 'berlin',
      zone: 'Europe/Berlin',
      device: 's1',
      token: 'token-s1',
      variables,
    },
  });
  const known = await telemetry().variables(
    TENANT,
    variables.map(({ code }) => `s1-${code}`),
  );
  ids = Object.fromEntries(known.map(({ code, id }) => [code, id]));
  for (const name of names) await write(name, SHAPES[name]!);
});

describe('sealed days', () => {
  it('contain every point of every shape unchanged', async () => {
    const before = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await stored(name)])),
    );
    for (const name of names)
      expect(before[name], name).toEqual([...SHAPES[name]!].sort((a, b) => a[0] - b[0]));
    expect(await seal()).toEqual({
      days: names.length,
      points: names.flatMap((name) => SHAPES[name]!).length,
      failed: 0,
    });
    for (const name of names) {
      expect(await countLoose(name), name).toBe(0);
      expect(await stored(name), name).toEqual(before[name]);
      // The window begins and ends within the day, to the millisecond.
      const [from, to] = [before[name][1]?.[0] ?? DAY, before[name].at(-1)[0]];
      const inside = before[name].filter(([ts]: Row) => ts >= from && ts < to);
      expect(await stored(name, from, to), name).toEqual(inside);
    }
  });

  it('return the same points in one query for several variables', async () => {
    const read = (tenantId: number, from = DAY, to = DAY + DAY_MS) =>
      coursesSeenBy(berlin.server, tenantId, { tenantId: TENANT, ids: Object.values(ids), from, to });
    // The first window is a whole day. The second one begins and ends within the day.
    for (const [from, to] of [[DAY, DAY + DAY_MS] as const, [DAY + 3_600_001, DAY + DAY_MS / 2] as const]) {
      const courses = await read(TENANT, from, to);
      for (const name of names) {
        const { times, values, quality } = courses.get(ids[name]!)!;
        const rows = times.map((ts, index): Row => [ts, values[index]!, quality?.[index] ?? 0]);
        expect(rows, name).toEqual(await stored(name, from, to));
      }
    }
    const strange = await read(2);
    expect([...strange.values()].flatMap(({ times }) => times)).toEqual([]);
  });

  it('are found by their key within any query, and only for their tenant', async () => {
    const queryAs = async (tenantId: number, question: string) => {
      const rows = await runSqlAs(berlin.server, tenantId, question);
      return rows.map((row) => Object.values(row).join(' ')).join('\n');
    };
    const between = `${pointsBetween({ tenant: `${TENANT}`, variable: `${ids.decimals}`, lower: `'2026-05-04'`, upper: `'2026-05-05'` })} p`;
    // Statistics from before the sealing would promise many single points, at the beginning of the table.
    await runSql(berlin.server, 'analyze points');
    const plan = await queryAs(TENANT, `EXPLAIN SELECT sum(value) FROM ${between}`);
    expect(plan).toMatch(/Index Scan using points_day_202605_pkey/);
    expect(plan).not.toMatch(/Function Scan|Seq Scan|20260[1-46-9]/);
    expect(await queryAs(TENANT, `SELECT count(*) FROM ${between}`)).toBe('8640');
    expect(await queryAs(2, `SELECT count(*) FROM ${between}`)).toBe('0');
    await expect(queryAs(TENANT, 'DELETE FROM points_day')).rejects.toThrow('permission denied');
  });

  it('need about two to twelve bytes a point', async () => {
    const rows = await runSql<{ id: number; each: number }>(
      berlin.server,
      `SELECT variable_id AS id, (120 + coalesce(pg_column_size(value2), pg_column_size(value4), pg_column_size(value8))
          + coalesce(pg_column_size(apart2), pg_column_size(apart4), 0) + coalesce(pg_column_size(quality), 0))::float8 / n AS each
         FROM points_day WHERE tenant_id = $1`,
      TENANT,
    );
    const codes = new Map(Object.entries(ids).map(([code, id]) => [id, code]));
    const each = Object.fromEntries(rows.map(({ id, each }) => [codes.get(id), each]));
    expect(each.decimals).toBeLessThan(3);
    expect(each.floats).toBeLessThan(9);
    expect(each.jitter).toBeLessThan(5);
  });

  it('accept late and repeated points, the later one of each time', async () => {
    const [first, ...others] = await stored('counter');
    const late: Row[] = [
      [first![0], -5, 0],
      [DAY + 30_500, 17.125, 1],
    ];
    await write('counter', late);
    const expected = [late[0], late[1], ...others];
    expect(await stored('counter')).toEqual(expected);
    expect(await countLoose('counter')).toBe(2);
    const moved = await sealDay(berlin.server, {
      ...{ tenant: TENANT, variable: ids.counter!, day: '2026-05-04' },
    });
    expect(moved).toBe(2);
    expect(await countLoose('counter')).toBe(0);
    expect(await stored('counter')).toEqual(expected);
    expect(await seal()).toEqual({ days: 0, points: 0, failed: 0 });
  });

  it('return the same statistics and curves as before', async () => {
    const question = { from: DAY, to: DAY + DAY_MS };
    const [variable] = await telemetry().variables(TENANT, ['s1-busy']);
    const day = every(20_000, 4320, (index) => index % 50);
    await write('busy', day);
    const read = async () => ({
      hours: await telemetry().statistic({
        ...{
          tenantId: TENANT,
          variables: [variable!],
          method: 'AVG',
          ...question,
          bucket: 'hour',
          zone: 'UTC',
        },
        // Half hours, which no roll-up has.
        bounds: Array.from({ length: 49 }, (_, half) => DAY + half * 1_800_000),
      }),
      course: await telemetry().history({
        tenantId: TENANT,
        variables: [variable!],
        ...question,
        maxPoints: 5000,
      }),
      thin: await telemetry().history({
        tenantId: TENANT,
        variables: [variable!],
        ...question,
        maxPoints: 100,
      }),
    });
    const before = await read();
    expect(before.course[0]?.points).toHaveLength(4320);
    expect((await seal()).points).toBe(4320);
    expect(await read()).toEqual(before);
  });

  it('return the same for many variables as for each alone, in the requested order', async () => {
    await write(
      'early',
      every(10_000, 8640, (index) => index % 90),
    );
    const codes = ['early', 'marks', 'busy', 'jitter', 'decimals', 'counter'];
    const variables = await telemetry().variables(
      TENANT,
      codes.map((code) => `s1-${code}`),
    );
    const read = (some: typeof variables) =>
      telemetry().history({
        ...{ tenantId: TENANT, from: DAY, to: DAY + DAY_MS, maxPoints: 500 },
        variables: some,
      });
    const alone = await Promise.all(variables.map(async (one) => (await read([one]))[0]!));
    expect(alone.map(({ points }) => points.length > 400)).toEqual(codes.map(() => true));
    expect(await read(variables)).toEqual(alone);
  });

  it('are created while others read and write, with every point exactly once', async () => {
    const day = every(30_000, 2880, (index) => index);
    await write('brief', day);
    const counts = new Set<number>();
    let open = true;
    const reader = (async () => {
      while (open) counts.add((await stored('brief')).length);
    })();
    // Writes that change nothing arrive again and again while the day is moved.
    const writer = (async () => {
      for (let round = 0; round < 12; round += 1)
        await write('brief', day.slice(round * 200, round * 200 + 200));
    })();
    for (let round = 0; round < 12; round += 1) await seal();
    await writer;
    await seal();
    open = false;
    await reader;
    expect([...counts]).toEqual([2880]);
    expect(await stored('brief')).toEqual(day);
  });
});

describe('the deletion of raw points', () => {
  const setRetention = async (retention: string | null) => {
    await changeRows(berlin.server, 'device_variable', { tenant_id: TENANT, id: ids.holes }, { retention });
  };

  it('follows the class of the variable; roll-ups remain, also when late points arrive', async () => {
    const question = { code: 'holes', bucket: 'day', from: DAY, to: DAY + DAY_MS } as const;
    const sum = async () => {
      const [variable] = await telemetry().variables(TENANT, ['s1-holes']);
      const [series] = await telemetry().statistic({
        ...{ tenantId: TENANT, variables: [variable!], method: 'SUM', bucket: 'day', zone: variable!.zone },
        ...{ from: question.from - 2 * 3_600_000, to: question.to - 2 * 3_600_000 },
      });
      return series!.value;
    };
    const before = await sum();
    expect(before).toBeGreaterThan(1000);
    expect(await expirePointsAt(berlin.server, NOW)).toEqual({ points: 0 });
    await setRetention('raw30d');
    expect(await expirePointsAt(berlin.server, NOW)).toEqual({ points: SHAPES.holes!.length });
    expect(await stored('holes')).toEqual([]);
    expect(await sum()).toBe(before);
    const [variable] = await telemetry().variables(TENANT, ['s1-holes']);
    const [course] = await telemetry().history({
      ...{ tenantId: TENANT, variables: [variable!], from: DAY, to: DAY + DAY_MS, maxPoints: 500 },
    });
    expect(course!.points.length).toBeGreaterThan(40);
    expect(new Set(course!.points.map(([, value]) => value))).toEqual(new Set([0, 6]));
    await write('holes', [[DAY + 40_000_000, 1_000_000, 0]]);
    expect(await sum()).toBe(before);
    expect(await stored('holes')).toEqual([]);
    await setRetention(null);
    expect((await stored('decimals')).length).toBe(8640);
  });

  it('follows the class of the tenant if the variable has none', async () => {
    await berlin.admin.call('storageRetentionSave', { body: { retention: 'raw1y' } });
    expect(await expirePointsAt(berlin.server, new Date('2027-05-04T12:00:00Z'))).toEqual({ points: 0 });
    expect((await expirePointsAt(berlin.server, new Date('2027-05-05T12:00:00Z'))).points).toBeGreaterThan(
      8640,
    );
    expect(await stored('decimals')).toEqual([]);
    await berlin.admin.call('storageRetentionSave', { body: { retention: 'forever' } });
  });

  it('drops empty months, and creates them again when a point is written', async () => {
    await write('single', [[RETAINED_FROM, 1, 0]]);
    await seal(new Date(RETAINED_FROM + DAY_MS));
    expect(await dropEmptyMonths(berlin.server, NOW)).toBe(5);
    const rows = await runSql<{ name: string }>(
      berlin.server,
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits
        WHERE inhparent IN ('points'::regclass, 'point_row'::regclass, 'points_day'::regclass) ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['points_day_202606']);
    await write('single', [[DAY, 7, 0]]);
    expect(await stored('single')).toEqual([[DAY, 7, 0]]);
  });
});

describe('the storage page', () => {
  it('shows the platform everything, and a tenant its own share', async () => {
    const none = await berlin.admin.call('storageUsage', {});
    expect(none).toMatchObject({ platform: true, countedAt: null, run: null, kinds: [], pending: false });

    const other = await makeTenant(berlin.server);
    await seedSite(berlin.server, {
      ...{ tenantId: other, station: 'other', zone: 'UTC', device: 'o1', token: 'token-o1' },
      variables: [{ code: 'power' }],
    });
    const points = [1, 2, 3].map((value) => ({
      tenantId: other,
      sn: 'o1-power',
      ts: RETAINED_FROM + value,
      value,
    }));
    await telemetry().ingest(points);
    await runStorageAt(berlin.server, NOW);

    const all = await berlin.admin.call('storageUsage', {});
    expect(all.run).toMatchObject({ sealedDays: 2, sealedPoints: 4, deletedPoints: 0, failed: false });
    // The server cannot read the free space of another machine's disk.
    if (berlin.server.config.databaseUrl) expect(all.disk!.free).toBeNull();
    else expect(all.disk!.free).toBeGreaterThan(0);
    expect(all.total).toBe(all.disk!.database + all.disk!.files);
    expect(all.kinds.find(({ kind }) => kind === 'sealed')?.points).toBe(5);
    expect(all.tenants.find(({ id }) => id === other)?.points).toBe(3);

    const admin = await makePerson(berlin.server, [other], {
      permissions: ['storage:list', 'storage:update'],
    });
    const client = await login(berlin.server, admin.username, PASSWORD);
    const own = await client.call('storageUsage', {});
    expect(own).toMatchObject({ platform: false, canRun: false, disk: null, run: null, tenants: [] });
    expect(own.kinds.find(({ kind }) => kind === 'sealed')).toMatchObject({ n: 1, points: 3 });
    expect(own.total).toBe(own.kinds.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(own.total).toBeLessThan(all.total);
    await expect(client.call('storageRun', {})).rejects.toMatchObject({ status: 403 });
    await client.call('storageRetentionSave', { body: { retention: 'raw3y' } });
    expect((await client.call('storageUsage', {})).retention).toBe('raw3y');
    expect((await berlin.admin.call('storageUsage', {})).retention).toBe('forever');
    const nobody = await makePerson(berlin.server, [other]);
    const refused = (await login(berlin.server, nobody.username, PASSWORD)).call('storageUsage', {});
    await expect(refused).rejects.toMatchObject({ status: 403 });
  });

  it('runs the job on request, in whatever process', async () => {
    const { run: last } = await berlin.admin.call('storageUsage', {});
    expect(await berlin.admin.call('storageRun', {})).toEqual({ pending: true });
    const { pending, run } = await until(
      () => berlin.admin.call('storageUsage', {}),
      (usage) => !usage.pending,
    );
    expect(pending).toBe(false);
    expect(Date.parse(run!.startedAt)).toBeGreaterThan(Date.parse(last!.startedAt));
  });
});
