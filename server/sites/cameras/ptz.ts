/** The direction of a pan-tilt-zoom camera at a time, and the effect of each command. Pure. */

export type Move =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'upLeft'
  | 'upRight'
  | 'downLeft'
  | 'downRight'
  | 'zoomIn'
  | 'zoomOut'
  | 'focusNear'
  | 'focusFar';

export interface Direction {
  /** Degrees. Positive values are to the right. */
  pan: number;
  /** Degrees. Positive values are upwards. */
  tilt: number;
  zoom: number;
}

export interface Preset extends Direction {
  no: number;
}

/** The direction at a time, and the movement since that time. */
export interface View extends Direction {
  moving: Move | null;
  /** Milliseconds. */
  since: number;
}

export const HOME: Direction = { pan: 0, tilt: 0, zoom: 1 };
/** A movement stops automatically, even after a lost connection. */
export const LONGEST_MOVE_MS = 10_000;

const LIMITS = { pan: [-170, 170], tilt: [-30, 60], zoom: [1, 10] } as const;
/** Speed in degrees per second. For the zoom, it is the factor per second. */
const PAN_SPEED = 20;
const TILT_SPEED = 10;
const ZOOM_SPEED = 1.35;

const within = (value: number, [low, high]: readonly [number, number]): number =>
  Math.min(high, Math.max(low, value));

const limited = ({ pan, tilt, zoom }: Direction): Direction => ({
  pan: within(pan, LIMITS.pan),
  tilt: within(tilt, LIMITS.tilt),
  zoom: within(zoom, LIMITS.zoom),
});

function moved({ pan, tilt, zoom }: Direction, move: Move, seconds: number): Direction {
  const isTo = (side: string) => move.toLowerCase().includes(side) && !move.startsWith('zoom');
  const sideways = Number(isTo('right')) - Number(isTo('left'));
  const upwards = Number(isTo('up')) - Number(isTo('down'));
  const closer = Number(move === 'zoomIn') - Number(move === 'zoomOut');
  return limited({
    pan: pan + sideways * PAN_SPEED * seconds,
    tilt: tilt + upwards * TILT_SPEED * seconds,
    zoom: zoom * ZOOM_SPEED ** (closer * seconds),
  });
}

const elapsed = ({ since }: View, now: number): number => Math.max(0, Math.min(now - since, LONGEST_MOVE_MS));

export const isMoving = (view: View, now: number): boolean =>
  view.moving !== null && now - view.since < LONGEST_MOVE_MS;

/** Returns the direction at this moment. */
export function directionAt(view: View, now: number): Direction {
  const { pan, tilt, zoom, moving } = view;
  return moving === null ? { pan, tilt, zoom } : moved(view, moving, elapsed(view, now) / 1000);
}

export const startMove = (view: View, move: Move, now: number): View => ({
  ...directionAt(view, now),
  ...{ moving: move, since: now },
});

export const stopMove = (view: View, now: number): View => ({
  ...directionAt(view, now),
  ...{ moving: null, since: now },
});

export const turnTo = (direction: Direction, now: number): View => ({
  ...limited(direction),
  ...{ moving: null, since: now },
});

/** Adds a preset or replaces the preset with the same number. */
export const withPreset = (presets: readonly Preset[], no: number, direction: Direction): Preset[] =>
  [...presets.filter((one) => one.no !== no), { no, ...direction }].sort((one, other) => one.no - other.no);
