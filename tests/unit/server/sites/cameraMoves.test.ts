import { describe, expect, it } from 'vitest';
import { drawPicture } from '../../../../server/sites/cameras/draw.ts';
import {
  directionAt,
  HOME,
  isMoving,
  LONGEST_MOVE_MS,
  startMove,
  stopMove,
  turnTo,
  withPreset,
} from '../../../../server/sites/cameras/ptz.ts';

const NOW = 1_800_000_000_000;
const still = { ...HOME, moving: null, since: NOW };

describe('a camera movement', () => {
  it('continues while it is commanded, and stops at the current position', () => {
    const moving = startMove(still, 'upRight', NOW);
    expect(directionAt(moving, NOW + 2000)).toEqual({ pan: 40, tilt: 20, zoom: 1 });
    const stopped = stopMove(moving, NOW + 2000);
    expect(directionAt(stopped, NOW + 9000)).toEqual({ pan: 40, tilt: 20, zoom: 1 });
    expect(directionAt(startMove(stopped, 'left', NOW + 9000), NOW + 10_000).pan).toBe(20);
  });

  it('stops automatically after ten seconds, and at its end position', () => {
    const moving = startMove(still, 'left', NOW);
    expect(directionAt(moving, NOW + 60_000)).toEqual(directionAt(moving, NOW + LONGEST_MOVE_MS));
    expect([isMoving(moving, NOW + 9_999), isMoving(moving, NOW + LONGEST_MOVE_MS)]).toEqual([true, false]);
    expect(directionAt(moving, NOW + 60_000).pan).toBe(-170);
    expect(directionAt(startMove(still, 'zoomOut', NOW), NOW + 5000).zoom).toBe(1);
    expect(turnTo({ pan: 999, tilt: -999, zoom: 99 }, NOW)).toMatchObject({ pan: 170, tilt: -30, zoom: 10 });
  });

  it('does not go back if a clock was set back', () => {
    expect(directionAt(startMove(still, 'right', NOW), NOW - 5000).pan).toBe(0);
  });

  it('uses presets by their numbers', () => {
    const presets = withPreset(withPreset([], 2, HOME), 1, { pan: 5, tilt: 0, zoom: 2 });
    expect(withPreset(presets, 2, { pan: 9, tilt: 1, zoom: 3 })).toEqual([
      { no: 1, pan: 5, tilt: 0, zoom: 2 },
      { no: 2, pan: 9, tilt: 1, zoom: 3 },
    ]);
  });

  it('shows another picture', () => {
    const sight = { pan: 0, tilt: 0, zoom: 1, lamp: false, thermal: false };
    const drawn = (change: object) =>
      Buffer.from(drawPicture(3, NOW, '2026-11-21 10:03:07', { ...sight, ...change }).pixels).toString(
        'base64',
      );
    expect(drawn({})).toBe(Buffer.from(drawPicture(3, NOW, '2026-11-21 10:03:07').pixels).toString('base64'));
    for (const change of [{ pan: 20 }, { tilt: 10 }, { zoom: 2 }]) expect(drawn(change)).not.toBe(drawn({}));
  });
});
