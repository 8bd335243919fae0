import { describe, expect, it } from 'vitest';
import { board_choose, board_named } from '../../../runtime/board/boards/boards.ts';
import {
  range_parse,
  range_span,
  range_text,
  view_read,
  view_write,
} from '../../../runtime/board/view/boardView.ts';
import { rotation_due, rotation_next, TOUCH_REST_MS } from '../../../runtime/board/view/kiosk.ts';
import { range_step, range_zoomOut } from '../../../runtime/board/view/rangeSteps.ts';
import { wall_fit } from '../../../runtime/board/view/wallFit.ts';
import { GAP, ROW_HEIGHT } from '../../../runtime/core/document/layout.ts';
import { NAMED_RANGES } from '../../../runtime/core/namedRange.ts';

const ZONE = 'Europe/Berlin';
const NOW = Date.parse('2026-11-21T10:30:00+01:00');
const at = (text: string) => Date.parse(text);
const text = (range: ReturnType<typeof range_step>) => range && range_text(range, ZONE);

describe('the address of a board', () => {
  it('says what is looked at, and nothing that cannot be read', () => {
    expect(
      view_read('?station=S1&board=7&device=D1&tab=t1&range=today&record=2026-02&kiosk=20&rotate=boards'),
    ).toEqual({
      station: 'S1',
      board: '7',
      device: 'D1',
      tab: 't1',
      range: 'today',
      record: '2026-02',
      kiosk: 20,
      rotate: 'boards',
    });
    expect(view_read('?record=2026-13&kiosk=1&rotate=all&station=')).toEqual({
      station: null,
      board: null,
      device: null,
      tab: null,
      range: null,
      record: null,
      kiosk: 5,
      rotate: 'tabs',
    });
    expect(view_read(`?station=${'x'.repeat(81)}&kiosk=`)).toMatchObject({ station: null, kiosk: 30 });
  });

  it('is changed in one place, and keeps what others put there', () => {
    expect(view_write('?station=S1&x=1', { range: 'thisYear' })).toBe('?station=S1&x=1&range=thisYear');
    expect(view_write('?kiosk=20&rotate=boards', { kiosk: null })).toBe('');
    expect(view_write('?tab=a', { tab: null, board: '3' })).toBe('?board=3');
  });
});

describe('the range in the address', () => {
  it('is a name, days of the station, or minutes of its clock', () => {
    expect(range_parse('past30Days', ZONE)).toBe('past30Days');
    // The day on which the clock is put forward has 23 hours.
    expect(range_parse('2026-03-29..2026-03-29', ZONE)).toEqual({
      from: at('2026-03-29T00:00:00+01:00'),
      to: at('2026-03-30T00:00:00+02:00'),
    });
    expect(range_parse('2026-11-01T08:15..2026-11-01T16:00', ZONE)).toEqual({
      from: at('2026-11-01T08:15:00+01:00'),
      to: at('2026-11-01T16:00:00+01:00'),
    });
    for (const wrong of ['x', '2026-11-02..2026-11-01', '2026-02-30..2026-03-01', '2026-11-01', '1..2', '..'])
      expect(range_parse(wrong, ZONE), wrong).toBeNull();
  });

  it('comes back as it was written', () => {
    for (const one of ['today', '2026-03-29..2026-04-02', '2026-11-01T08:15..2026-11-01T16:00'])
      expect(range_text(range_parse(one, ZONE)!, ZONE)).toBe(one);
  });
});

