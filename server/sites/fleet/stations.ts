/** Reads the stations of a request about the fleet, and their meters by role. */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { recordsWhere, seen } from '../../engine/access/scopedRecords.ts';
import { siteWhere } from '../../engine/access/site.ts';
import type { HandlerContext } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { inWordOrder } from '../../platform/db/tables/wordOrder.ts';
import { ENERGY_UNIT } from '../energy/electricity.ts';
import { isMeter } from '../energy/meters.ts';
import type { TelemetryVariable } from '../telemetry/index.ts';
import { stationsVariables } from '../telemetry/variableAccess.ts';

export type FleetContext = Pick<HandlerContext, 'db' | 'session' | 'telemetry' | 'request'>;

export interface FleetStation {
  id: number;
  sn: string;
  name: string;
  zone: string;
  capacity: number | null;
  ratedPower: number | null;
  initialTime: string | null;
  dept: string | null;
}

/** The requested stations: all stations, those of a department, or those with these ids. */
export interface FleetChoice {
  ids?: readonly number[] | undefined;
  dept?: string | undefined;
}

export const ENERGY_ROLES = ['pv', 'charge', 'discharge', 'gridExport'] as const;
export type EnergyRole = (typeof ENERGY_ROLES)[number];

/** Reads the requested stations that the caller may list. Other ids are ignored. */
export async function fleetStations(
  trx: ScopedTrx,
  session: FleetContext['session'],
  { ids, dept }: FleetChoice,
): Promise<FleetStation[]> {
  if (ids?.length === 0) return [];
  return trx
    .selectFrom(seen(trx, session, 'station').as('s'))
    .select([
      's.id',
      's.sn',
      's.name',
      's.timeZone as zone',
      's.capacity',
      's.ratedPower',
      's.initialTime',
      's.dept',
    ])
    .$if(ids !== undefined, (query) => query.where('s.id', 'in', [...(ids ?? [])]))
    .$if(dept !== undefined, (query) => query.where('s.dept', '=', dept ?? ''))
    .orderBy(inWordOrder('s.name'))
    .orderBy('s.id')
    .execute();
}

export interface FleetMeter {
  variable: TelemetryVariable;
  role: EnergyRole;
}

/** Reads the meters with one of the roles at all these stations, in one query. */
export async function fleetMeters(
  ctx: FleetContext,
  stations: readonly Pick<FleetStation, 'sn'>[],
  roles: readonly EnergyRole[],
): Promise<FleetMeter[]> {
  const sns = stations.map(({ sn }) => sn);
  if (sns.length === 0) return [];
  const rows = await ctx.db.tenant(ctx.session.tenantId, (trx) =>
    trx
      .selectFrom(recordsWhere(trx, 'deviceVariable', siteWhere(entityOf('deviceVariable'), sns)!).as('v'))
      .select(['v.sn', 'v.energyRole'])
      .where('v.energyRole', 'in', [...roles])
      .where('v.enabled', 'is not', false)
      .orderBy('v.sn')
      .execute(),
  );
  const roleOf = new Map(
    rows.flatMap(({ sn, energyRole }) => (sn === null ? [] : [[sn, energyRole] as const])),
  );
  const variables = await stationsVariables(ctx, new Set(sns), [...roleOf.keys()]);
  return variables
    .filter((variable) => isMeter(variable, ENERGY_UNIT))
    .map((variable) => ({ variable, role: roleOf.get(variable.sn) as EnergyRole }));
}
