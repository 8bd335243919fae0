/** The protocol of robots and the platform: the codes of a device's variables. `docs/robots.md` describes it. */

/** The variable that takes a mission or a point to drive to, as JSON. */
export const ORDER = 'order';
/** The variable that takes one of `ACTIONS`. */
export const ACTION = 'action';

export const ACTIONS = { pause: 1, resume: 2, home: 3 } as const;
export type Action = keyof typeof ACTIONS;

/**
 * Variables that a robot reports, besides the values that it measures. `point` is the number of the point that was read
 * last.
 */
export const REPORTED = [
  ...(['x', 'y', 'heading', 'battery', 'mode'] as const),
  ...(['mission', 'missionState', 'point'] as const),
] as const;
export type Report = Partial<Record<(typeof REPORTED)[number], number>>;

/** The values of `mode`. The index is the reported number. */
export const MODES = ['idle', 'driving', 'paused', 'charging', 'fault'] as const;
/** The values of `missionState`. The index is the reported number. */
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
  /** Code of the variable to measure there. Without it, the robot only looks. */
  measure?: string;
}

export interface Order {
  /** The number of the mission, or 0 if the robot only drives there. */
  mission: number;
  points: OrderPoint[];
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function isPoint(value: unknown): value is OrderPoint {
  if (typeof value !== 'object' || value === null) return false;
  const { n, x, y } = value as Partial<Record<keyof OrderPoint, unknown>>;
  return isNumber(n) && isNumber(x) && isNumber(y);
}

/** Returns the order. Null if the text is no order. */
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

/** Returns whether a command with these variables is one of a robot. */
export const isRobotCommand = (params: Readonly<Record<string, unknown>>): boolean =>
  ORDER in params || ACTION in params;

/** Returns the entry of the dictionary `robotCommand` for a command that was sent to a robot. */
export function commandName(code: string, value: unknown): string {
  if (code === ACTION) return actionNames.get(value) ?? 'other';
  if (code !== ORDER || typeof value !== 'string') return 'other';
  const order = parseOrder(value);
  return order ? (order.mission > 0 ? 'mission' : 'drive') : 'other';
}
