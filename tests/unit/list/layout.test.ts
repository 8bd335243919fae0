import { describe, expect, it } from 'vitest';
import { entities } from '../../../generated/entities.ts';
import {
  layout_default,
  layout_is_usual,
  layout_move,
  layout_order,
  layout_pin,
  layout_read,
  layout_show,
  layout_size,
  layout_step,
  MAX_WIDTH,
  MIN_WIDTH,
  pin_of,
  width_usual,
  widths_fit,
} from '../../../runtime/list/table/layout.ts';

const customer = entities.customer;
const usual = layout_default(customer);
const read = (kept: unknown) => layout_read(customer, kept);
const small = read({ shown: ['name', 'city', 'state', 'level'] });

describe('columns as a user arranged them', () => {
  it('are those of the definition as long as nothing was kept', () => {
    for (const kept of [null, 'x', [], {}]) expect(read(kept)).toEqual(usual);
    expect(layout_is_usual(customer, usual)).toBe(true);
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
    expect(layout_show(customer, small, 'city', false).shown).toEqual(['name', 'state', 'level']);
    expect(layout_show(customer, small, 'name', false).shown[0]).toBe('name');
    expect(layout_show(customer, small, 'source', true).shown.at(-1)).toBe('source');
  });

  it('are sized within limits, and back to usual', () => {
    const sized = layout_size(small, 'city', 1);
    expect(sized.widths).toEqual({ city: MIN_WIDTH });
    expect(layout_size(sized, 'city', null).widths).toEqual({});
  });
});

describe('their order', () => {
  const pinned = layout_pin(customer, layout_pin(customer, small, 'level', 'start'), 'city', 'end');

  it('puts what is pinned beside the lead and at the end', () => {
    expect(layout_order(customer, pinned)).toEqual(['name', 'level', 'state', 'city']);
  });

  it('moves a column beside another one, and pins it as its neighbour is', () => {
    const moved = layout_move(customer, pinned, 'state', 'city', 'behind');
    expect(layout_order(customer, moved)).toEqual(['name', 'level', 'city', 'state']);
    expect(pin_of(moved, 'state')).toBe('end');
    expect(pin_of(layout_move(customer, pinned, 'level', 'state', 'behind'), 'level')).toBeNull();
  });

  it('never puts anything before the lead', () => {
    const moved = layout_move(customer, small, 'level', 'name', 'before');
    expect(layout_order(customer, moved)).toEqual(['name', 'level', 'city', 'state']);
    expect(layout_move(customer, small, 'name', 'level', 'behind')).toBe(small);
  });

  it('steps one place with the keyboard, and stops at the edges', () => {
    expect(layout_order(customer, layout_step(customer, small, 'level', -1))).toEqual([
      'name',
      'city',
      'level',
      'state',
    ]);
    expect(layout_step(customer, small, 'city', -1)).toBe(small);
    expect(layout_step(customer, small, 'level', 1)).toBe(small);
  });
});

describe('widths', () => {
  it('share the room that is left, but sized columns keep theirs', () => {
    const columns = [
      { id: 'a', width: 100, fixed: false },
      { id: 'b', width: 100, fixed: true },
      { id: 'c', width: 300, fixed: false },
    ];
    expect(widths_fit(columns, 900)).toEqual({ a: 200, b: 100, c: 600 });
    expect(widths_fit(columns, 200)).toEqual({ a: 100, b: 100, c: 300 });
  });

  it('fit the title, a Chinese one with wider letters', () => {
    const field = { type: 'boolean' } as const;
    const short = width_usual(field, 'On', false);
    expect(width_usual(field, 'A title of thirty letters, so', false)).toBeGreaterThan(short);
    expect(width_usual(field, '是否参与需求响应计划', false)).toBeGreaterThan(
      width_usual(field, 'ten letter', false),
    );
  });
});
