/** Reads the active strategies with all required values, and stores the results. */
import { sql } from 'kysely';
import type { ScopedTrx, Trx } from '../../platform/db/index.ts';
import type { ControlState } from '../../platform/db/tables/jsonShapes.ts';
import { SET_POINT } from '../control/setPoint.ts';
import type { StrategyState } from './choose.ts';
import type { LimitName, Measured } from './decide.ts';
import type { Entered } from './limits.ts';
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
  endedAt: string | null;
  setPoint: number | null;
  binding: LimitName | null;
  decidedAt: string | null;
  suspendedUntil: string | null;
  resumedAt: string | null;
  zone: string;
  /** The variable that accepts the set point. Null if the converter has none. */
  setPointSn: string | null;
  commandId: number | null;
  commandState: ControlState | null;
  commandAt: string | null;
  commandAnswer: string | null;
  /** True if the command's entry in the history has no answer yet. */
  isAwaited: boolean;
  /** The newest command of a person to the set point variable. */
  manualId: number | null;
  manualAt: string | null;
  manualBy: number | null;
  manualValue: number | null;
}

/**
 * Reads active strategies, strategies with an unreleased set point, and those whose converter has not acknowledged a 0.
 */
export async function readStrategies(trx: Trx): Promise<StrategyRow[]> {
  const { rows } = await sql<StrategyRow>`
    select c.tenant_id, c.id, c.number, c.name, c.station_sn, c.device_sn, c.battery_sn, c.meter_sn, c.kind, c.blocks,
           c.power, c.peak_power, c.charge_below, c.export_power, c.start_date::text, c.end_date::text, c.days, c.priority,
           c.limits, c.manual_minutes, c.state, c.issued_at, c.ended_at, c.set_point, c.binding, c.decided_at, c.suspended_until,
           c.resumed_at, s.time_zone as zone, v.sn as set_point_sn, c.command_id, k.state as command_state,
           k.requested_at as command_at, k.answer as command_answer,
           exists (select from strategy_history h
                    where h.tenant_id = c.tenant_id and h.command_id = c.command_id and h.status = 'requested') as is_awaited,
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
     where c.state in ('issued', 'acknowledged', 'inForce')
        or (c.state in ('ended', 'expired') and (c.set_point <> 0 or (c.set_point = 0 and c.command_id is not null)))
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

export interface Standing {
  state?: StrategyState;
  setPoint?: number | null;
  binding?: LimitName | null;
  commandId?: number | null;
  suspendedUntil?: string;
  endedAt?: string;
}

/** The stored part of a strategy's outcome. */
export interface Settled {
  row: StrategyRow;
  /** Time of the decision. Null without a decision. It never decreases, so that no block of a plan runs twice. */
  at: number | null;
  standing: Standing;
  entries: readonly Entry[];
  /** The answer to the last command, for its pending entries in the history. */
  answer: ControlState | null;
}

/**
 * Selects strategies that are unchanged since they were read. If another process has decided for a strategy, it is left
 * out.
 */
const asRead = (rows: readonly StrategyRow[]) => sql`
  unnest(${rows.map(({ id }) => id)}::int8[], ${rows.map(({ decidedAt }) => decidedAt)}::timestamptz[],
         ${rows.map(({ state }) => state)}::text[])`;
const AS_READ = sql<boolean>`c.id = u.id and c.state = u.state and c.decided_at is not distinct from u.decided_at`;

/**
 * Locks strategies, so that no other process decides until the transaction ends. Returns the ids of unchanged
 * strategies.
 */
export async function holdStrategies(
  trx: ScopedTrx,
  tenantId: number,
  rows: readonly StrategyRow[],
): Promise<Set<number>> {
  const { rows: locked } = await sql<{ id: number }>`
    select c.id from strategy_config c, ${asRead(rows)} as u (id, decided_at, state)
     where c.tenant_id = ${tenantId} and ${AS_READ}
     order by c.id for update of c`.execute(trx);
  return new Set(locked.map(({ id }) => id));
}

const timeOf = (ts: number): string => new Date(ts).toISOString();

/** Returns the columns to change. Other columns keep their values. */
const columnsOf = ({ at, standing }: Settled): string =>
  JSON.stringify({
    state: standing.state,
    set_point: standing.setPoint,
    binding: standing.binding,
    command_id: standing.commandId,
    suspended_until: standing.suspendedUntil,
    ended_at: standing.endedAt,
    decided_at: at === null ? undefined : timeOf(at),
  });

/** Stores the states of strategies. Returns the ids of the strategies that were unchanged since they were read. */
export async function writeStandings(
  trx: ScopedTrx,
  tenantId: number,
  settled: readonly Settled[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    update strategy_config c
       set (state, set_point, binding, command_id, suspended_until, ended_at, decided_at) =
           (select r.state, r.set_point, r.binding, r.command_id, r.suspended_until, r.ended_at, r.decided_at
              from jsonb_populate_record(c, u.changes::jsonb) r)
      from rows from (${asRead(settled.map(({ row }) => row))}, unnest(${settled.map(columnsOf)}::text[]))
             as u (id, decided_at, state, changes)
     where c.tenant_id = ${tenantId} and ${AS_READ}
    returning c.id`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Stores the results of commands in their entries of the history. */
export async function writeAnswers(
  trx: ScopedTrx,
  tenantId: number,
  settled: readonly Settled[],
): Promise<void> {
  const answered = settled.filter(({ answer }) => answer !== null);
  if (answered.length === 0) return;
  await sql`
    update strategy_history h set status = u.status
      from unnest(${answered.map(({ row }) => row.commandId)}::int8[],
                  ${answered.map(({ answer }) => answer)}::text[]) as u (command_id, status)
     where h.tenant_id = ${tenantId} and h.command_id = u.command_id and h.status = 'requested'`.execute(trx);
}

/** Adds the events of this time to the history of strategies. */
export async function addHistory(
  trx: ScopedTrx,
  tenantId: number,
  now: number,
  settled: readonly Settled[],
): Promise<void> {
  const lines = settled.flatMap(({ row, entries }) =>
    entries.map(({ commandId, userId, measured, ...entry }) => ({
      ...{ station_sn: row.stationSn, config_id: row.id, kind: row.kind, ...entry },
      ...{ command_id: commandId, user_id: userId },
      ...{ soc: measured?.soc, measured: measured?.power, grid: measured?.grid },
    })),
  );
  if (lines.length === 0) return;
  await sql`
    insert into strategy_history (tenant_id, station_sn, config_id, kind, at, event, wish, power, "limit", status,
                                  command_id, user_id, note, soc, measured, grid)
    select ${tenantId}::int4, station_sn, config_id, kind, ${timeOf(now)}::timestamptz, event, wish, power, "limit", status,
           command_id, user_id, note, soc, measured, grid
      from jsonb_populate_recordset(null::strategy_history, ${JSON.stringify(lines)}::jsonb)`.execute(trx);
}
