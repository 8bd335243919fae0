import { describe, expect, it } from 'vitest';
import type { ReadyPoint, TelemetryVariable } from '../../../../../server/sites/telemetry/types.ts';
import {
  placePoints,
  pointKey,
  type Stored,
} from '../../../../../server/sites/telemetry/write/placePoints.ts';
import { createShapeBook, MOST_SHAPES } from '../../../../../server/sites/telemetry/write/shapeBook.ts';

const point = (id: number, ts: number, value = 1, more: Partial<ReadyPoint> = {}): ReadyPoint => {
  const variable = { tenantId: 1, id, sn: `v${id}`, deviceSn: id < 500 ? 'a' : 'b' } as TelemetryVariable;
  return { variable, ts, value, quality: 0, ...more };
};

type StoredById = Record<string, Stored>;

/** Returns the rows and single points, as `variable/time`. A set whose first variable is 9 has no shape. */
function place(points: readonly ReadyPoint[], stored: StoredById = {}) {
  const { rows, singles } = placePoints(points, new Map(Object.entries(stored)), ([first]) =>
    first!.variable.id === 9 ? null : first!.variable.id,
  );
  const names = (list: readonly ReadyPoint[]) => list.map(({ variable, ts }) => pointKey(variable.id, ts));
  return { rows: rows.map((row) => names(row.points)), singles: names(singles) };
}

describe('points', () => {
  it('become a row for each device and time, however late they are', () => {
    const points = [point(1, 10), point(1, 20), point(2, 10), point(2, 20), point(500, 10), point(501, 10)];
    const rows = [
      ['1/10', '2/10'],
      ['1/20', '2/20'],
      ['500/10', '501/10'],
    ];
    expect(place(points)).toEqual({ rows, singles: [] });
    expect(place(points, { '1/15': { value: 3, quality: 0 } })).toEqual({ rows, singles: [] });
  });

  it('remain single if they came alone, were imported or have no shape', () => {
    expect(place([point(1, 10)])).toEqual({ rows: [], singles: ['1/10'] });
    const imported = [point(1, 10, 1, { quiet: true }), point(2, 10, 1, { quiet: true })];
    expect(place(imported)).toEqual({ rows: [], singles: ['1/10', '2/10'] });
    expect(place([point(9, 10), point(10, 10)])).toEqual({ rows: [], singles: ['9/10', '10/10'] });
  });

  it('are omitted if stored unchanged, and single if they changed or the row has other values', () => {
    const points = [point(1, 10), point(2, 10), point(3, 10)];
    const same = { value: 1, quality: 0 };
    expect(place(points, { '1/10': same, '2/10': same, '3/10': same })).toEqual({ rows: [], singles: [] });
    expect(place(points, { '2/10': same })).toEqual({ rows: [], singles: ['1/10', '3/10'] });
    expect(place(points, { '1/10': same, '2/10': { value: 1, quality: 2 }, '3/10': same }).singles).toEqual([
      '2/10',
    ]);
    expect(place(points, { '1/10': { value: 5, quality: 0 } }).singles).toEqual(['1/10', '2/10', '3/10']);
  });

  it('remain single if the place in a row is taken and empty', () => {
    expect(place([point(1, 10), point(2, 10)], { '1/10': { value: null, quality: 0 } })).toEqual({
      rows: [],
      singles: ['1/10', '2/10'],
    });
  });

  it('of a wide device become several rows, the last one single where it is one point', () => {
    const { rows, singles } = place(Array.from({ length: 401 }, (_, index) => point(index + 10, 10)));
    expect(rows.map(({ length }) => length)).toEqual([200, 200]);
    expect(singles).toEqual(['410/10']);
  });
});

describe('a book of shapes', () => {
  it('finds a set again by its list only, and only once it is recorded', () => {
    const book = createShapeBook();
    const points = [point(1, 10), point(2, 10)];
    expect(book.find(points)).toBeNull();
    const shape = book.propose(points)!;
    expect(shape.variables).toEqual([1, 2]);
    expect(createShapeBook().propose(points)).toEqual(shape);
    book.note(points, shape, true);
    expect(book.find([point(1, 99), point(2, 99)])).toEqual(shape);
    expect(book.find([point(1, 99)])).toBeNull();
    expect(book.propose([point(1, 1), point(3, 1)])!.id).not.toBe(shape.id);
    book.forget(points);
    expect(book.find(points)).toBeNull();
  });

  it('does not query again for a device with too many', () => {
    const book = createShapeBook();
    const points = [point(1, 10), point(2, 10)];
    book.note(points, book.propose(points)!, false);
    expect(book.propose(points)).toBeNull();
    expect(book.propose([point(500, 1), point(501, 1)])).not.toBeNull();
  });

  it('has a limited number of them', () => {
    const book = createShapeBook();
    const sets = Array.from({ length: MOST_SHAPES + 3 }, (_, at) => [point(1, 10), point(at + 2, 10)]);
    for (const set of sets) book.note(set, book.propose(set)!, true);
    expect(sets.filter((set) => book.find(set)).length).toBe(MOST_SHAPES);
  });
});
