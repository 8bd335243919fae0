/** Stores the demand of past months, because a ratchet needs it long after the points were deleted. */
import { sql } from 'kysely';
import { isoLocal } from '../../../runtime/core/time/timeWindow.ts';
import type { Services } from '../../engine/context.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { DemandMonth } from '../../platform/db/tables/jsonShapes.ts';
import { isExpirable, readRawSince } from '../telemetry/write/rawRetention.ts';
import { settleRollups } from '../telemetry/write/rollups/pendingRollups.ts';
import {
  countMonth,
  DEMAND_ROLES,
  type DemandMeters,
  type DemandRole,
  metersByRole,
  monthBefore,
  readStored,
  type StoredMonth,
  settingsOfMeters,
  stampsOf,
  windowOfMonth,
} from './demandMonths.ts';
import { ENERGY_UNIT } from './electricity.ts';
import { isMeter } from './meters.ts';
import { NO_ROLLUPS } from './stamps.ts';

export type DemandParts = Pick<Services, 'db' | 'log' | 'telemetry'>;

interface Billed {
  tenantId: number;
  stationSn: string;
  zone: string;
  /** Number of stored months before the current month. */
  months: number;
}

/** Selects the stations with billed demand, and their number of past months including those of the ratchet. */
const readBilled = (trx: Trx): Promise<Billed[]> =>
  sql<Billed>`
    select c.tenant_id, c.station_sn, s.time_zone as zone,
        1 + coalesce(max(c.ratchet_months) filter (where c.ratchet is not null), 0) as months
      from station_charge_config c join station s on s.tenant_id = c.tenant_id and s.sn = c.station_sn
     where c.charge_type = 'demand' group by 1, 2, 3 order by 1, 2`
    .execute(trx)
    .then(({ rows }) => rows);

async function readMeters(
  { db, telemetry }: DemandParts,
  { tenantId, stationSn, zone }: Billed,
): Promise<DemandMeters> {
  const sns = await db.tenant(tenantId, (trx) =>
    trx
      .selectFrom('deviceVariable as v')
      .innerJoin('device as d', (join) =>
        join.onRef('d.tenantId', '=', 'v.tenantId').onRef('d.sn', '=', 'v.deviceSn'),
      )
      .select('v.sn')
      .where('d.stationSn', '=', stationSn)
      .where('v.energyRole', 'in', [...DEMAND_ROLES])
      .where('v.enabled', 'is not', false)
      .orderBy('v.sn')
      .execute(),
  );
  const variables = await telemetry.variables(
    tenantId,
    sns.flatMap(({ sn }) => sn ?? []),
  );
  const meters = variables.filter((variable) => isMeter(variable, ENERGY_UNIT));
  const ofRole = (role: DemandRole) => meters.filter(({ energyRole }) => energyRole === role);
  return { tenantId, stationSn, zone, byRole: metersByRole(ofRole) };
}

/** Returns whether points of a month were deleted. Its stored demand then cannot be computed again. */
async function isGone(trx: Trx, { tenantId, byRole }: DemandMeters, from: number): Promise<boolean> {
  if (!isExpirable(from)) return false;
  const ids = DEMAND_ROLES.flatMap((role) => byRole[role].map(({ id }) => id));
  return (await readRawSince(trx, tenantId, ids, from)).size > 0;
}

const storeMonth = (
  trx: Trx,
  { tenantId, stationSn }: DemandMeters,
  { month, settings, stamp, judged }: StoredMonth,
): Promise<unknown> =>
  sql`insert into demand_kept (tenant_id, station_sn, month, settings, stamp, judged)
      values (${tenantId}, ${stationSn}, ${month}::date, ${settings}, ${stamp}::int8, ${JSON.stringify(judged)}::jsonb)
      on conflict (tenant_id, station_sn, month)
        do update set settings = excluded.settings, stamp = excluded.stamp, judged = excluded.judged`.execute(
    trx,
  );

/** Computes and stores missing or changed months of a station. Returns the number of months. */
async function updateStation(parts: DemandParts, billed: Billed, now: number): Promise<number> {
  const { db } = parts;
  const { tenantId, zone, months } = billed;
  const meters = await readMeters(parts, billed);
  const settings = settingsOfMeters(meters);
  if (settings === null || meters.byRole.gridImport.length === 0) return 0;
  const today = isoLocal(now, zone);
  const days = Array.from({ length: months }, (_, ago) => monthBefore(today, ago + 1)).filter(
    (day) => windowOfMonth(day, zone, now).isOver,
  );
  if (days.length === 0) return 0;
  await settleRollups(
    db,
    tenantId,
    DEMAND_ROLES.flatMap((role) => meters.byRole[role]),
    now,
  );
  let counted = 0;
  for (const month of days)
    counted += await db.tenant(tenantId, async (trx) => {
      // Reads stamps before points. Points that arrive in between change the stamp and are counted in the next round.
      const stamp = (await stampsOf(trx, meters, { first: month, now })).get(month) ?? NO_ROLLUPS;
      const [stored] = await readStored(trx, meters, [month]);
      if (stored?.settings === settings && stored.stamp === stamp) return 0;
      const { from } = windowOfMonth(month, zone, now);
      const stays = stored !== undefined && (await isGone(trx, meters, from));
      const judged: DemandMonth = stays ? stored.judged : await countMonth(trx, meters, month, now);
      await storeMonth(trx, meters, { month, settings, stamp, judged });
      return 1;
    });
  return counted;
}

/** Updates the stored demand of all stations. Returns the number of computed months. */
export async function storeDemands(
  parts: DemandParts,
  { now = Date.now(), signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const { db, log } = parts;
  await db.system((trx) =>
    sql`delete from demand_kept k where not exists (
      select from station s where s.tenant_id = k.tenant_id and s.sn = k.station_sn)`.execute(trx),
  );
  let counted = 0;
  for (const billed of await db.system(readBilled)) {
    if (signal?.aborted) break;
    try {
      counted += await updateStation(parts, billed, now);
    } catch (error) {
      const { tenantId, stationSn } = billed;
      log.error('the demand of a station was not kept', { tenantId, station: stationSn, error });
    }
  }
  return counted;
}
