/** Executes decisions about missions. A mission that a user changed in the meantime is left unchanged. */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { writeGuard } from '../../engine/entities/write/constraints.ts';
import { announceRecord, updateRecordIn } from '../../engine/entities/write/write.ts';
import { platformStep } from '../../engine/time/platformStep.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { type Decision, decideMission, type RobotNow } from './decide.ts';
import { missionStateOf } from './protocol.ts';
import type { Mission, Reported, Robot, RobotParts } from './robots.ts';
import { sendAction, sendMission } from './send.ts';

/** Returns the values of a decision for the mission's record. */
function valuesOf(decision: Decision, { charges }: Mission, now: number): Values {
  const moment = new Date(now).toISOString();
  const going = { pausedFor: null, pausedAt: null };
  if (decision.do === 'start') return { state: 'running', startedAt: moment };
  if (decision.do === 'order') return { orderedAt: moment };
  if (decision.do === 'proceed') return { state: 'running', ...going };
  if (decision.do === 'finish') return { state: 'done', finishedAt: moment, ...going };
  if (decision.do === 'halt') {
    const more = decision.reason === 'charging' ? 1 : 0;
    return { state: 'paused', pausedFor: decision.reason, pausedAt: moment, charges: charges + more };
  }
  const state = decision.do === 'abort' ? 'aborted' : 'failed';
  return { state, ended: decision.reason, finishedAt: moment, ...going };
}

/** Stores the decision within a transaction. Returns false if another writer changed the mission first. */
async function writeDecision(
  parts: RobotParts,
  trx: Trx,
  { robot, mission, decision, now }: Carried,
): Promise<boolean> {
  const entity = entityOf('robotMission');
  const step = platformStep(parts, mission.tenantId, robot.zone);
  const row = await trx
    .selectFrom('robotMission')
    .select(['version', 'state'])
    .where('id', '=', mission.id)
    .forUpdate()
    .executeTakeFirst();
  if (row?.state !== mission.state) return false;
  const values = valuesOf(decision, mission, now);
  await updateRecordIn(
    trx,
    step,
    entity,
    mission.id,
    row.version,
    {},
    {
      right: null,
      move: { values, told: {} },
    },
  );
  const sending = { trx, session: step.session, robotId: robot.id };
  if (decision.do === 'order') await sendMission(sending, mission.id, mission.pointIds ?? []);
  if (decision.do === 'fail' && mission.state !== 'planned')
    await sendAction({ ...sending, evenOffline: true }, 'home');
  return true;
}

interface Carried {
  robot: Robot;
  mission: Mission;
  decision: Decision;
  now: number;
}

/**
 * Returns whether the mission cannot be sent now because of the robot or its points. The server retries until the
 * mission's time is over.
 */
const isWaiting = (error: unknown): boolean =>
  error instanceof AppError && (error.key === 'control.offline' || error.key.startsWith('robot.'));

async function carryOut(parts: RobotParts, carried: Carried): Promise<void> {
  const { mission } = carried;
  const entity = entityOf('robotMission');
  const step = platformStep(parts, mission.tenantId, carried.robot.zone);
  try {
    const isWritten = await writeGuard(parts.db, entity, { deleting: false, lang: step.lang }, () =>
      parts.db.tenant(mission.tenantId, (trx) => writeDecision(parts, trx, carried)),
    );
    if (isWritten) announceRecord(step, entity, mission.id, 'update');
  } catch (error) {
    if (!isWaiting(error)) throw error;
  }
}

/** Returns the state of the robot for a decision about a mission. */
const seenBy = (mission: Mission, robot: Robot, reported: Reported, own: readonly Mission[]): RobotNow => ({
  online: reported.online,
  isFree: !robot.outOfService && !own.some(({ id, state }) => id !== mission.id && state !== 'planned'),
  mission: reported.values.mission ?? 0,
  missionState: missionStateOf(reported.values.missionState),
});

const ACTIVE: readonly string[] = ['running', 'paused', 'blocked', 'charging'];

/** Sends a robot home if it still executes a mission that has ended on the platform. At most twice a minute. */
async function callHome(
  parts: RobotParts,
  robot: Robot,
  { values, online }: Reported,
  own: readonly Mission[],
): Promise<void> {
  const mission = values.mission ?? 0;
  const isActive = mission > 0 && ACTIVE.includes(missionStateOf(values.missionState));
  if (!online || !isActive || own.some(({ id, state }) => id === mission && state !== 'planned')) return;
  const step = platformStep(parts, robot.tenantId, robot.zone);
  await parts.db.tenant(robot.tenantId, async (trx) => {
    const called = await trx
      .selectFrom('controlCommand')
      .select('id')
      .where('variableSn', '=', robot.sns.action ?? '')
      .where('requestedAt', '>', new Date(Date.now() - CALL_AGAIN_MS).toISOString())
      .executeTakeFirst();
    if (!called) await sendAction({ trx, session: step.session, robotId: robot.id }, 'home');
  });
}

const CALL_AGAIN_MS = 30_000;

/** Updates the missions of one robot, earliest first. */
export async function followMissions(
  parts: RobotParts,
  robot: Robot,
  reported: Reported,
  own: readonly Mission[],
  now: number,
): Promise<void> {
  for (const mission of own) {
    const decision = decideMission(mission, seenBy(mission, robot, reported, own), now);
    if (!decision) continue;
    await carryOut(parts, { robot, mission, decision, now });
    // The next round decides about the other missions, with the new state of the robot.
    return;
  }
  await callHome(parts, robot, reported, own);
}
