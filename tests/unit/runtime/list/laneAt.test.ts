/** Finds the lane to which a bar is dragged. */
import { describe, expect, it } from 'vitest';
import { laneAt } from '../../../../runtime/list/displays/time/laneAt.ts';

describe('the lane at a height', () => {
  const HEIGHTS = [64, 32, 96];

  it('is its own for a short distance, and the next one above or below for a longer one', () => {
    expect(laneAt(HEIGHTS, 0, 16, 10)).toBe(0);
    expect(laneAt(HEIGHTS, 0, 16, 60)).toBe(1);
    expect(laneAt(HEIGHTS, 2, 48, -60)).toBe(1);
  });

  it('is the first or the last beyond the ends', () => {
    expect(laneAt(HEIGHTS, 1, 16, -500)).toBe(0);
    expect(laneAt(HEIGHTS, 1, 16, 500)).toBe(2);
  });
});
