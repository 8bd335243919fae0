/** The hours of work of a lane on each day, and the lane to which a bar is dragged. */
import { describe, expect, it } from 'vitest';
import { momentOf } from '../../../../runtime/list/displays/dates.ts';
import { laneAt, loadsOf } from '../../../../runtime/list/displays/time/laneLoad.ts';
import { makeAxis } from '../../../../runtime/list/displays/time/timeAxis.ts';

const day = (text: string) => momentOf(text)!;
const axis = makeAxis([], 'day', day('2026-11-20'));
const LOAD = { field: 'minutes', most: 720, where: { state: ['open', 'done'] } };

const work = (minutes: number | null, to: string, state = 'open') => ({
  record: { id: 1, version: 1, minutes, state },
  span: { from: day('2026-11-10'), to: day(to) },
});

describe('the hours of a lane', () => {
  it('belong to the last day of each record, and are marked above the limit', () => {
    const members = [work(700, '2026-11-21'), work(80, '2026-11-21', 'done'), work(90, '2026-11-22')];
    const [first, second] = loadsOf(LOAD, axis, members);
    expect(first).toMatchObject({ hours: 13, isOver: true });
    expect(second).toEqual({ day: first!.day + 1, hours: 1.5, isOver: false });
  });

  it('exclude records that do not count, and records of unknown length', () => {
    expect(loadsOf(LOAD, axis, [work(700, '2026-11-21', 'revoked'), work(null, '2026-11-21')])).toEqual([]);
  });
});

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
