/**
 * Builds the track of a unit on a day from its longitudes and latitudes. A gap in the values is a gap in the track.
 * Pure.
 */
import type { Point } from '../../../runtime/kit/map/view.ts';

type Course = readonly (readonly [ts: number, value: number | string | null])[];

export interface Fix {
  ts: number;
  at: Point;
}

/** Parts of the track between gaps, in order. */
export type Track = Fix[][];

const isNumber = (value: unknown): value is number => typeof value === 'number';

/**
 * Returns the interpolated value at a moment, in the unit of the series. Null in a gap, or without values.
 */
function valueAt(course: Course, ts: number, after: number): number | null {
  const [next, before] = [course[after], course[after - 1]];
  if (next?.[0] === ts) return isNumber(next[1]) ? next[1] : null;
  if (!next || !before || !isNumber(next[1]) || !isNumber(before[1])) return null;
  return before[1] + ((next[1] - before[1]) * (ts - before[0])) / (next[0] - before[0]);
}

/** Builds the track. Thinned longitudes and latitudes have different times, so the other value is interpolated. */
export function trackOf(longitudes: Course, latitudes: Course): Track {
  const track: Track = [];
  let stretch: Fix[] = [];
  let after = 0;
  const end = () => {
    if (stretch.length > 0) track.push(stretch);
    stretch = [];
  };
  for (const [ts, longitude] of longitudes) {
    while (after < latitudes.length && latitudes[after]![0] < ts) after += 1;
    const latitude = valueAt(latitudes, ts, after);
    if (isNumber(longitude) && latitude !== null) stretch.push({ ts, at: [longitude, latitude] });
    else end();
  }
  end();
  return track;
}

/** Returns the gaps between the parts. */
export const holesOf = (track: Track): { from: number; to: number }[] =>
  track.slice(1).map((stretch, place) => ({ from: track[place]!.at(-1)!.ts, to: stretch[0]!.ts }));

const EARTH_KM = 6371;
const RADIANS = Math.PI / 180;

function kilometres([east, north]: Point, [otherEast, otherNorth]: Point): number {
  const [south, up] = [north * RADIANS, otherNorth * RADIANS];
  const half =
    Math.sin((up - south) / 2) ** 2 +
    Math.cos(south) * Math.cos(up) * Math.sin(((otherEast - east) * RADIANS) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(half));
}

/** Returns the known distance in km. Gaps do not count. */
export const lengthOf = (track: Track): number =>
  track
    .flatMap((stretch) => stretch.slice(1).map(({ at }, place) => kilometres(stretch[place]!.at, at)))
    .reduce((sum, one) => sum + one, 0);
