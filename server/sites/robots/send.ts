/** Sends commands to robots, within the transaction of the change that causes them. */
import { sql } from 'kysely';
import type { Session } from '../../engine/context.ts';
import { platformSession } from '../../engine/time/platformStep.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { requestControl } from '../control/request.ts';
import { ACTION, ACTIONS, type Action, ORDER, type OrderPoint } from './protocol.ts';

interface Sending {
  trx: Trx;
  session: Pick<Session, 'tenantId' | 'lang' | 'name'>;
  robotId: number;
  /** True to send the command to a silent robot, because the robot may still receive it. */
  evenOffline?: boolean;
}

async function send(
  { trx, session, robotId, evenOffline = false }: Sending,
  code: string,
  value: number | string,
): Promise<void> {
  const variable = await trx
    .selectFrom('robot as r')
    .innerJoin('deviceVariable as v', (join) =>
      join.onRef('v.tenantId', '=', 'r.tenantId').onRef('v.deviceSn', '=', 'r.deviceSn'),
    )
    .select('v.sn')
    .where('r.id', '=', robotId)
    .where('v.code', '=', code)
    .executeTakeFirst();
  // A mission ends even if its robot is no longer connected.
  if (!variable && evenOffline) return;
  if (!variable) throw new AppError('robot.notConnected', { code });
  // Permissions were checked at the transition. The platform itself may control any device.
  await requestControl({ session: platformSession(session.tenantId, session.lang) }, trx, {
    ...{ variableSn: String(variable.sn), value, by: session.name || 'Wattdeck', evenOffline },
  });
}

export const sendAction = (sending: Sending, action: Action): Promise<void> =>
  send(sending, ACTION, ACTIONS[action]);

/** Reads the points that a mission has not read yet, or the point with a given id. */
async function readPoints(
  trx: Trx,
  robotId: number,
  { missionId, ids }: { missionId: number; ids: readonly number[] },
): Promise<OrderPoint[]> {
  const { rows } = await sql<OrderPoint & { measure: string | null }>`
    select p.number as n, p.x, p.y, v.code as measure
      from robot_point p
      left join device_variable v on v.tenant_id = p.tenant_id and v.sn = p.variable_sn
     where p.robot_id = ${robotId} and (${ids.length} = 0 or p.id = any(${[...ids]}::int8[]))
       and not exists (select 1 from robot_record k
                        where k.tenant_id = p.tenant_id and k.mission_id = ${missionId} and k.number = p.number)
     order by p.position, p.number`.execute(trx);
  return rows.map(({ measure, ...point }) => ({ ...point, ...(measure !== null && { measure }) }));
}

const FREE = 0;

/** Sends a robot to one point. */
export async function sendDrive(sending: Sending, pointId: number): Promise<void> {
  const points = await readPoints(sending.trx, sending.robotId, { missionId: FREE, ids: [pointId] });
  if (points.length === 0) throw new AppError('robot.noPoints');
  await send(sending, ORDER, JSON.stringify({ mission: FREE, points }));
}

/** Reads the remaining points of a mission in the order of the robot's points. Throws if there are none. */
export async function readRoute(
  trx: Trx,
  robotId: number,
  missionId: number,
  ids: readonly number[],
): Promise<OrderPoint[]> {
  const points = await readPoints(trx, robotId, { missionId, ids });
  if (points.length === 0) throw new AppError('robot.noPoints');
  return points;
}

/** Sends a robot to the remaining points of a mission. */
export async function sendMission(
  sending: Sending,
  missionId: number,
  ids: readonly number[],
): Promise<void> {
  const points = await readRoute(sending.trx, sending.robotId, missionId, ids);
  await send(sending, ORDER, JSON.stringify({ mission: missionId, points }));
}
