/** Sends commands to robots, within the transaction that writes why they are sent. */
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
  /** The robot may receive it although it is silent now. */
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
  // A mission ends although its robot is no longer connected.
  if (!variable && evenOffline) return;
  if (!variable) throw new AppError('robot.notConnected', { code });
  // The rights were checked where the move was made. The platform itself may control each device.
  await requestControl({ session: platformSession(session.tenantId, session.lang) }, trx, {
    ...{ variableSn: String(variable.sn), value, by: session.name || 'Wattdeck', evenOffline },
  });
}

export const sendAction = (sending: Sending, action: Action): Promise<void> =>
  send(sending, ACTION, ACTIONS[action]);

/** Reads the points that the mission has still to read, or one point by its record. */
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

/** Reads the points that a mission has left, in the order of the robot's points. Throws if there are none. */
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

/** Sends a robot on a mission, to the points that it has left. */
export async function sendMission(
  sending: Sending,
  missionId: number,
  ids: readonly number[],
): Promise<void> {
  const points = await readRoute(sending.trx, sending.robotId, missionId, ids);
  await send(sending, ORDER, JSON.stringify({ mission: missionId, points }));
}
