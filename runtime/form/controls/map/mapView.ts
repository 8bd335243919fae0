/** The arithmetic of the map: a cut-out of the world that is moved and magnified; degrees are its units. */
export type Point = [longitude: number, latitude: number];

/** What is seen: its middle, and how many degrees of longitude it spans. */
export interface MapView {
  center: Point;
  span: number;
}

export const WORLD: MapView = { center: [0, 15], span: 360 };
/** Around a known place: a country, not a street; the outlines are no finer. */
const NEAR_SPAN = 30;
const MIN_SPAN = 2;
/** Six decimals are a tenth of a metre. */
const DECIMALS = 1e6;
/** Width to height. */
export const ASPECT = 2;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

export function view_around(point: Point | null): MapView {
  return point ? { center: point, span: NEAR_SPAN } : WORLD;
}

/** The svg's viewBox: latitudes grow upwards, y grows downwards. */
export function view_box({ center: [x, y], span }: MapView): string {
  const height = span / ASPECT;
  return [x - span / 2, -y - height / 2, span, height].join(' ');
}

/** Moves by a share of what is seen. */
export function view_move({ center: [x, y], span }: MapView, right: number, up: number): MapView {
  return {
    center: [clamp(x + right * span, -180, 180), clamp(y + (up * span) / ASPECT, -90, 90)],
    span,
  };
}

/** Magnifies around a place that stays where it is on the screen (given as shares of width and height). */
export function view_zoom(view: MapView, factor: number, at: [number, number] = [0.5, 0.5]): MapView {
  const span = clamp(view.span * factor, MIN_SPAN, WORLD.span);
  const [x, y] = view_point(view, at);
  const center: Point = [x - (at[0] - 0.5) * span, y + ((at[1] - 0.5) * span) / ASPECT];
  return { center: [clamp(center[0], -180, 180), clamp(center[1], -90, 90)], span };
}

/** The place under a point of the screen, given as shares of width and height. */
export function view_point({ center, span }: MapView, [right, down]: [number, number]): Point {
  return [center[0] + (right - 0.5) * span, center[1] - ((down - 0.5) * span) / ASPECT];
}

/** A place as it is stored; beyond the edge of the world it is taken back to it. */
export function point_round([longitude, latitude]: Point): Point {
  const round = (value: number) => Math.round(value * DECIMALS) / DECIMALS;
  return [round(clamp(longitude, -180, 180)), round(clamp(latitude, -90, 90))];
}

/** Every degree that is a multiple of a step fine enough for what is seen. */
export function grid_lines({ span }: MapView): { step: number; longitudes: number[]; latitudes: number[] } {
  const step = [1, 5, 10, 30].find((degrees) => span / degrees <= 14) ?? 30;
  const range = (limit: number) =>
    Array.from({ length: Math.floor((2 * limit) / step) + 1 }, (_, index) => index * step - limit);
  return { step, longitudes: range(180), latitudes: range(90) };
}
