/**
 * Returns the index of the lane at a vertical distance from the middle of a line, in pixels. Beyond the ends,
 * returns the first or last lane.
 */
export function laneAt(heights: readonly number[], lane: number, inLane: number, offset: number): number {
  const top = heights.slice(0, lane).reduce((sum, height) => sum + height, 0);
  let rest = top + inLane + offset;
  for (const [at, height] of heights.entries()) {
    if (rest < height) return at;
    rest -= height;
  }
  return Math.max(0, heights.length - 1);
}
