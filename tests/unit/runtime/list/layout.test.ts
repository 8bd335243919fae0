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
const read = (kept: unknown) => readLayout(customer, kept);
const small = read({ shown: ['name', 'city', 'state', 'level'] });

describe('columns as a user arranged them', () => {
  it('are those of the definition as long as nothing was kept', () => {
    for (const kept of [null, 'x', [], {}]) expect(read(kept)).toEqual(usual);
    expect(layoutIsUsual(customer, usual)).toBe(true);
  });

  it('keep only what the list knows, the lead always first', () => {
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

  it('are shown and hidden, but the lead stays', () => {
    expect(showLayout(customer, small, 'city', false).shown).toEqual(['name', 'state', 'level']);
    expect(showLayout(customer, small, 'name', false).shown[0]).toBe('name');
    expect(showLayout(customer, small, 'source', true).shown.at(-1)).toBe('source');
  });

  it('are sized within limits, and back to usual', () => {
    const sized = layoutSize(small, 'city', 1);
    expect(sized.widths).toEqual({ city: MIN_WIDTH });
    expect(layoutSize(sized, 'city', null).widths).toEqual({});
  });
});

describe('their order', () => {
  const pinned = pinLayout(customer, pinLayout(customer, small, 'level', 'start'), 'city', 'end');

  it('puts what is pinned beside the lead and at the end', () => {
    expect(orderLayout(customer, pinned)).toEqual(['name', 'level', 'state', 'city']);
  });

  it('moves a column beside another one, and pins it as its neighbour is', () => {
    const moved = moveLayout(customer, pinned, 'state', 'city', 'behind');
    expect(orderLayout(customer, moved)).toEqual(['name', 'level', 'city', 'state']);
    expect(pinOf(moved, 'state')).toBe('end');
    expect(pinOf(moveLayout(customer, pinned, 'level', 'state', 'behind'), 'level')).toBeNull();
  });

  it('never puts anything before the lead', () => {
    const moved = moveLayout(customer, small, 'level', 'name', 'before');
    expect(orderLayout(customer, moved)).toEqual(['name', 'level', 'city', 'state']);
    expect(moveLayout(customer, small, 'name', 'level', 'behind')).toBe(small);
  });

  it('steps one place with the keyboard, and stops at the edges', () => {
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
  it('keep the lead in sight, and each column where it is pinned', () => {
    const pinned = pinLayout(customer, pinLayout(customer, small, 'city', 'end'), 'level', 'start');
    expect(layoutParts(customer, pinned, orderLayout(customer, pinned))).toEqual({
      start: ['name', 'level'],
      center: ['state'],
      end: ['city'],
    });
  });
});

describe('widths', () => {
  it('are those that were set, and the others share what is left', () => {
    const title = (name: string) => name;
    const order = ['name', 'city'];
    const narrow = layoutWidths(customer, order, { city: 90 }, title, 0);
    const wide = layoutWidths(customer, order, { city: 90 }, title, 1000);
    expect([narrow.city, wide.city, wide.name]).toEqual([90, 90, 910]);
    expect(narrow.name).toBeLessThan(910);
  });

  it('share the room that is left, but sized columns keep theirs', () => {
    const columns = [
      { id: 'a', width: 100, fixed: false },
      { id: 'b', width: 100, fixed: true },
      { id: 'c', width: 300, fixed: false },
    ];
    expect(fitWidths(columns, 900)).toEqual({ a: 200, b: 100, c: 600 });
    expect(fitWidths(columns, 200)).toEqual({ a: 100, b: 100, c: 300 });
  });

  it('fit the title, a Chinese one with wider letters', () => {
    const field = { type: 'boolean' } as const;
    const short = widthUsual(field, 'On', false);
    expect(widthUsual(field, 'A title of thirty letters, so', false)).toBeGreaterThan(short);
    expect(widthUsual(field, '是否参与需求响应计划', false)).toBeGreaterThan(
      widthUsual(field, 'ten letter', false),
    );
  });
});
