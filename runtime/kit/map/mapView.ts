/**
 * Computes the visible part of a map. Its units are degrees of longitude. Degrees of latitude are stretched as in the
 * centre of the view.
 */
import { stretchOf as stretchOfCenter } from './view.ts';

export type Point = [longitude: number, latitude: number];

/** The visible part of the map: its centre, and its width in degrees of longitude. */
export interface MapView {
  center: Point;
  span: number;
}

export const WORLD: MapView = { center: [0, 15], span: 360 };
/** Initial width around a place: a country, because the outlines show no streets. */
const NEAR_SPAN = 30;
const MIN_SPAN = 2;
/** Initial width with tiles, which show streets. */
const NEAR_TILES_SPAN = 0.05;
const MIN_TILES_SPAN = 0.002;
/** Factor for rounding to six decimals, a tenth of a metre. */
const DECIMALS = 1e6;
/** Number of iterations, enough for six decimals. */
const TURNS = 12;
/** Ratio of width to height. */
export const ASPECT = 2;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

export const stretchOf = ({ center }: MapView): number => stretchOfCenter({ center, scale: 1 });

/** Returns the height of the view in degrees of latitude. */
const heightOf = (view: MapView): number => view.span / ASPECT / stretchOf(view);

export function viewAround(point: Point | null, tiled = false): MapView {
  return point ? { center: point, span: tiled ? NEAR_TILES_SPAN : NEAR_SPAN } : WORLD;
}

/** Returns the SVG viewBox. Latitudes grow upwards, y grows downwards. */
export function viewBoxOf(view: MapView): string {
  const { center, span } = view;
  const height = span / ASPECT;
  return [center[0] - span / 2, -center[1] * stretchOf(view) - height / 2, span, height].join(' ');
}

/** Moves the view by a fraction of its size. */
export function moveView(view: MapView, right: number, up: number): MapView {
  const {
    center: [x, y],
    span,
  } = view;
  return {
    center: [clamp(x + right * span, -180, 180), clamp(y + up * heightOf(view), -90, 90)],
    span,
  };
}

/** Zooms around a point that keeps its position on the screen. The point is given as fractions of width and height. */
export function zoomView(
  view: MapView,
  factor: number,
  { at = [0.5, 0.5], tiled = false }: { at?: [number, number]; tiled?: boolean } = {},
): MapView {
  const span = clamp(view.span * factor, tiled ? MIN_TILES_SPAN : MIN_SPAN, WORLD.span);
  const [x, y] = viewPoint(view, at);
  let center = view.center;
  // The stretch depends on the resulting centre, so the centre is computed iteratively.
  for (let turn = 0; turn < TURNS; turn++)
    center = [x - (at[0] - 0.5) * span, y + (at[1] - 0.5) * heightOf({ center, span })];
  return { center: [clamp(center[0], -180, 180), clamp(center[1], -90, 90)], span };
}

/** Returns the place at a point of the screen, given as fractions of width and height. */
export function viewPoint(view: MapView, [right, down]: [number, number]): Point {
  const { center, span } = view;
  return [center[0] + (right - 0.5) * span, center[1] - (down - 0.5) * heightOf(view)];
}

/** Returns a rounded place. A place outside of the world is moved to its edge. */
export function roundPoint([longitude, latitude]: Point): Point {
  const round = (value: number) => Math.round(value * DECIMALS) / DECIMALS;
  return [round(clamp(longitude, -180, 180)), round(clamp(latitude, -90, 90))];
}

/** Returns the degrees of grid lines: multiples of a step that suits the view. */
export function gridLines({ span }: MapView): { step: number; longitudes: number[]; latitudes: number[] } {
  const step = [1, 5, 10, 30].find((degrees) => span / degrees <= 14) ?? 30;
  const range = (limit: number) =>
    Array.from({ length: Math.floor((2 * limit) / step) + 1 }, (_, index) => index * step - limit);
  return { step, longitudes: range(180), latitudes: range(90) };
}
