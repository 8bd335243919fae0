/** Reads the limits and variables of a station's power quality. */
import { seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../engine/context.ts';
import { ofStation, openStation } from '../stations/open.ts';
import type { TelemetryVariable } from '../telemetry/index.ts';
import { variablesSeen } from '../telemetry/variableAccess.ts';
import { limitsOf, type OwnLimits, type StationLimits } from './limits.ts';
import { compareRoles, type Group, keyOf, type QualityRole, roleOf } from './roles.ts';

export type QualityContext = Pick<HandlerContext, 'db' | 'session' | 'telemetry' | 'permission' | 'lang'>;

export interface QualityVariable {
  variable: TelemetryVariable;
  role: QualityRole;
}

export interface QualityStation {
  sn: string;
  zone: string;
  limits: StationLimits;
  /** True if the tenant has entered limits. */
  saved: boolean;
  /** Contains a variable per quantity and phase, in the order of the table. */
  variables: QualityVariable[];
}

export interface Candidate {
  sn: string;
  deviceSn: string;
  role: QualityRole;
}

/**
 * If several devices measure the same quantity, chooses the device with the most quantities. A power analyser therefore
 * precedes a meter.
 */
export function chooseVariables(found: readonly Candidate[]): Candidate[] {
  const counts = new Map<string, number>();
  for (const { deviceSn } of found) counts.set(deviceSn, (counts.get(deviceSn) ?? 0) + 1);
  const ordered = found.toSorted(
    (one, other) =>
      counts.get(other.deviceSn)! - counts.get(one.deviceSn)! || (one.deviceSn < other.deviceSn ? -1 : 1),
  );
  const chosen = new Map<string, Candidate>();
  for (const one of ordered) if (!chosen.has(keyOf(one.role))) chosen.set(keyOf(one.role), one);
  return [...chosen.values()].sort((one, other) => compareRoles(one.role, other.role));
}

async function readPlace(ctx: QualityContext, name: { sn: string } | { id: number }) {
  const { db, session } = ctx;
  return db.tenant(session.tenantId, async (trx) => {
    const station = await openStation(trx, ctx, name);
    const place = await ofStation(trx, station, 'station').select('voltageClass').executeTakeFirst();
    const own = await ofStation(trx, station, 'qualityThreshold').executeTakeFirst();
    const rows = await trx
      .selectFrom(seen(trx, session, 'deviceVariable').as('v'))
      .innerJoin(seen(trx, session, 'device').as('d'), 'd.sn', 'v.deviceSn')
      .select((eb) => eb.ref('v.sn').$notNull().as('sn'))
      .select(['v.deviceSn', 'v.code'])
      .where('d.stationSn', '=', station.sn)
      .where('v.sn', 'is not', null)
      .where('v.kind', '=', 'gauge')
      .where('v.enabled', 'is not', false)
      .execute();
    return { station, voltageClass: place?.voltageClass ?? null, own: own ?? null, rows };
  });
}

export async function readQualityStation(
  ctx: QualityContext,
  name: { sn: string } | { id: number },
  group?: Group,
): Promise<QualityStation> {
  const { station, voltageClass, own, rows } = await readPlace(ctx, name);
  const found = rows.flatMap(({ sn, deviceSn, code }): Candidate[] => {
    const role = roleOf(code);
    return role && (group === undefined || role.group === group) ? [{ sn, deviceSn, role }] : [];
  });
  const chosen = chooseVariables(found);
  const variables = await variablesSeen(
    ctx,
    chosen.map(({ sn }) => sn),
  );
  const bySn = new Map(variables.map((variable) => [variable.sn, variable]));
  const limits = limitsOf((own ?? {}) as OwnLimits, { voltageClass, zone: station.timeZone });
  return {
    ...{ sn: station.sn, zone: station.timeZone, limits, saved: own !== null },
    variables: chosen.flatMap(({ sn, role }) => {
      const variable = bySn.get(sn);
      return variable ? [{ variable, role }] : [];
    }),
  };
}
