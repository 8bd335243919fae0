/**
 * Stores the last reported state of each robot in its record. No user edits the state, so the version and history of
 * the record do not change.
 */
import { sql } from 'kysely';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { updateRecordIn } from '../../engine/entities/write/write.ts';
import { platformStep } from '../../engine/time/platformStep.ts';
import { modeOf } from './protocol.ts';
import type { Reported, Robot, RobotParts } from './robots.ts';

const MEASURED = ['x', 'y', 'heading', 'battery'] as const;

/** Returns whether the reported state differs from the stored state. */
const isMoved = (robot: Robot, { values, lastHeard }: Reported): boolean =>
  lastHeard !== robot.lastHeard || MEASURED.some((name) => (values[name] ?? null) !== robot[name]);

async function writePosition(
  { db }: RobotParts,
  { tenantId, id }: Robot,
  { values, lastHeard }: Reported,
): Promise<void> {
  const { x = null, y = null, heading = null, battery = null } = values;
  await db.tenant(tenantId, (trx) =>
    sql`update robot
           set x = ${x}, y = ${y}, heading = ${heading}, battery = ${battery}, last_heard = ${lastHeard}
         where tenant_id = ${tenantId} and id = ${id}`.execute(trx),
  );
}

/** Stores the mode and online status of the robot. The change appears in its history. */
async function turnMode(
  parts: RobotParts,
  { tenantId, id, zone }: Robot,
  values: { mode: string; online: boolean },
): Promise<void> {
  const step = platformStep(parts, tenantId, zone);
  await parts.db.tenant(tenantId, (trx) =>
    updateRecordIn(trx, step, entityOf('robot'), id, null, {}, { right: null, move: { values, told: {} } }),
  );
}

export async function followRobot(parts: RobotParts, robot: Robot, reported: Reported): Promise<void> {
  const mode = modeOf(reported.values.mode);
  const { online } = reported;
  const hasMoved = isMoved(robot, reported);
  const isTurned = mode !== robot.mode || online !== (robot.online ?? false);
  if (hasMoved) await writePosition(parts, robot, reported);
  if (isTurned) await turnMode(parts, robot, { mode, online });
  if (!hasMoved && !isTurned) return;
  const { tenantId, id } = robot;
  parts.hub.publish({ type: 'entity', entity: 'robot', tenantId, id, do: 'update' });
}
