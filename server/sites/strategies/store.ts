/** Reads the strategies at work with all that steering them asks for, and writes down what became of them. */
import { sql } from 'kysely';
import { trxAny } from '../../platform/db/anyTable.ts';
import type { ScopedTrx, Trx } from '../../platform/db/index.ts';
import type { ControlState } from '../../platform/db/jsonShapes.ts';
import type { StrategyState } from './choose.ts';
import type { LimitName, Measured } from './decide.ts';
import { type Entered, SET_POINT } from './limits.ts';
import type { Plan } from './plan.ts';

export interface StrategyRow extends Plan {
  tenantId: number;
  id: number;
  number: string;
  name: string;
  stationSn: string;
  deviceSn: string;
  batterySn: string;
  meterSn: string;
  startDate: string;
  endDate: string | null;
  days: 'every' | 'working' | 'off' | null;
  priority: number | null;
  limits: Entered | null;
  manualMinutes: number | null;
  state: StrategyState;
  issuedAt: string | null;
  setPoint: number | null;
  binding: LimitName | null;
  decidedAt: string | null;
  suspendedUntil: string | null;
  resumedAt: string | null;
  zone: string;
  /** The variable that takes the set point; null: the converter has none. */
  setPointSn: string | null;
  commandId: number | null;
  commandState: ControlState | null;
  commandAt: string | null;
  commandAnswer: string | null;
  /** The newest command of a person to the same variable. */
  manualId: number | null;
  manualAt: string | null;
  manualBy: number | null;
  manualValue: number | null;
}

/** Strategies that are at work, and those that left a set point behind which nobody has taken back. */
export async function readStrategies(trx: Trx): Promise<StrategyRow[]> {
  const { rows } = await sql<StrategyRow>`
    select c.tenant_id, c.id, c.number, c.name, c.station_sn, c.device_sn, c.battery_sn, c.meter_sn, c.kind, c.blocks,
           c.power, c.peak_power, c.charge_below, c.export_power, c.start_date::text, c.end_date::text, c.days, c.priority,
           c.limits, c.manual_minutes, c.state, c.issued_at, c.set_point, c.binding, c.decided_at, c.suspended_until,
           c.resumed_at, s.time_zone as zone, v.sn as set_point_sn, c.command_id, k.state as command_state,
           k.requested_at as command_at, k.answer as command_answer,
           m.id as manual_id, m.requested_at as manual_at, m.requested_by as manual_by,
           case when jsonb_typeof(m.value) = 'number' then (m.value #>> '{}')::float8 end as manual_value
      from strategy_config c
      join station s on s.tenant_id = c.tenant_id and s.sn = c.station_sn
      left join device_variable v
        on v.tenant_id = c.tenant_id and v.device_sn = c.device_sn and v.code = ${SET_POINT}
      left join control_command k on k.tenant_id = c.tenant_id and k.id = c.command_id
      left join lateral (
        select id, requested_at, requested_by, value from control_command
         where tenant_id = c.tenant_id and variable_sn = v.sn and requested_by is not null
         order by id desc limit 1) m on true
     where c.state in ('issued', 'acknowledged', 'inForce') or (c.state in ('ended', 'expired') and c.set_point <> 0)
     order by c.tenant_id, c.station_sn, c.id`.execute(trx);
  return rows;
}

export type StrategyEvent =
  | 'issued'
  | 'acknowledged'
  | 'rejected'
  | 'begun'
  | 'decision'
  | 'limit'
  | 'manual'
  | 'resumed'
  | 'silent'
  | 'expired'
  | 'ended';

export interface Entry {
  event: StrategyEvent;
  wish?: number | null;
  power?: number | null;
  limit?: LimitName;
  status?: ControlState;
  commandId?: number;
  userId?: number | null;
  note?: string;
  measured?: Measured;
}

const known = (value: number | null | undefined): number | null => value ?? null;

/** Notes what happened to a strategy. */
export async function addHistory(
  trx: ScopedTrx,
  row: StrategyRow,
  now: number,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  const { tenantId, stationSn, id: configId, kind } = row;
  const at = new Date(now).toISOString();
  await trxAny(trx)
    .insertInto('strategyHistory')
    .values(
      entries.map(({ measured, ...entry }) => ({
        ...{ tenantId, stationSn, configId, kind, at, ...entry },
        ...(measured
          ? { soc: known(measured.soc), measured: known(measured.power), grid: known(measured.grid) }
          : {}),
      })),
    )
    .execute();
}

/** The lines about a command say what became of it. */
export const followCommand = (trx: Trx, { tenantId, commandId }: StrategyRow, status: ControlState) =>
  trx
    .updateTable('strategyHistory')
    .set({ status })
    .where('tenantId', '=', tenantId)
    .where('commandId', '=', commandId)
    .where('status', '=', 'requested')
    .execute();

export interface Standing {
  state?: StrategyState;
  setPoint?: number | null;
  binding?: LimitName | null;
  commandId?: number;
  suspendedUntil?: string;
}

/**
 * Writes where a strategy stands. False: another process has decided since the row was read, and this one writes
 * nothing.
 */
export async function writeStanding(
  trx: ScopedTrx,
  row: StrategyRow,
  at: number | null,
  set: Standing,
): Promise<boolean> {
  const decidedAt = at === null ? {} : { decidedAt: new Date(at).toISOString() };
  const written = await trxAny(trx)
    .updateTable('strategyConfig')
    .set({ ...set, ...decidedAt })
    .where('tenantId', '=', row.tenantId)
    .where('id', '=', row.id)
    .where(sql<boolean>`decided_at is not distinct from ${row.decidedAt}::timestamptz`)
    .where('state', '=', row.state)
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

export interface QuietDecision {
  row: StrategyRow;
  at: number;
}

/** Writes when strategies of a tenant were decided that stand as before; whatever another process decided since stays. */
export async function writeDecided(
  trx: ScopedTrx,
  tenantId: number,
  decisions: readonly QuietDecision[],
): Promise<void> {
  if (decisions.length === 0) return;
  await sql`
    update strategy_config c set decided_at = u.at
      from unnest(${decisions.map(({ row }) => row.id)}::int8[],
        ${decisions.map(({ at }) => new Date(at).toISOString())}::timestamptz[],
        ${decisions.map(({ row }) => row.decidedAt)}::timestamptz[],
        ${decisions.map(({ row }) => row.state)}::text[]) as u(id, at, before, state)
     where c.tenant_id = ${tenantId} and c.id = u.id and c.state = u.state
       and c.decided_at is not distinct from u.before`.execute(trx);
}
