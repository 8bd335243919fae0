/** Reads the robots of all tenants with their reports, and their due or active missions. */
import { sql } from 'kysely';
import type { Services } from '../../engine/context.ts';
import type { MissionNow } from './decide.ts';
import { ORDER, REPORTED, type Report } from './protocol.ts';

export type RobotParts = Pick<Services, 'db' | 'hub' | 'vault' | 'log' | 'telemetry' | 'files' | 'config'>;

/** The stored state of a robot. */
interface Stored {
  x: number | null;
  y: number | null;
  heading: number | null;
  battery: number | null;
  lastHeard: string | null;
}

export interface Robot extends Stored {
  tenantId: number;
  id: number;
  stationSn: string;
  zone: string;
  mode: string | null;
  online: boolean | null;
  outOfService: boolean;
  ipcId: number | null;
  /** The user who owns the files of the robot's pictures. */
  keeper: number | null;
  /** The sn of its variables, by code. Empty without a device. */
  sns: Readonly<Record<string, string>>;
}

export const findRobots = ({ db }: Pick<RobotParts, 'db'>): Promise<Robot[]> =>
  db.system(async (trx) => {
    const { rows } = await sql<Robot>`
      select r.tenant_id, r.id, r.station_sn, s.time_zone as zone, r.mode, r.online, r.ipc_id,
             r.x, r.y, r.heading, r.battery, r.last_heard,
             coalesce(r.out_of_service, false) as out_of_service, r.created_by as keeper,
             (select coalesce(jsonb_object_agg(v.code, v.sn), '{}') from device_variable v
               where v.tenant_id = r.tenant_id and v.device_sn = r.device_sn and v.enabled is not false) as sns
        from robot r
        join station s on s.tenant_id = r.tenant_id and s.sn = r.station_sn
       order by r.tenant_id, r.id`.execute(trx);
    return rows;
  });

/** The last report of a robot. */
export interface Reported {
  values: Report;
  lastHeard: string | null;
  online: boolean;
}

export async function readReported(
  { telemetry }: Pick<RobotParts, 'telemetry'>,
  { tenantId, sns }: Pick<Robot, 'tenantId' | 'sns'>,
): Promise<Reported> {
  const requested = REPORTED.flatMap((code) => sns[code] ?? []);
  const variables = await telemetry.variables(tenantId, requested);
  const readings = telemetry.latest(variables);
  const values: Report = Object.fromEntries(
    readings.flatMap(({ data }, at) => (typeof data === 'number' ? [[variables[at]!.code, data]] : [])),
  );
  const times = readings.flatMap(({ ts }) => ts ?? []).sort();
  return { values, lastHeard: times.at(-1) ?? null, online: readings.some(({ stale }) => !stale) };
}

export interface Mission extends MissionNow {
  tenantId: number;
  robotId: number;
  startedAt: number | null;
  charges: number;
  pointIds: number[] | null;
  inspectionId: number | null;
  createdBy: number | null;
}

/** Finds the missions that are due at `now` or active, earliest first. */
export const findMissions = ({ db }: Pick<RobotParts, 'db'>, now: number): Promise<Mission[]> =>
  db.system(async (trx) => {
    const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
    const { rows } = await sql<Mission>`
      select m.tenant_id, m.id, m.robot_id, m.state, m.paused_for, ${ms('m.starts_at')} as starts_at,
             ${ms('m.ends_at')} as ends_at, ${ms('m.paused_at')} as paused_at, ${ms('m.ordered_at')} as ordered_at,
             ${ms('m.started_at')} as started_at, coalesce(m.charges, 0) as charges, m.point_ids, m.inspection_id,
             m.created_by,
             coalesce((select c.state = 'rejected' and c.requested_at >= m.ordered_at - interval '1 second'
                         from robot r
                         join device_variable v on v.tenant_id = r.tenant_id and v.device_sn = r.device_sn
                          and v.code = ${ORDER}
                         join control_command c on c.tenant_id = v.tenant_id and c.variable_sn = v.sn
                        where r.tenant_id = m.tenant_id and r.id = m.robot_id
                        order by c.id desc limit 1), false) as is_refused
        from robot_mission m
       where m.state in ('running', 'paused')
          or m.state = 'planned' and m.starts_at <= ${new Date(now).toISOString()}::timestamptz
       order by m.tenant_id, m.starts_at, m.id`.execute(trx);
    return rows;
  });
