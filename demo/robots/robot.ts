/**
 * A simulated robot. It visits its points on the plan of a site and reads each. When its battery is low, it returns
 * to the dock, and continues after charging. Pure: the clock and the measured values are given. `docs/robots.md`
 * describes its protocol.
 */
import {
  ACTION,
  ACTIONS,
  MISSION_STATES,
  type MissionReport,
  MODES,
  ORDER,
  type OrderPoint,
  parseOrder,
} from '../../server/sites/robots/protocol.ts';

interface Place {
  x: number;
  y: number;
}

export interface RobotSpec {
  dock: Place;
  /** The time for reading a point, in milliseconds; 4 seconds by default. */
  readMs?: number;
  /** Returns the value at a point. Undefined if nothing is measured. */
  measure(point: OrderPoint, ts: number): number | undefined;
  /** Returns whether an obstacle blocks the robot at this place. */
  isBlocked?(place: Place, ts: number): boolean;
}

export interface RobotState extends Place {
  /** Time of the state, in epoch milliseconds. */
  at: number;
  heading: number;
  /** Percent. */
  battery: number;
  mode: (typeof MODES)[number];
  mission: number;
  missionState: MissionReport;
  /** The points that are not read yet. */
  points: readonly OrderPoint[];
  /** Time since which the robot reads its point. Null while it drives. */
  readingSince: number | null;
  /** True while the robot returns to the dock. */
  isHoming: boolean;
}

/** The values that a robot sends at one time, by the codes of its variables. */
export interface RobotReport {
  ts: number;
  values: Record<string, number>;
}

const STEP_MS = 1_000;
/** Milliseconds between the reports of a robot that is not idle. */
const REPORT_MS = 2_000;
/** Longer gaps are skipped, as if the robot had been switched off. */
const LONGEST_GAP_MS = 7_200_000;
const SPEED = 1.2;
const READ_MS = 4_000;
const DRAIN = 0.01;
const CHARGE = 0.1;
const FULL = 100;
export const LOW = 20;
/** Battery percent at which the robot leaves the dock if it has points left. */
export const GO_ON = 80;

/** The clock of a robot ticks in whole seconds. */
const toTick = (ts: number): number => Math.floor(ts / STEP_MS) * STEP_MS;

export const startRobot = ({ dock }: Pick<RobotSpec, 'dock'>, at: number, battery = FULL): RobotState => ({
  ...{ ...dock, at: toTick(at), battery, heading: 0, mode: 'idle', mission: 0, missionState: 'none' },
  ...{ points: [], readingSince: null, isHoming: false },
});

const DEGREES = 180 / Math.PI;
const round = (value: number, decimals = 2): number => Number(value.toFixed(decimals));

/** Moves one step towards a place. `isThere` is true once the place is reached. */
function moveTo(state: RobotState, { x, y }: Place): { state: RobotState; isThere: boolean } {
  const [dx, dy] = [x - state.x, y - state.y];
  const distance = Math.hypot(dx, dy);
  const way = (SPEED * STEP_MS) / 1000;
  if (distance <= way) return { state: { ...state, x, y }, isThere: true };
  const heading = round((Math.atan2(dx, -dy) * DEGREES + 360) % 360, 0);
  const part = way / distance;
  return { state: { ...state, x: state.x + dx * part, y: state.y + dy * part, heading }, isThere: false };
}

const goOn = (state: RobotState): RobotState => ({
  ...{ ...state, mode: 'driving', isHoming: false, readingSince: null },
  missionState: state.mission > 0 ? 'running' : 'none',
});

function charge(state: RobotState): RobotState {
  const battery = Math.min(FULL, state.battery + CHARGE);
  const charged = { ...state, battery };
  if (state.points.length > 0 && battery >= GO_ON) return goOn(charged);
  return battery < FULL ? charged : { ...charged, mode: 'idle' };
}

function driveHome(state: RobotState, { dock }: RobotSpec): RobotState {
  const moved = moveTo(state, dock);
  return moved.isThere ? { ...moved.state, mode: 'charging', isHoming: false } : moved.state;
}

