/** Devices with one variable each, defined exactly by a test. Tests send points and read statistics. */
import type { Bucket } from '../../../runtime/core/time/timeWindow.ts';
import { storeToken } from '../../../server/sites/telemetry/catalog/deviceToken.ts';
import { hoursBetween } from '../../../server/sites/telemetry/read/hoursSql.ts';
import type { Method, VariableKind } from '../../../server/sites/telemetry/types.ts';
import { rebuildRollups } from '../../../server/sites/telemetry/write/rollups/rebuild.ts';
import type { RolledUnit } from '../../../server/sites/telemetry/write/rollups/rollup.ts';
import { runSql } from '../calls/world.ts';
import type { TestServer } from '../server/server.ts';

const TENANT = 1;

export interface ExactVariable {
  /** The serial number of the variable, which begins with that of its device. */
  sn: string;
  zone: string;
  kind?: VariableKind;
  average?: 'samples' | 'time';
  rollOver?: number;
  offlineAfter?: number;
  formula?: string;
  formulaBasis?: 'point' | 'period';
  unit?: string;
}

/** Returns a variable of each kind, in zones with whole and half hours. Their serial numbers begin with `prefix`. */
export const everyKind = (prefix: string): ExactVariable[] => [
  { sn: `${prefix}-gauge`, zone: 'Europe/Berlin' },
  { sn: `${prefix}-time`, zone: 'Australia/Lord_Howe', average: 'time', offlineAfter: 1_800 },
  { sn: `${prefix}-counter`, zone: 'Asia/Kolkata', kind: 'counter' },
  { sn: `${prefix}-over`, zone: 'Europe/Berlin', kind: 'counter', rollOver: 1_000 },
  { sn: `${prefix}-interval`, zone: 'America/St_Johns', kind: 'interval' },
];

export async function seedExact(server: TestServer, variables: readonly ExactVariable[]): Promise<void> {
  const { db, vault } = server.app.services;
  await db.system(async (trx) => {
    for (const { sn, zone, offlineAfter = 300, kind = 'gauge', ...rest } of variables) {
      const own = { tenantId: TENANT, sn: `${sn}-s`, name: sn, timeZone: zone };
      await trx.insertInto('station').values(own).execute();
      const device = { tenantId: TENANT, sn: `${sn}-d`, name: sn, stationSn: own.sn, type: 'meter' as const };
      await trx
        .insertInto('device')
        .values({ ...device, ...storeToken(vault, TENANT, `token-${sn}`), offlineAfter })
        .execute();
      await trx
        .insertInto('deviceVariable')
        .values({
          ...{ tenantId: TENANT, sn, deviceSn: device.sn, code: 'v', name: sn, dataType: 'number' as const },
          // Random points fall often. With a daily reset, each fall counts at once.
          ...{ kind, dailyReset: kind === 'counter', ...rest },
        })
        .execute();
    }
  });
}

export type ExactPoint = readonly [ts: number, value: number, quality?: number];

export async function sendExact(
  server: TestServer,
  sn: string,
  points: readonly ExactPoint[],
): Promise<void> {
  await server.app.services.telemetry.ingest(
    points.map(([ts, value, quality = 0]) => ({ tenantId: TENANT, sn, ts, value, quality })),
  );
}

export interface ExactQuestion {
  method: Method;
  bucket: Bucket;
  from: number;
  to: number;
  zone: string;
}

export async function askExact(server: TestServer, sns: readonly string[], question: ExactQuestion) {
  const { telemetry } = server.app.services;
  const variables = await telemetry.variables(TENANT, sns);
  return telemetry.statistic({ tenantId: TENANT, variables, ...question });
}

const SUMMARY = [
  ...(['bucket', 'n', 'sum', 'min', 'max', 'first', 'first_ts', 'last', 'last_ts', 'increase'] as const),
  ...(['integral', 'held'] as const),
];
const ALL_HOURS = hoursBetween(
  {
    ...{ tenant: String(TENANT), variable: 'v.id::int4' },
    ...{ lower: `'-infinity'`, upper: `'infinity'` },
  },
  ...SUMMARY,
);

/** Reads the roll-ups of these variables, by hour, day and month. */
export async function readRollups({ app }: TestServer, sns: readonly string[]) {
  const read = (unit: RolledUnit) => {
    const source =
      unit === 'hour'
        ? ALL_HOURS
        : `lateral (SELECT * FROM rollup_${unit} WHERE tenant_id = ${TENANT} AND variable_id = v.id)`;
    return runSql<{ n: number } & Record<string, unknown>>(
      { app },
      `SELECT v.id AS variable_id, bucket, n, round(sum::numeric, 6) AS sum, min, max, first, first_ts, last, last_ts,
         round(increase::numeric, 6) AS increase, round(integral::numeric, 6) AS integral,
         round(held::numeric, 6) AS held
       FROM device_variable v, ${source} AS r WHERE v.sn = ANY($1) ORDER BY 1, 2`,
      sns,
    );
  };
  return { hours: await read('hour'), days: await read('day'), months: await read('month') };
}

/** Cuts the roll-ups of these variables again, as after a change of their zone. */
export async function recutRollups({ app }: TestServer, sns: readonly string[]): Promise<void> {
  const variables = await app.services.telemetry.variables(TENANT, sns);
  const ids = variables.map(({ id }) => id);
  await runSql({ app }, `UPDATE latest SET cut = '' WHERE variable_id = ANY($1)`, ids);
  for (const variable of variables) await rebuildRollups(app.db.pool, variable);
}

export function shuffled<T>(list: readonly T[], random: (below: number) => number): T[] {
  const all = [...list];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = random(at + 1);
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
  return all;
}
