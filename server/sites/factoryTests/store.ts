/** Reads the runs to control with all required values, and stores their progress. */
import { sql } from 'kysely';
import type { ScopedTrx, Trx } from '../../platform/db/index.ts';
import type { ControlState } from '../../platform/db/tables/jsonShapes.ts';
import { SET_POINT } from '../control/setPoint.ts';
import { ALARM_OPEN } from '../notify/alarmStatus.ts';
import type { TestLimits } from './evaluate.ts';
import type { Part, RunStep, ServiceType } from './procedure.ts';

export interface RunRow {
  tenantId: number;
  id: number;
  recordId: number;
  name: string;
  state: string;
  alone: boolean | null;
  serviceType: ServiceType;
  strategyType: 'constantPower' | 'constantCurrent';
  power: number;
  socFrom: number | null;
  socTo: number | null;
  restMinutes: number | null;
  shippingSoc: number | null;
  ratedEnergy: number;
  limits: Partial<Record<keyof TestLimits, number | null>> | null;
  factoryTest: string;
  number: string;
  deviceSn: string;
  batterySn: string;
  /** Null if the bench has no meter. */
  meterSn: string | null;
  stationSn: string;
  zone: string;
  step: RunStep | null;
  parts: Part[] | null;
  setPoint: number | null;
  decidedAt: string | null;
  sentAt: string | null;
  socStart: number | null;
  /** The variable that accepts the set point. Null if the converter has none. */
  setPointSn: string | null;
  commandId: number | null;
  commandState: ControlState | null;
  /** The newest command to the set point variable, including commands of users and strategies. */
  newestId: number | null;
  isAlarmed: boolean;
}

/** Reads the active runs, and inactive runs whose set point is still applied by the converter. */
export async function readRuns(trx: Trx): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select r.tenant_id, r.id, r.record_id, r.name, r.test_status as state, r.alone, r.service_type, r.strategy_type,
           coalesce(r.power, t.power) as power, r.soc_from, r.soc_to, t.rest_minutes, t.shipping_soc,
           t.rated_energy, t.limits, t.factory_test, t.number, d.device_sn, d.battery_sn, d.meter_sn, d.station_sn,
           s.time_zone as zone, r.step, r.parts, r.set_point, r.decided_at, r.sent_at, r.soc_start,
           v.sn as set_point_sn, r.command_id, k.state as command_state, newest.id as newest_id,
           exists (select from alarm a
                    where a.tenant_id = r.tenant_id and a.device_sn in (d.device_sn, d.battery_sn)
                      and a.status = ${ALARM_OPEN} and a.level = 'critical' and a.recover_time is null) as is_alarmed
      from charge_discharge_record r
      join factory_test_record t on t.tenant_id = r.tenant_id and t.id = r.record_id
      join factory_test_device d on d.tenant_id = t.tenant_id and d.id = t.device_id
      join station s on s.tenant_id = d.tenant_id and s.sn = d.station_sn
      left join device_variable v
        on v.tenant_id = d.tenant_id and v.device_sn = d.device_sn and v.code = ${SET_POINT}
      left join control_command k on k.tenant_id = r.tenant_id and k.id = r.command_id
      left join lateral (
        select id from control_command where tenant_id = r.tenant_id and variable_sn = v.sn
         order by id desc limit 1) newest on true
     where (r.test_status = 'running' or r.set_point is not null)
       and d.device_sn is not null and d.battery_sn is not null
     order by r.tenant_id, r.id`.execute(trx);
  return rows;
}

/**
 * Locks the run until the transaction ends, so that no other process decides. Returns false if the run has changed
 * since it was read.
 */
export async function holdRun(
  trx: ScopedTrx,
  { tenantId, id, state, decidedAt }: Pick<RunRow, 'tenantId' | 'id' | 'state' | 'decidedAt'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from charge_discharge_record
     where tenant_id = ${tenantId} and id = ${id} and test_status = ${state}
       and decided_at is not distinct from ${decidedAt}::timestamptz
       for update`.execute(trx);
  return rows.length === 1;
}

/** The columns that the control changes. Missing columns remain unchanged. */
export interface Standing {
  step?: RunStep;
  parts?: readonly Part[];
  setPoint?: number | null;
  commandId?: number | null;
  sentAt?: string;
  decidedAt?: string;
  socStart?: number | null;
}

export async function writeStanding(
  trx: ScopedTrx,
  { tenantId, id }: Pick<RunRow, 'tenantId' | 'id'>,
  { step, parts, setPoint, commandId, sentAt, decidedAt, socStart }: Standing,
): Promise<void> {
  const changes = JSON.stringify({
    ...{ step, parts, set_point: setPoint, command_id: commandId, sent_at: sentAt },
    ...{ decided_at: decidedAt, soc_start: socStart },
  });
  await sql`
    update charge_discharge_record c
       set (step, parts, set_point, command_id, sent_at, decided_at, soc_start) =
           (select r.step, r.parts, r.set_point, r.command_id, r.sent_at, r.decided_at, r.soc_start
              from jsonb_populate_record(c, ${changes}::jsonb) r)
     where c.tenant_id = ${tenantId} and c.id = ${id}`.execute(trx);
}

/** Stores the time of the decision for unchanged runs. */
export async function touchRuns(
  trx: ScopedTrx,
  tenantId: number,
  rows: readonly RunRow[],
  at: string,
): Promise<void> {
  await sql`
    update charge_discharge_record c set decided_at = ${at}::timestamptz
      from unnest(${rows.map(({ id }) => id)}::int8[], ${rows.map(({ decidedAt }) => decidedAt)}::timestamptz[])
             as u (id, decided_at)
     where c.tenant_id = ${tenantId} and c.id = u.id and c.test_status = 'running'
       and c.decided_at is not distinct from u.decided_at`.execute(trx);
}
