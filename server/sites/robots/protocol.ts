/** The protocol between robots and the platform: codes of device variables. `docs/robots.md` describes it. */

/** The variable that accepts a mission or a target point, as JSON. */
export const ORDER = 'order';
/** The variable that accepts one of `ACTIONS`. */
export const ACTION = 'action';

export const ACTIONS = { pause: 1, resume: 2, home: 3 } as const;
export type Action = keyof typeof ACTIONS;

/** Variables that a robot reports besides measured values. `point` is the number of the last read point. */
export const REPORTED = [
  ...(['x', 'y', 'heading', 'battery', 'mode'] as const),
  ...(['mission', 'missionState', 'point'] as const),
] as const;
export type Report = Partial<Record<(typeof REPORTED)[number], number>>;

/** The values of `mode`, by reported number. */
export const MODES = ['idle', 'driving', 'paused', 'charging', 'fault'] as const;
/** The values of `missionState`, by reported number. */
export const MISSION_STATES = [
  ...(['none', 'running', 'paused', 'blocked'] as const),
  ...(['charging', 'done', 'failed'] as const),
] as const;
export type MissionReport = (typeof MISSION_STATES)[number];

export const modeOf = (value: number | undefined): (typeof MODES)[number] => MODES[value ?? 0] ?? 'idle';

export const missionStateOf = (value: number | undefined): MissionReport =>
  MISSION_STATES[value ?? 0] ?? 'none';

export interface OrderPoint {
  /** The number of the point. */
  n: number;
  /** Metres from the upper left corner of the plan. */
  x: number;
  y: number;
  /** Code of the variable to measure at the point. Without it, the robot only takes a look. */
  measure?: string;
}

export interface Order {
  /** The number of the mission. 0 if the robot only drives to the point. */
  mission: number;
  points: OrderPoint[];
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function isPoint(value: unknown): value is OrderPoint {
  if (typeof value !== 'object' || value === null) return false;
  const { n, x, y } = value as Partial<Record<keyof OrderPoint, unknown>>;
  return isNumber(n) && isNumber(x) && isNumber(y);
}

/** Returns the order. Null if the text is not a valid order. */
export function parseOrder(text: string): Order | null {
  try {
    const order = JSON.parse(text) as Partial<Record<keyof Order, unknown>> | null;
    const { mission, points } = order ?? {};
    if (!isNumber(mission) || !Array.isArray(points) || !points.every(isPoint)) return null;
    return { mission, points };
  } catch {
    return null;
  }
}

const actionNames = new Map<unknown, Action>(
  Object.entries(ACTIONS).map(([name, value]) => [value, name as Action]),
);

/** Returns whether a command with these parameters belongs to a robot. */
export const isRobotCommand = (params: Readonly<Record<string, unknown>>): boolean =>
  ORDER in params || ACTION in params;

/** Returns the entry of the dictionary `robotCommand` for a sent command. */
export function commandName(code: string, value: unknown): string {
  if (code === ACTION) return actionNames.get(value) ?? 'other';
  if (code !== ORDER || typeof value !== 'string') return 'other';
  const order = parseOrder(value);
  return order ? (order.mission > 0 ? 'mission' : 'drive') : 'other';
}