describe('steps of the range', () => {
  it('go back by what the range is: a day, a month of any length, a quarter', () => {
    expect(text(range_step('today', -1, NOW, ZONE))).toBe('yesterday');
    expect(text(range_step('yesterday', -1, NOW, ZONE))).toBe('2026-11-19..2026-11-19');
    expect(text(range_step('thisMonth', -1, NOW, ZONE))).toBe('lastMonth');
    expect(text(range_step('lastMonth', -1, NOW, ZONE))).toBe('2026-09-01..2026-09-30');
    expect(text(range_step('thisQuarter', -1, NOW, ZONE))).toBe('2026-07-01..2026-09-30');
    expect(text(range_step('thisYear', -1, NOW, ZONE))).toBe('2025-01-01..2025-12-31');
    expect(text(range_step('past7Days', -1, NOW, ZONE))).toBe('2026-11-08..2026-11-14');
    const hours = range_parse('2026-11-20T08:00..2026-11-20T10:00', ZONE)!;
    expect(text(range_step(hours, -1, NOW, ZONE))).toBe('2026-11-20T06:00..2026-11-20T08:00');
  });

  it('come back to where they were, and end today', () => {
    expect(text(range_step('yesterday', 1, NOW, ZONE))).toBe('today');
    expect(text(range_step('lastMonth', 1, NOW, ZONE))).toBe('thisMonth');
    for (const name of NAMED_RANGES.filter((one) => !['yesterday', 'lastMonth'].includes(one)))
      expect(range_step(name, 1, NOW, ZONE), name).toBeNull();
  });

  it('zoom out around the same middle, never into the future', () => {
    const day = range_parse('2026-11-11..2026-11-11', ZONE)!;
    const wider = range_span(range_zoomOut(day, NOW, ZONE), NOW, ZONE);
    expect(wider.from).toBeLessThan(range_span(day, NOW, ZONE).from + 1);
    expect(wider.to - wider.from).toBeGreaterThan(86_400_000);
    expect(text(range_zoomOut('today', NOW, ZONE))).toBe('2026-11-20..2026-11-21');
    expect(text(range_zoomOut('past7Days', NOW, ZONE))).toBe('past14Days');
  });
});

describe('a wall screen', () => {
  const drawnHeight = (rows: number, width: number, height: number) => {
    const { zoom, rowHeight } = wall_fit(rows, width, height);
    return { zoom, height: (rows * (rowHeight + GAP) - GAP) * zoom };
  };

  it('is filled from edge to edge by a board of a usual size', () => {
    const fit = drawnHeight(20, 3840, 2160);
    expect(fit.height).toBeCloseTo(2160, 3);
    expect(fit.zoom).toBeGreaterThan(2);
    expect(drawnHeight(20, 1920, 1080).height).toBeCloseTo(1080, 3);
  });

  it('neither tears a short board apart nor crushes a long one', () => {
    expect(wall_fit(3, 3840, 2160)).toEqual({ zoom: 3.2, rowHeight: ROW_HEIGHT * 1.6 });
    expect(wall_fit(200, 3840, 2160)).toEqual({ zoom: 1.5, rowHeight: ROW_HEIGHT * 0.7 });
    expect(wall_fit(20, 390, 844)).toEqual({ zoom: 1, rowHeight: ROW_HEIGHT });
  });

  it('goes round, and waits for who has touched it', () => {
    expect(rotation_next(['a', 'b', 'c'], 'c')).toBe('a');
    expect(rotation_next(['a', 'b'], 'gone')).toBe('a');
    expect(rotation_next(['a'], 'a')).toBeNull();
    // Where another board opens first, the station's own has its turn all the same.
    const boards = [null, 4, 7].map((boardId) => ({ boardId, isDefault: boardId === 7 }));
    let address: string | null = null;
    const turns = boards.map(() => {
      const open = board_choose(address, { boards, failed: false })!;
      address = rotation_next(
        boards.map(({ boardId }) => board_named(boardId)),
        board_named(open),
      );
      return open;
    });
    expect(turns).toEqual([7, null, 4]);
    expect(rotation_due(1000, Number.NEGATIVE_INFINITY, 30)).toBe(31_000);
    expect(rotation_due(1000, 20_000, 30)).toBe(20_000 + TOUCH_REST_MS);
  });
});
