import { describe, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import { MAX_WIDTH, MIN_WIDTH } from '../../../../runtime/kit/table/width.ts';
import {
  fitWidths,
  layoutDefault,
  layoutIsUsual,
  layoutParts,
  layoutSize,
  layoutStep,
  layoutWidths,
  moveLayout,
  orderLayout,
  pinLayout,
  pinOf,
  readLayout,
  showLayout,
  widthUsual,
} from '../../../../runtime/list/table/columnLayout.ts';

const customer = entities.customer;
const usual = layoutDefault(customer);
const read = (stored: unknown) => readLayout(customer, stored);
const small = read({ shown: ['name', 'city', 'state', 'level'] });

describe('columns as a user arranged them', () => {
  it('are the ones of the definition if nothing was stored', () => {
    for (const stored of [null, 'x', [], {}]) expect(read(stored)).toEqual(usual);
    expect(layoutIsUsual(customer, usual)).toBe(true);
  });

  it('keep only known columns, the first column always first', () => {
    const layout = read({
      shown: ['city', 'password'],
      widths: { city: 9999, x: 5 },
      start: ['name', 'city'],
    });
    expect(layout).toEqual({
      shown: ['name', 'city'],
      widths: { city: MAX_WIDTH },
      start: ['city'],
      end: [],
    });
  });

  it('are shown and hidden, except the first column', () => {
    expect(showLayout(customer, small, 'city', false).shown).toEqual(['name', 'state', 'level']);
    expect(showLayout(customer, small, 'name', false).shown[0]).toBe('name');
    expect(showLayout(customer, small, 'source', true).shown.at(-1)).toBe('source');
  });

  it('are resized within limits, and reset', () => {
    const sized = layoutSize(small, 'city', 1);
    expect(sized.widths).toEqual({ city: MIN_WIDTH });
    expect(layoutSize(sized, 'city', null).widths).toEqual({});
  });
});

describe('their order', () => {
  const pinned = pinLayout(customer, pinLayout(customer, small, 'level', 'start'), 'city', 'end');

  it('has pinned columns next to the first column and at the end', () => {
    expect(orderLayout(customer, pinned)).toEqual(['name', 'level', 'state', 'city']);
  });

  it('changes when a column is moved beside another one, with the same pinning', () => {
    const moved = moveLayout(customer, pinned, 'state', 'city', 'behind');
    expect(orderLayout(customer, moved)).toEqual(['name', 'level', 'city', 'state']);
    expect(pinOf(moved, 'state')).toBe('end');
    expect(pinOf(moveLayout(customer, pinned, 'level', 'state', 'behind'), 'level')).toBeNull();
  });

  it('never has a column before the first one', () => {
    const moved = moveLayout(customer, small, 'level', 'name', 'before');
    expect(orderLayout(customer, moved)).toEqual(['name', 'level', 'city', 'state']);
    expect(moveLayout(customer, small, 'name', 'level', 'behind')).toBe(small);
  });

  it('changes by one place with the keyboard, and stops at the edges', () => {
    expect(orderLayout(customer, layoutStep(customer, small, 'level', -1))).toEqual([
      'name',
      'city',
      'level',
      'state',
    ]);
    expect(layoutStep(customer, small, 'city', -1)).toBe(small);
    expect(layoutStep(customer, small, 'level', 1)).toBe(small);
  });
});

describe('parts', () => {
  it('keep the first column visible, and each pinned column in its place', () => {
    const pinned = pinLayout(customer, pinLayout(customer, small, 'city', 'end'), 'level', 'start');
    expect(layoutParts(customer, pinned, orderLayout(customer, pinned))).toEqual({
      start: ['name', 'level'],
      center: ['state'],
      end: ['city'],
    });
  });
});

describe('widths', () => {
  it('are the set ones, and the others share the rest', () => {
    const title = (name: string) => name;
    const order = ['name', 'city'];
    const narrow = layoutWidths(customer, order, { city: 90 }, title, 0);
    const wide = layoutWidths(customer, order, { city: 90 }, title, 1000);
    expect([narrow.city, wide.city, wide.name]).toEqual([90, 90, 910]);
    expect(narrow.name).toBeLessThan(910);
  });

  it('share the remaining space, except for resized columns', () => {
    const columns = [
      { id: 'a', width: 100, fixed: false },
      { id: 'b', width: 100, fixed: true },
      { id: 'c', width: 300, fixed: false },
    ];
    expect(fitWidths(columns, 900)).toEqual({ a: 200, b: 100, c: 600 });
    expect(fitWidths(columns, 200)).toEqual({ a: 100, b: 100, c: 300 });
  });

  it('fit the title, with wider letters for Chinese', () => {
    const field = { type: 'boolean' } as const;
    const short = widthUsual(field, 'On', false);
    expect(widthUsual(field, 'A title of thirty letters, so', false)).toBeGreaterThan(short);
    expect(widthUsual(field, '是否参与需求响应计划', false)).toBeGreaterThan(
      widthUsual(field, 'ten letter', false),
    );
  });
});
