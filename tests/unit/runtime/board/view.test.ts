import { describe, expect, it } from 'vitest';
import {
  parseRange,
  rangeSpan,
  rangeText,
  readView,
  writeView,
} from '../../../../runtime/board/address/boardView.ts';
import {
  nextScreen,
  rotationDue,
  rotationNext,
  TOUCH_REST_MS,
} from '../../../../runtime/board/address/kiosk.ts';
import { rangeStep, zoomRangeOut } from '../../../../runtime/board/address/rangeSteps.ts';
import { chooseBoard, nameBoard } from '../../../../runtime/board/boards/boards.ts';
import { wallFit } from '../../../../runtime/board/grid/wallFit.ts';
import { GAP, ROW_HEIGHT } from '../../../../runtime/core/document/layout.ts';
import { NAMED_RANGES } from '../../../../runtime/core/time/namedRange.ts';

const ZONE = 'Europe/Berlin';
const NOW = Date.parse('2026-11-21T10:30:00+01:00');
const at = (text: string) => Date.parse(text);
const text = (range: ReturnType<typeof rangeStep>) => range && rangeText(range, ZONE);

describe('the address of a board', () => {
  it('contains the current view, and ignores invalid parts', () => {
    expect(
      readView(
        '?station=S1&board=7&device=D1&dept=East&tab=t1&range=today&record=2026-02&kiosk=20&rotate=boards',
      ),
    ).toEqual({
      station: 'S1',
      board: '7',
      device: 'D1',
      dept: 'East',
      tab: 't1',
      range: 'today',
      record: '2026-02',
      kiosk: 20,
      rotate: 'boards',
      theme: null,
    });
    expect(readView('?record=2026-13&kiosk=1&rotate=all&station=')).toEqual({
      station: null,
      board: null,
      device: null,
      tab: null,
      dept: null,
      range: null,
      record: null,
      kiosk: 5,
      rotate: 'tabs',
      theme: null,
    });
    expect(readView(`?station=${'x'.repeat(81)}&kiosk=`)).toMatchObject({ station: null, kiosk: 30 });
  });

  it('is changed in one place, and keeps other parts', () => {
    expect(writeView('?station=S1&x=1', { range: 'thisYear' })).toBe('?station=S1&x=1&range=thisYear');
    expect(writeView('?kiosk=20&rotate=boards', { kiosk: null })).toBe('');
    expect(writeView('?tab=a', { tab: null, board: '3' })).toBe('?board=3');
  });
});

describe('the range in the address', () => {
  it('is a name, days of the station, or minutes in its time zone', () => {
    expect(parseRange('past30Days', ZONE)).toBe('past30Days');
    // The day on which the clock goes forward has 23 hours.
    expect(parseRange('2026-03-29..2026-03-29', ZONE)).toEqual({
      from: at('2026-03-29T00:00:00+01:00'),
      to: at('2026-03-30T00:00:00+02:00'),
    });
    expect(parseRange('2026-11-01T08:15..2026-11-01T16:00', ZONE)).toEqual({
      from: at('2026-11-01T08:15:00+01:00'),
      to: at('2026-11-01T16:00:00+01:00'),
    });
    for (const wrong of ['x', '2026-11-02..2026-11-01', '2026-02-30..2026-03-01', '2026-11-01', '1..2', '..'])
      expect(parseRange(wrong, ZONE), wrong).toBeNull();
  });

  it('is written as it was read', () => {
    for (const one of ['today', '2026-03-29..2026-04-02', '2026-11-01T08:15..2026-11-01T16:00'])
      expect(rangeText(parseRange(one, ZONE)!, ZONE)).toBe(one);
  });
});

