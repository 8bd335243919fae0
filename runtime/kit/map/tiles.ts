/** Places tiles of the configured map server (Web Mercator) under the outlines, which are in degrees. */
import { type Point, pixelOf, type Size, type View } from './view.ts';

export interface Tile {
  address: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const TILE_PIXELS = 256;
/** Smallest zoom level. Tiles of lower levels would be visibly distorted, because latitudes are drawn linearly. */
const MIN_ZOOM = 3;
const MAX_ZOOM = 18;
const EDGE_LATITUDE = 85.05;
const MAX_TILES = 120;

const rowLatitude = (row: number, count: number) =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / count))) * 180) / Math.PI;

function latitudeRow(latitude: number, count: number): number {
  const angle = (Math.max(-EDGE_LATITUDE, Math.min(EDGE_LATITUDE, latitude)) * Math.PI) / 180;
  return ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * count;
}

/** Returns the visible tiles of a template such as `https://maps.example/{z}/{x}/{y}.png`. */
export function tilesOf(template: string, view: View, size: Size): Tile[] {
  const level = Math.round(Math.log2((view.scale * 360) / TILE_PIXELS));
  const zoom = Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, level));
  const count = 2 ** zoom;
  const { center, scale } = view;
  const stretch = pixelOf(view, size, [center[0], center[1] - 1]).y - size.height / 2;
  const west = center[0] - size.width / 2 / scale;
  const east = center[0] + size.width / 2 / scale;
  const north = center[1] + size.height / 2 / stretch;
  const south = center[1] - size.height / 2 / stretch;
  const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * count);
  const inside = (index: number) => Math.max(0, Math.min(count - 1, index));
  const tiles: Tile[] = [];
  for (
    let y = inside(Math.floor(latitudeRow(north, count)));
    y <= inside(Math.floor(latitudeRow(south, count)));
    y++
  )
    for (let x = inside(column(west)); x <= inside(column(east)) && tiles.length < MAX_TILES; x++) {
      const corner = (cx: number, cy: number) =>
        pixelOf(view, size, [(cx / count) * 360 - 180, rowLatitude(cy, count)] satisfies Point);
      const [from, to] = [corner(x, y), corner(x + 1, y + 1)];
      const address = template
        .replace('{z}', String(zoom))
        .replace('{x}', String(x))
        .replace('{y}', String(y));
      tiles.push({ address, x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y });
    }
  return tiles;
}
