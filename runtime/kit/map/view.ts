/** Computes the map: degrees to pixels, the visible part, and clusters of close stations. */
export type Point = readonly [longitude: number, latitude: number];

export interface Size {
  width: number;
  height: number;
}

/** The visible part of the map: its centre, and pixels per degree of longitude. */
export interface View {
  center: Point;
  scale: number;
}

export interface Pixel {
  x: number;
  y: number;
}

/** The alignment of a name relative to its marker. */
export type NameSide = 'start' | 'middle' | 'end';

/** Half of the maximum width of a name. */
const NAME_ROOM = 74;

/** Returns the alignment of a name. Near an edge the name points inwards, so that it is not cropped. */
export const nameSide = (x: number, width: number): NameSide =>
  x < NAME_ROOM ? 'start' : x > width - NAME_ROOM ? 'end' : 'middle';

/** Initial width in degrees around a single place: a country, because the outlines show no streets. */
const NEAR_DEGREES = 12;
/** Maximum scale, for streets on tiles and for tracks. */
const MAX_SCALE = 20_000;
/** Maximum latitude for which the stretch of the centre is used. */
const MAX_STRETCH_LATITUDE = 65;
const MARGIN = 56;
/** Margin above and below for names and the legend. */
const MARGIN_UP = 76;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

const scaleMin = ({ width, height }: Size) => Math.max(width / 360, height / 180);

/** Returns the ratio of a degree of latitude to one of longitude in the centre of the view. */
export function stretchOf({ center: [, latitude] }: View): number {
  return 1 / Math.cos((Math.min(Math.abs(latitude), MAX_STRETCH_LATITUDE) * Math.PI) / 180);
}

export function pixelOf(view: View, { width, height }: Size, [longitude, latitude]: Point): Pixel {
  const { center, scale } = view;
  return {
    x: width / 2 + (longitude - center[0]) * scale,
    y: height / 2 - (latitude - center[1]) * scale * stretchOf(view),
  };
}

/**
 * Returns a view of all points with a margin, at least `near` degrees wide. Without points, returns a view of
 * the world.
 */
export function fitView(points: readonly Point[], size: Size, near = NEAR_DEGREES): View {
  if (points.length === 0) return { center: [0, 15], scale: scaleMin(size) };
  const longitudes = points.map(([longitude]) => longitude);
  const latitudes = points.map(([, latitude]) => latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const center: Point = [(west + east) / 2, (south + north) / 2];
  const stretch = stretchOf({ center, scale: 1 });
  const across = Math.max(1, size.width - 2 * MARGIN) / Math.max(near, east - west);
  const up = Math.max(1, size.height - 2 * MARGIN_UP) / (Math.max(near, north - south) * stretch);
  return { center, scale: clamp(Math.min(across, up), scaleMin(size), MAX_SCALE) };
}

export function moveView(view: View, dx: number, dy: number): View {
  const { center, scale } = view;
  return {
    scale,
    center: [
      clamp(center[0] - dx / scale, -180, 180),
      clamp(center[1] + dy / (scale * stretchOf(view)), -85, 85),
    ],
  };
}

/** Zooms around a pixel that keeps its position. */
export function zoomView(view: View, size: Size, factor: number, center?: Pixel): View {
  const scale = clamp(view.scale * factor, scaleMin(size), MAX_SCALE);
  if (!center) return { ...view, scale };
  const [dx, dy] = [center.x - size.width / 2, center.y - size.height / 2];
  const share = view.scale / scale;
  return moveView({ ...view, scale }, -dx * (1 / share - 1), -dy * (1 / share - 1));
}

export interface Cluster<Item> extends Pixel {
  items: Item[];
}

/** Groups items whose markers would overlap. The group is at the centre of their places. */
export function makeClusters<Item>(
  items: readonly Item[],
  place: (item: Item) => Pixel,
  distance: number,
): Cluster<Item>[] {
  const clusters: Cluster<Item>[] = [];
  for (const item of items) {
    const { x, y } = place(item);
    const near = clusters.find((cluster) => Math.hypot(cluster.x - x, cluster.y - y) < distance);
    if (!near) {
      clusters.push({ x, y, items: [item] });
      continue;
    }
    const count = near.items.push(item);
    near.x += (x - near.x) / count;
    near.y += (y - near.y) / count;
  }
  return clusters;
}
