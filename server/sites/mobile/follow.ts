/**
 * Stores the last reported state of each unit in its record, for lists and maps. No user edits the state, so the
 * version and history of the record do not change.
 */
import { sql } from 'kysely';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { updateRecordIn } from '../../engine/entities/write/write.ts';
import { platformStep } from '../../engine/time/platformStep.ts';
import type { Reading, TelemetryVariable } from '../telemetry/types.ts';
import type { CountParts } from './count.ts';

const QUANTITIES = { soc: 1, power: 1, longitude: 5, latitude: 5 } as const;
type Quantity = keyof typeof QUANTITIES;
const CODES = Object.keys(QUANTITIES) as Quantity[];
/** Minimum charging power. Smaller power is the converter's own consumption. */
const CHARGES_BELOW_KW = -1;

export type UnitNow = Record<Quantity, number | null> & { lastHeard: string | null; online: boolean };

interface Unit {
  tenantId: number;
  id: number;
  zone: string;
  charging: boolean | null;
  sns: string[];
}

const findUnits = ({ db }: CountParts): Promise<Unit[]> =>
  db.system(async (trx) => {
    const { rows } = await sql<Unit>`
      select u.tenant_id, u.id, s.time_zone as zone, u.charging, array_agg(v.sn) as sns
        from mobile_unit u
        join station s on s.tenant_id = u.tenant_id and s.sn = u.station_sn
        join device_variable v on v.tenant_id = u.tenant_id and v.device_sn = u.device_sn
         and v.code = any(${CODES}::text[]) and v.enabled is not false
       group by u.tenant_id, u.id, s.time_zone, u.charging
       order by u.tenant_id, u.id`.execute(trx);
    return rows;
  });

/** Returns a device's current values by the codes of its variables. Pure. */
export function unitNow(
  variables: readonly Pick<TelemetryVariable, 'code'>[],
  readings: readonly Pick<Reading, 'data' | 'ts' | 'stale'>[],
): UnitNow {
  const figureOf = (code: Quantity): number | null => {
    const { data } = readings[variables.findIndex((variable) => variable.code === code)] ?? {};
    if (typeof data !== 'number') return null;
    const factor = 10 ** QUANTITIES[code];
    return Math.round(data * factor) / factor;
  };
  const values = Object.fromEntries(CODES.map((code) => [code, figureOf(code)])) as Record<
    Quantity,
    number | null
  >;
  const times = readings.flatMap(({ ts }) => ts ?? []).sort();
  return { ...values, lastHeard: times.at(-1) ?? null, online: readings.some(({ stale }) => !stale) };
}

/** Stores the values. Returns whether a value changed. */
async function writeNow(parts: CountParts, { tenantId, id }: Unit, now: UnitNow): Promise<boolean> {
  const { soc, power, longitude, latitude, lastHeard, online } = now;
  const { rows } = await parts.db.tenant(tenantId, (trx) =>
    sql`update mobile_unit u
           set soc = w.soc, power = w.power, longitude = w.longitude, latitude = w.latitude, last_heard = w.heard, online = w.online
          from (values (${soc}::float8, ${power}::float8, ${longitude}::float8, ${latitude}::float8,
                        ${lastHeard}::timestamptz, ${online}::boolean)) as w (soc, power, longitude, latitude, heard, online)
         where u.tenant_id = ${tenantId} and u.id = ${id}
           and (u.soc, u.power, u.longitude, u.latitude, u.last_heard, u.online)
               is distinct from (w.soc, w.power, w.longitude, w.latitude, w.heard, w.online)
        returning u.id`.execute(trx),
  );
  return rows.length > 0;
}

/** Stores that a unit started or stopped charging, changes its state, and adds the change to its history. */
async function turnCharging(parts: CountParts, unit: Unit, charging: boolean): Promise<void> {
  const step = platformStep(parts, unit.tenantId, unit.zone);
  await parts.db.tenant(unit.tenantId, (trx) =>
    updateRecordIn(
      trx,
      step,
      entityOf('mobileUnit'),
      unit.id,
      null,
      {},
      {
        right: null,
        move: { values: { charging }, told: {} },
      },
    ),
  );
}

export async function followUnits(parts: CountParts): Promise<void> {
  const { telemetry, hub } = parts;
  for (const unit of await findUnits(parts)) {
    const variables = await telemetry.variables(unit.tenantId, unit.sns);
    const now = unitNow(variables, telemetry.latest(variables));
    const charging = now.online && now.power !== null && now.power < CHARGES_BELOW_KW;
    const changed = await writeNow(parts, unit, now);
    if (charging !== (unit.charging ?? false)) await turnCharging(parts, unit, charging);
    else if (!changed) continue;
    const { tenantId, id } = unit;
    hub.publish({ type: 'entity', entity: 'mobileUnit', tenantId, id, do: 'update' });
  }
}
