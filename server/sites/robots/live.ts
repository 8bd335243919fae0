/**
 * Stores the last reported state of each robot in its record. No user edits the position, so it changes neither version
 * nor history.
 */
import { sql } from 'kysely';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { updateRecordIn } from '../../engine/entities/write/write.ts';
import { platformStep } from '../../engine/time/platformStep.ts';
import { modeOf } from './protocol.ts';
import type { Reported, Robot, RobotParts } from './robots.ts';

/** Writes the position, heading and battery. Returns true if something differs from the stored values. */
async function writePosition(
  { db }: RobotParts,
  { tenantId, id }: Robot,
  { values, lastHeard }: Reported,
): Promise<boolean> {
  const { x = null, y = null, heading = null, battery = null } = values;
  const { rows } = await db.tenant(tenantId, (trx) =>
    sql`update robot r
           set x = w.x, y = w.y, heading = w.heading, battery = w.battery, last_heard = w.heard
          from (values (${x}::float8, ${y}::float8, ${heading}::float8, ${battery}::float8, ${lastHeard}::timestamptz))
               as w (x, y, heading, battery, heard)
         where r.tenant_id = ${tenantId} and r.id = ${id}
           and (r.x, r.y, r.heading, r.battery, r.last_heard)
               is distinct from (w.x, w.y, w.heading, w.battery, w.heard)
        returning r.id`.execute(trx),
  );
  return rows.length > 0;
}

/** Writes the mode of the robot and whether it is online. The history of the robot shows the change. */
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
  const isMoved = await writePosition(parts, robot, reported);
  const isTurned = mode !== robot.mode || online !== (robot.online ?? false);
  if (isTurned) await turnMode(parts, robot, { mode, online });
  if (!isMoved && !isTurned) return;
  const { tenantId, id } = robot;
  parts.hub.publish({ type: 'entity', entity: 'robot', tenantId, id, do: 'update' });
}
