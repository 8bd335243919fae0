import { describe, expect, it } from 'vitest';
import { columnsFor, placeOn } from '../../../../runtime/board/grid/places.ts';
import { COLUMNS } from '../../../../runtime/core/document/layout.ts';

const layout = [
  { i: 'figure', x: 0, y: 0, w: 6, h: 3 },
  { i: 'chart', x: 6, y: 0, w: 18, h: 8 },
];
const minOf = (id: string) => (id === 'figure' ? { minW: 3, minH: 2 } : { minW: 16, minH: 5 });

describe('the places of widgets', () => {
  it('have columns by the width of the board', () => {
    expect([639, 640, 959, 960].map(columnsFor)).toEqual([2, 12, 12, COLUMNS]);
  });

  it('are the stored ones on a wide screen, each with its minimum size', () => {
    expect(placeOn(COLUMNS, layout, minOf)).toEqual([
      { ...layout[0], minW: 3, minH: 2 },
      { ...layout[1], minW: 16, minH: 5 },
    ]);
  });

  it('need at most as much width as there are columns', () => {
    const places = placeOn(12, layout, minOf);
    expect(places.map(({ minW }) => minW)).toEqual([3, 12]);
    expect(places.every(({ x, w }) => x + w <= 12)).toBe(true);
  });

  it('are stacked on a phone, with small cards as low as possible', () => {
    const [figure, chart] = placeOn(2, layout, minOf);
    expect(figure).toMatchObject({ i: 'figure', x: 0, y: 0, w: 2, h: 2 });
    expect(chart).toMatchObject({ i: 'chart', x: 0, y: 2, w: 2, minW: 1 });
    expect(chart!.h).toBeGreaterThan(3);
  });

  it('have the height on a phone that their widget defines, if any', () => {
    const row = { i: 'row', x: 0, y: 0, w: 24, h: 4 };
    const [own] = placeOn(2, [row], () => ({ minW: 2, minH: 2, phoneH: 5 }));
    expect(own!.h).toBe(5);
  });

  it('put two small figures side by side on a phone, and give a row of figures its needed height', () => {
    const small = ['a', 'b', 'c'].map((i, at) => ({ i, x: at * 4, y: 0, w: 4, h: 3 }));
    const wide = { i: 'row', x: 0, y: 3, w: 12, h: 3 };
    const places = placeOn(2, [...small, wide], () => ({ minW: 2, minH: 2 }));
    expect(places.map(({ i, x, y, w, h }) => [i, x, y, w, h])).toEqual([
      ['a', 0, 0, 1, 2],
      ['b', 1, 0, 1, 2],
      ['c', 0, 2, 2, 2],
      ['row', 0, 4, 2, 5],
    ]);
  });
});
