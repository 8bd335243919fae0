import { describe, expect, it, vi } from 'vitest';
import { orderOf } from '../../../../runtime/kit/table/order.ts';

describe('rows that the server sorts by one column', () => {
  const onSort = vi.fn();
  const order = (sort: 'time' | '-time' | null) => orderOf(['time'] as const, sort, onSort);

  it('say by which, in the spelling of the call', () => {
    expect(order(null).sort).toEqual([]);
    expect(order('time').sort).toEqual([{ field: 'time', order: 'asc' }]);
    expect(order('-time').sort).toEqual([{ field: 'time', order: 'desc' }]);
  });

  it('ask for the column that was pressed last, and for none that the server cannot sort', () => {
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
