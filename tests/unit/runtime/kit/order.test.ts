import { describe, expect, it, vi } from 'vitest';
import { orderOf } from '../../../../runtime/kit/table/order.ts';

describe('rows that the server sorts by one column', () => {
  const onSort = vi.fn();
  const order = (sort: 'time' | '-time' | null) => orderOf(['time'] as const, sort, onSort);

  it('show the column, in the spelling of the call', () => {
    expect(order(null).sort).toEqual([]);
    expect(order('time').sort).toEqual([{ field: 'time', order: 'asc' }]);
    expect(order('-time').sort).toEqual([{ field: 'time', order: 'desc' }]);
  });

  it('sort by the column pressed last, and by none that the server cannot sort', () => {
    const { onSort: press } = order(null);
    press([
      { field: 'other', order: 'asc' },
      { field: 'time', order: 'desc' },
    ]);
    press([{ field: 'other', order: 'asc' }]);
    press([]);
    expect(onSort.mock.calls).toEqual([['-time'], [null], [null]]);
  });
});
