/** Tracks robots: their positions, missions, readings and commands. One process handles all robots. */
import type { Service } from '../../engine/context.ts';
import { leaseEvery } from '../../platform/timers/lease.ts';
import { followRobot } from './live.ts';
import { followCommands } from './log.ts';
import { followMissions } from './missions.ts';
import { isRobotCommand } from './protocol.ts';
import { followReadings } from './readings.ts';
import {
  findMissions,
  findRobots,
  type Mission,
  type Robot,
  type RobotParts,
  readReported,
} from './robots.ts';

const EVERY_MS = 2_000;
/** While no robot is busy, robots are checked only once in this number of rounds. */
const IDLE_ROUNDS = 5;

async function followOne(
  parts: RobotParts,
  robot: Robot,
  own: readonly Mission[],
  now: number,
): Promise<void> {
  const reported = await readReported(parts, robot);
  await followRobot(parts, robot, reported);
  for (const mission of own)
    if (mission.state !== 'planned') await followReadings(parts, robot, mission, now);
  await followMissions(parts, robot, reported, own, now);
}

/** Checks all robots once. An error of one robot does not affect the others. */
export async function followRobots(parts: RobotParts, now = Date.now()): Promise<{ isBusy: boolean }> {
  const robots = await findRobots(parts);
  if (robots.length === 0) return { isBusy: false };
  await followCommands(parts);
  const missions = Map.groupBy(await findMissions(parts, now), ({ robotId }) => robotId);
  for (const robot of robots) {
    const own = (missions.get(robot.id) ?? []).filter(({ tenantId }) => tenantId === robot.tenantId);
    await followOne(parts, robot, own, now).catch((error: unknown) =>
      parts.log.warn('a robot could not be followed', { robot: robot.id, error }),
    );
  }
  const isDriving = robots.some(({ mode, online }) => online === true && mode === 'driving');
  return { isBusy: missions.size > 0 || isDriving };
}

export function startRobots(parts: RobotParts): Pick<Service, 'close'> {
  const { db, hub, log } = parts;
  let rest = 0;
  const work = leaseEvery(db, log, 'robots', EVERY_MS, async () => {
    if (rest > 0) {
      rest -= 1;
      return;
    }
    const { isBusy } = await followRobots(parts);
    rest = isBusy ? 0 : IDLE_ROUNDS - 1;
  });
  // Missions and commands take effect before the next round. Set points of other devices are ignored, because they are
  // frequent.
  const unsubscribe = hub.subscribe((event) => {
    const isMission = event.type === 'entity' && event.entity === 'robotMission';
    const isCommand = event.type === 'control' && isRobotCommand(event.params);
    if (!isMission && !isCommand) return;
    rest = 0;
    work.wake();
  });
  return {
    async close() {
      unsubscribe();
      await work.close();
    },
  };
}
