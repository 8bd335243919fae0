import { describe, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import { columnsSheet, listDrawnColumns, planColumns } from '../../../../runtime/list/table/plan.ts';

const entity = entities.customer;
const parts = { start: ['a', 'b'], center: ['c', 'd', 'e', 'f'], end: ['g', 'h'] };
const sizes = { a: 10, b: 20, c: 30, d: 40, e: 50, f: 60, g: 70, h: 80 };

describe('the columns of a row', () => {
  it('are in sequence at either edge, with the same width everywhere', () => {
    expect(columnsSheet('one', parts, sizes, { lead: 5, tail: 7 }).split('\n')).toEqual([
      '.one .wd-column-0{width:10px;inset-inline-start:5px}',
      '.one .wd-column-1{width:20px;inset-inline-start:15px}',
      '.one .wd-column-2{width:30px;}',
      '.one .wd-column-3{width:40px;}',
      '.one .wd-column-4{width:50px;}',
      '.one .wd-column-5{width:60px;}',
      '.one .wd-column-6{width:70px;inset-inline-end:87px}',
      '.one .wd-column-7{width:80px;inset-inline-end:7px}',
    ]);
  });

  it('keep the space of columns that are not drawn, and otherwise the same objects', () => {
    const places = planColumns(entity, parts, true);
    const drawn = listDrawnColumns(places, { from: 1, to: 4, before: 30 });
    expect(drawn.map(({ name }) => name)).toEqual(['a', 'b', 'd', 'e', 'f', 'g', 'h']);
    expect(drawn.map(({ frame }) => frame['aria-colindex'])).toEqual([1, 2, 4, 5, 6, 7, 8]);
    expect(drawn.map(({ frame }) => frame.style)).toEqual([
      ...[undefined, undefined, { marginInlineStart: 30 }, undefined],
      ...[{ marginInlineEnd: 'auto' }, undefined, undefined],
    ]);
    expect(drawn[0]).toBe(places.start[0]);
    expect(drawn[3]).toBe(places.center[2]);
  });

  it('leave unused space before the columns pinned at the end', () => {
    const style = (from: number, to: number) =>
      listDrawnColumns(planColumns(entity, parts, true), { from, to, before: 30 }).map(
        ({ frame }) => frame.style,
      );
    expect(style(2, 3)[2]).toEqual({ marginInlineStart: 30, marginInlineEnd: 'auto' });
    expect(style(2, 2)[1]).toEqual({ marginInlineEnd: 'auto' });
  });
});
