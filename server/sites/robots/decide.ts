/** Decides the next step of a mission from its record, the reports of its robot and the time. Pure. */
import type { MissionReport } from './protocol.ts';

export interface MissionNow {
  id: number;
  state: 'planned' | 'running' | 'paused';
  pausedFor: string | null;
  /** All times are epoch milliseconds. */
  startsAt: number;
  endsAt: number;
  pausedAt: number | null;
  orderedAt: number | null;
  /** True if the robot refused the last order. */
  isRefused: boolean;
}

export interface RobotNow {
  online: boolean;
  /** True if the robot has no other mission and is in service. */
  isFree: boolean;
  /** The current mission according to the robot. 0 for none. */
  mission: number;
  missionState: MissionReport;
}

export type Pause = 'blocked' | 'charging' | 'silent';
export type End = 'blocked' | 'silent' | 'missed' | 'refused' | 'fault';

export type Decision =
  | { do: 'start' }
  /** The robot has lost the mission, for example after a restart. */
  | { do: 'order' }
  | { do: 'halt'; reason: Pause }
  | { do: 'proceed' }
  | { do: 'finish' }
  | { do: 'abort'; reason: End }
  | { do: 'fail'; reason: End };

/** Time in ms without a report of its mission after which the robot gets the order again. */
export const ORDER_AGAIN_MS = 30_000;
export const BLOCKED_MS = 600_000;
export const SILENT_MS = 3_600_000;

function decidePlanned({ startsAt, endsAt }: MissionNow, robot: RobotNow, now: number): Decision | null {
  if (now < startsAt) return null;
  if (now >= endsAt) return { do: 'fail', reason: 'missed' };
  return robot.online && robot.isFree ? { do: 'start' } : null;
}

function decideRunning(mission: MissionNow, robot: RobotNow, now: number): Decision | null {
  if (mission.isRefused) return { do: 'fail', reason: 'refused' };
  if (!robot.online) return { do: 'halt', reason: 'silent' };
  if (robot.mission !== mission.id)
    return now - (mission.orderedAt ?? 0) > ORDER_AGAIN_MS ? { do: 'order' } : null;
  if (robot.missionState === 'done') return { do: 'finish' };
  if (robot.missionState === 'failed') return { do: 'fail', reason: 'fault' };
  const { missionState } = robot;
  return missionState === 'blocked' || missionState === 'charging'
    ? { do: 'halt', reason: missionState }
    : null;
}

function decidePaused(mission: MissionNow, robot: RobotNow, now: number): Decision | null {
  const { pausedFor, pausedAt } = mission;
  const paused = now - (pausedAt ?? now);
  const isOwn = robot.online && robot.mission === mission.id;
  if (isOwn && robot.missionState === 'done') return { do: 'finish' };
  if (isOwn && robot.missionState === 'failed') return { do: 'fail', reason: 'fault' };
  if (pausedFor === 'user') return null;
  if (pausedFor === 'silent') {
    if (robot.online) return { do: 'proceed' };
    return paused > SILENT_MS ? { do: 'fail', reason: 'silent' } : null;
  }
  if (isOwn && robot.missionState === 'running') return { do: 'proceed' };
  // A robot that restarted while it was charging or blocked has lost its mission.
  if (robot.online && robot.mission === 0) return { do: 'proceed' };
  return pausedFor === 'blocked' && paused > BLOCKED_MS ? { do: 'abort', reason: 'blocked' } : null;
}

/** Returns the next step of a mission. Null if no step is due. */
export function decideMission(mission: MissionNow, robot: RobotNow, now: number): Decision | null {
  if (mission.state === 'planned') return decidePlanned(mission, robot, now);
  return mission.state === 'running' ? decideRunning(mission, robot, now) : decidePaused(mission, robot, now);
}
