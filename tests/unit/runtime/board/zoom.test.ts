import { describe, expect, it } from 'vitest';
import { momentOfStep, stepBounds } from '../../../../runtime/kit/chart/timeScale.ts';

describe('a position among the steps of a chart', () => {
  const bounds = stepBounds(
    ['2026-11-20T00:00:00+01:00', '2026-11-21T00:00:00+01:00'],
    '2026-11-21T23:00:00Z',
  );
  const at = (place: number) => new Date(momentOfStep(bounds, place)).toISOString();

  it('is an instant: the middle of a step is its number', () => {
    expect(at(0)).toBe('2026-11-20T11:00:00.000Z');
    expect(at(1)).toBe('2026-11-21T11:00:00.000Z');
    expect(at(0.5)).toBe('2026-11-20T23:00:00.000Z');
  });

  it('is never outside of the drawn range', () => {
    expect(at(-3)).toBe('2026-11-19T23:00:00.000Z');
    expect(at(9)).toBe('2026-11-21T23:00:00.000Z');
    expect(momentOfStep([], 2)).toBe(0);
  });
});