describe('steps of the range', () => {
  it('move back by the range: a day, a month of any length, a quarter', () => {
    expect(text(rangeStep('today', -1, NOW, ZONE))).toBe('yesterday');
    expect(text(rangeStep('yesterday', -1, NOW, ZONE))).toBe('2026-11-19..2026-11-19');
    expect(text(rangeStep('thisMonth', -1, NOW, ZONE))).toBe('lastMonth');
    expect(text(rangeStep('lastMonth', -1, NOW, ZONE))).toBe('2026-09-01..2026-09-30');
    expect(text(rangeStep('thisQuarter', -1, NOW, ZONE))).toBe('2026-07-01..2026-09-30');
    expect(text(rangeStep('thisYear', -1, NOW, ZONE))).toBe('2025-01-01..2025-12-31');
    expect(text(rangeStep('past7Days', -1, NOW, ZONE))).toBe('2026-11-08..2026-11-14');
    const hours = parseRange('2026-11-20T08:00..2026-11-20T10:00', ZONE)!;
    expect(text(rangeStep(hours, -1, NOW, ZONE))).toBe('2026-11-20T06:00..2026-11-20T08:00');
  });

  it('return to where they were, and end today', () => {
    expect(text(rangeStep('yesterday', 1, NOW, ZONE))).toBe('today');
    expect(text(rangeStep('lastMonth', 1, NOW, ZONE))).toBe('thisMonth');
    for (const name of NAMED_RANGES.filter((one) => !['yesterday', 'lastMonth'].includes(one)))
      expect(rangeStep(name, 1, NOW, ZONE), name).toBeNull();
  });

  it('zoom out around the same middle, never into the future', () => {
    const day = parseRange('2026-11-11..2026-11-11', ZONE)!;
    const wider = rangeSpan(zoomRangeOut(day, NOW, ZONE), NOW, ZONE);
    expect(wider.from).toBeLessThan(rangeSpan(day, NOW, ZONE).from + 1);
    expect(wider.to - wider.from).toBeGreaterThan(86_400_000);
    expect(text(zoomRangeOut('today', NOW, ZONE))).toBe('2026-11-20..2026-11-21');
    expect(text(zoomRangeOut('past7Days', NOW, ZONE))).toBe('past14Days');
  });
});

describe('a wall screen', () => {
  const drawnHeight = (rows: number, width: number, height: number) => {
    const { zoom, rowHeight } = wallFit(rows, width, height);
    return { zoom, height: (rows * (rowHeight + GAP) - GAP) * zoom };
  };

  it('is filled completely by a board of a usual size', () => {
    const fit = drawnHeight(20, 3840, 2160);
    expect(fit.height).toBeCloseTo(2160, 3);
    expect(fit.zoom).toBeGreaterThan(2);
    expect(drawnHeight(20, 1920, 1080).height).toBeCloseTo(1080, 3);
  });

  it('neither stretches a short board nor squeezes a long one', () => {
    expect(wallFit(3, 3840, 2160)).toEqual({ zoom: 3.2, rowHeight: ROW_HEIGHT * 1.6 });
    const long = wallFit(200, 3840, 2160);
    expect(long.rowHeight).toBe(ROW_HEIGHT);
    // Fourteen pixels on a desk screen are readable from across a room.
    expect(14 * long.zoom).toBeGreaterThan(36);
    expect(14 * wallFit(200, 1920, 1080).zoom).toBeGreaterThan(18);
    expect(wallFit(20, 390, 844)).toEqual({ zoom: 1, rowHeight: ROW_HEIGHT });
  });

  it('scrolls a long board screen by screen, each from the row that was not fully visible', () => {
    const parts = [0, 300, 600, 900].map((top) => ({ top, bottom: top + 290 }));
    expect(nextScreen(parts, 0, 500)).toBe(300);
    expect(nextScreen(parts, 300, 500)).toBe(600);
    expect(nextScreen(parts, 600, 600)).toBeNull();
    expect(nextScreen([{ top: 0, bottom: 2000 }], 0, 500)).toBe(500);
  });

  it('has its own theme while it is open', () => {
    expect(readView('?kiosk=30&theme=dark')).toMatchObject({ kiosk: 30, theme: 'dark' });
    expect(readView('?kiosk=30&theme=pink').theme).toBeNull();
    expect(writeView('?kiosk=30&rotate=none&theme=light', { kiosk: null })).toBe('');
  });

  it('rotates, and pauses after a touch', () => {
    expect(rotationNext(['a', 'b', 'c'], 'c')).toBe('a');
    expect(rotationNext(['a', 'b'], 'gone')).toBe('a');
    expect(rotationNext(['a'], 'a')).toBeNull();
    // The station's own board is included in the rotation, even if another board opens first.
    const boards = [null, 4, 7].map((boardId) => ({ boardId, isDefault: boardId === 7 }));
    let address: string | null = null;
    const turns = boards.map(() => {
      const open = chooseBoard(address, { boards, failed: false })!;
      address = rotationNext(
        boards.map(({ boardId }) => nameBoard(boardId)),
        nameBoard(open),
      );
      return open;
    });
    expect(turns).toEqual([7, null, 4]);
    expect(rotationDue(1000, Number.NEGATIVE_INFINITY, 30)).toBe(31_000);
    expect(rotationDue(1000, 20_000, 30)).toBe(20_000 + TOUCH_REST_MS);
  });
});
