import { describe, expect, it } from 'vitest';
import { parseRange, rangeSpan, rangeText } from '../../../../runtime/board/address/boardView.ts';
import { rangeStep, zoomRangeOut } from '../../../../runtime/board/address/rangeSteps.ts';
import { widgetRange } from '../../../../runtime/board/options/range.ts';
import { readRolling, rollingSpan } from '../../../../runtime/core/time/rollingRange.ts';
import { contextOf } from '../../../support/browser/widgetContext.ts';

const ZONE = 'Europe/Berlin';
const NOW = Date.parse('2026-11-21T10:30:20+01:00');
const HOUR_MS = 3_600_000;
const iso = ({ from, to }: { from: number; to: number }) =>
  [from, to].map((ts) => new Date(ts).toISOString());

describe('a range that ends now', () => {
  it('is parsed strictly, also from an address', () => {
    expect(readRolling('now-3h')).toEqual({ count: 3, unit: 'h', ms: 3 * HOUR_MS });
    expect(readRolling('now-2w')?.ms).toBe(14 * 24 * HOUR_MS);
    const wrong = ['now', 'now-h', 'now-0h', 'now-03h', 'now-3', '3h', 'now-3H', 'now - 3h', 'now+3h'];
    wrong.push('now-1.5h', 'now-3y', 'now-3h/h', 'now-4000d', 'now-9999999w', ' now-3h', '');
    for (const one of wrong) expect(readRolling(one), one).toBeNull();
    expect(parseRange('now-3h', ZONE)).toBe('now-3h');
    expect(parseRange('now-3x', ZONE)).toBeNull();
    expect(rangeText('now-90m', ZONE)).toBe('now-90m');
  });

  it('moves in small steps, and always includes the newest values', () => {
    expect(iso(rangeSpan('now-15m', NOW, ZONE))).toEqual([
      '2026-11-21T09:16:00.000Z',
      '2026-11-21T09:31:00.000Z',
    ]);
    for (const range of ['now-15m', 'now-24h', 'now-30d', 'now-200w'] as const) {
      const { from, to } = rollingSpan(range, NOW);
      expect(to - from, range).toBe(readRolling(range)?.ms);
      expect(to, range).toBeGreaterThanOrEqual(NOW);
      expect(to - NOW, range).toBeLessThan(Math.min((to - from) / 200 + 60_000, HOUR_MS / 4));
    }
  });

  it('is used by every widget that follows the board, also across midnight', () => {
    const context = contextOf({ zone: ZONE, now: '2026-11-21T00:05:00+01:00', range: 'now-6h' });
    expect(widgetRange('board', context)).toEqual({
      from: '2026-11-20T17:05:00.000Z',
      to: '2026-11-20T23:05:00.000Z',
      bucket: 'hour',
    });
    expect(widgetRange('now-1h', { ...context, range: 'today' }).from).toBe('2026-11-20T22:05:00.000Z');
    // A snapshot of a month ends with the month.
    expect(widgetRange('now-1h', { ...context, historical: '2026-02' }).to).toBe('2026-02-28T23:00:00.000Z');
  });

  it('moves back by its length, not into the future, and doubles when zooming out', () => {
    const back = rangeStep('now-1h', -1, NOW, ZONE)!;
    expect(rangeText(back, ZONE)).toBe('2026-11-21T08:31..2026-11-21T09:31');
    expect(rangeStep('now-1h', 1, NOW, ZONE)).toBeNull();
    expect(zoomRangeOut('now-24h', NOW, ZONE)).toBe('now-48h');
    expect(zoomRangeOut('now-3000d', NOW, ZONE)).toBe('now-3000d');
  });
});
