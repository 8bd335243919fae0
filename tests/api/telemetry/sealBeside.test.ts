/** Days are sealed while others write. Writers do not wait for the packing, and no change is lost. */
import { beforeAll, describe, expect, it } from 'vitest';
import { holdRows, holdTable } from '../../support/calls/held.ts';
import { pointsBetween, sealDay } from '../../support/calls/insideStorage.ts';
import { countRows, runSql } from '../../support/calls/world.ts';
import { at, berlin, startBerlin, TENANT, telemetry } from '../../support/telemetry/berlin.ts';
import { until } from '../../support/telemetry/site.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

startBerlin();

const DAY = '2026-05-04';
const START = at(`${DAY}T00:00:00Z`);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const CODES = ['first', 'second', 'third'];
type Row = [ts: number, value: number];
let ids: Record<string, number> = {};

beforeAll(async () => {
  await seedSite(berlin.server, {
    ...{ tenantId: TENANT, station: 'berlin', zone: 'Europe/Berlin', device: 's1', token: 'token-s1' },
    variables: CODES.map((code) => ({ code })),
  });
  const known = await telemetry().variables(
    TENANT,
    CODES.map((code) => `s1-${code}`),
  );
  ids = Object.fromEntries(known.map(({ code, id }) => [code, id]));
  await write(CODES, START - DAY_MS, 1);
  await seal('2026-05-03');
});

const write = (codes: readonly string[], ts: number, value: number) =>
  telemetry().ingest(codes.map((code) => ({ tenantId: TENANT, sn: `s1-${code}`, ts, value })));

const writeHours = async (day: number): Promise<void> => {
  for (let hour = 0; hour < 24; hour += 1) await write(CODES, day + hour * 60 * MINUTE_MS, hour);
};

const seal = (day: string) => sealDay(berlin.server, { tenant: TENANT, variable: ids.first!, day });

async function storedOf(code: string, day: number): Promise<Row[]> {
  const rows = await runSql<{ ts: string; value: number }>(
    berlin.server,
    `select * from ${pointsBetween({ tenant: '$1', variable: '$2', lower: '$3', upper: '$4' })} p order by ts`,
    ...[TENANT, ids[code], new Date(day), new Date(day + DAY_MS)],
  );
  return rows.map(({ ts, value }) => [Date.parse(ts), value]);
}

const hoursOf = (day: number): Row[] =>
  Array.from({ length: 24 }, (_, hour) => [day + hour * 60 * MINUTE_MS, hour]);

/** Resolves when a statement of the server waits for a lock. */
const untilBlocked = () =>
  until(
    () =>
      runSql<{ n: number }>(
        berlin.server,
        `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      ),
    ([row]) => row!.n > 0,
  );

describe('a day that is being sealed', () => {
  it('does not block writers while it is packed', async () => {
    await writeHours(START);
    const letGo = await holdTable(berlin.server, 'points_day', 'access exclusive');
    const sealed = seal(DAY);
    await untilBlocked();
    await write(CODES, START + MINUTE_MS, -1);
    await letGo();
    await sealed;
    const [first, ...others] = hoursOf(START);
    for (const code of CODES)
      expect(await storedOf(code, START), code).toEqual([first, [START + MINUTE_MS, -1], ...others]);
  });

  it('includes changes between packing and its lock', async () => {
    const day = START + DAY_MS;
    await writeHours(day);
    const letGo = await holdRows(berlin.server, 'latest', { tenant_id: TENANT, variable_id: ids.second });
    const sealed = seal('2026-05-05');
    await untilBlocked();
    const key = [TENANT, ids.second];
    await runSql(
      berlin.server,
      `insert into points (tenant_id, variable_id, ts, value) values ($1, $2, $3, -2), ($1, $2, $4, -3)`,
      ...[...key, new Date(day), new Date(day + MINUTE_MS)],
    );
    await runSql(
      berlin.server,
      `update point_row as r set value[s.place] = null from point_shape as s
        where s.tenant_id = $1 and s.variable_id = $2 and r.tenant_id = $1 and r.shape = s.shape and r.ts = $3`,
      ...[...key, new Date(day + 60 * MINUTE_MS)],
    );
    await letGo();
    await sealed;
    expect(await storedOf('second', day)).toEqual([
      [day, -2],
      [day + MINUTE_MS, -3],
      ...hoursOf(day).slice(2),
    ]);
    expect(await storedOf('first', day)).toEqual(hoursOf(day));
    expect(await countRows(berlin.server, 'points', { tenant_id: TENANT, variable_id: ids.second })).toBe(0);
    const [rows] = await runSql<{ n: number }>(
      berlin.server,
      'select count(*)::int as n from point_row where ts >= $1 and ts < $2',
      ...[new Date(day), new Date(day + DAY_MS)],
    );
    expect(rows).toEqual({ n: 0 });
  });
});