/** Drives to the next point, waits there for the reading time, and then reads the point. */
function drivePoints(state: RobotState, spec: RobotSpec): { state: RobotState; read: OrderPoint | null } {
  const [point, ...rest] = state.points;
  if (!point) return { state: { ...state, isHoming: true }, read: null };
  if (state.battery <= LOW) {
    const missionState = state.mission > 0 ? 'charging' : 'none';
    return { state: { ...state, missionState, isHoming: true, readingSince: null }, read: null };
  }
  if (state.readingSince !== null) {
    if (state.at - state.readingSince < (spec.readMs ?? READ_MS)) return { state, read: null };
    const isLast = rest.length === 0;
    const missionState = state.mission > 0 ? (isLast ? 'done' : 'running') : 'none';
    // A robot that was sent to a single point stays there.
    const mode = isLast && state.mission === 0 ? 'idle' : 'driving';
    const next: RobotState = { ...state, points: rest, readingSince: null, missionState, mode };
    return { state: { ...next, isHoming: isLast && state.mission > 0 }, read: point };
  }
  if (spec.isBlocked?.(state, state.at))
    return { state: { ...state, missionState: state.mission > 0 ? 'blocked' : 'none' }, read: null };
  const free: RobotState = state.missionState === 'blocked' ? { ...state, missionState: 'running' } : state;
  const moved = moveTo(free, point);
  return { state: moved.isThere ? { ...moved.state, readingSince: state.at } : moved.state, read: null };
}

/** Advances the robot by one second. */
function step(before: RobotState, spec: RobotSpec): { state: RobotState; read: OrderPoint | null } {
  const state = { ...before, at: before.at + STEP_MS };
  if (state.mode === 'charging') return { state: charge(state), read: null };
  if (state.mode !== 'driving') return { state, read: null };
  const driven = { ...state, battery: Math.max(0, state.battery - DRAIN) };
  return driven.isHoming ? { state: driveHome(driven, spec), read: null } : drivePoints(driven, spec);
}

export const reportOf = (state: RobotState): Record<string, number> => ({
  ...{ x: round(state.x), y: round(state.y), heading: state.heading, battery: round(state.battery, 1) },
  ...{ mode: MODES.indexOf(state.mode), mission: state.mission },
  missionState: MISSION_STATES.indexOf(state.missionState),
});

/** Advances the robot to `now`. Returns its reports. */
export function advanceRobot(
  from: RobotState,
  now: number,
  spec: RobotSpec,
): { state: RobotState; reports: RobotReport[] } {
  let state = now - from.at > LONGEST_GAP_MS ? { ...from, at: toTick(now - LONGEST_GAP_MS) } : from;
  const reports: RobotReport[] = [];
  while (state.at + STEP_MS <= now) {
    const passed = step(state, spec);
    const isTurned = passed.state.mode !== state.mode || passed.state.missionState !== state.missionState;
    state = passed.state;
    const { read } = passed;
    const value = read?.measure === undefined ? undefined : spec.measure(read, state.at);
    const seen = read && {
      point: read.n,
      ...(read.measure !== undefined && value !== undefined && { [read.measure]: value }),
    };
    const isDue = state.mode !== 'idle' && state.at % REPORT_MS === 0;
    if (seen || isTurned || isDue) reports.push({ ts: state.at, values: { ...reportOf(state), ...seen } });
  }
  return { state, reports };
}

const DONE = { success: true };

function acceptOrder(state: RobotState, value: unknown): { state: RobotState; answer: object } {
  const order = typeof value === 'string' ? parseOrder(value) : null;
  if (!order || order.points.length === 0) return { state, answer: { error: 'This is no order' } };
  const isBusy = state.points.length > 0 && state.mission > 0 && state.mission !== order.mission;
  if (isBusy) return { state, answer: { error: `Mission ${state.mission} is under way` } };
  return { state: goOn({ ...state, mission: order.mission, points: order.points }), answer: DONE };
}

/** Carries out a command of the platform, and answers as a device does. */
export function obeyRobot(
  state: RobotState,
  params: Readonly<Record<string, unknown>>,
): { state: RobotState; answer: object } {
  if (ORDER in params) return acceptOrder(state, params[ORDER]);
  const action = params[ACTION];
  if (action === ACTIONS.pause) {
    const missionState = state.points.length > 0 && state.mission > 0 ? 'paused' : state.missionState;
    return {
      state: state.mode === 'driving' ? { ...state, mode: 'paused', missionState } : state,
      answer: DONE,
    };
  }
  if (action === ACTIONS.resume)
    return state.mode === 'paused'
      ? { state: goOn(state), answer: DONE }
      : { state, answer: { error: 'The robot is not paused' } };
  if (action === ACTIONS.home) {
    const ended = { mission: 0, missionState: 'none', points: [], readingSince: null } as const;
    return { state: { ...state, ...ended, mode: 'driving', isHoming: true }, answer: DONE };
  }
  return { state, answer: { error: 'This command is unknown' } };
}
