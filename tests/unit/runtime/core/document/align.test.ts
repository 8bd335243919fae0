import { describe, expect, it } from 'vitest';
import { type Alignment, alignItems } from '../../../../../runtime/core/document/align.ts';
import { alignWidgets } from '../../../../../runtime/core/document/edit.ts';
import { parseDocument } from '../../../../../runtime/core/document/parse.ts';

const item = (i: string, x: number, y: number, w: number, h: number) => ({ i, x, y, w, h });
const layout = [item('a', 2, 0, 4, 2), item('b', 8, 0, 6, 4), item('c', 20, 2, 2, 3)];
const aligned = (how: Alignment, ids = ['b', 'a', 'c']) =>
  Object.fromEntries([...alignItems(layout, ids, how)].map(([id, { x, y, w, h }]) => [id, [x, y, w, h]]));

describe('selected widgets', () => {
  it('stand in one line', () => {
    expect(aligned('left')).toEqual({ a: [2, 0, 4, 2], b: [2, 0, 6, 4], c: [2, 2, 2, 3] });
    expect(aligned('right')).toEqual({ a: [18, 0, 4, 2], b: [16, 0, 6, 4], c: [20, 2, 2, 3] });
    expect(aligned('top')).toMatchObject({ c: [20, 0, 2, 3] });
    expect(aligned('bottom')).toMatchObject({ a: [2, 3, 4, 2], b: [8, 1, 6, 4] });
  });

  it('get the size of the first selected one', () => {
    expect(aligned('width')).toEqual({ a: [2, 0, 6, 2], b: [8, 0, 6, 4], c: [18, 2, 6, 3] });
    expect(aligned('height')).toMatchObject({ a: [2, 0, 4, 4], c: [20, 2, 2, 4] });
  });

  it('get equal gaps between them', () => {
    expect(aligned('distribute')).toEqual({ a: [2, 0, 4, 2], b: [10, 0, 6, 4], c: [20, 2, 2, 3] });
  });

  it('must be at least two unlocked ones', () => {
    expect(aligned('left', ['a'])).toEqual({});
    expect(alignItems([layout[0]!, { ...layout[1]!, static: true }], ['a', 'b'], 'left').size).toBe(0);
  });

  it('are stacked where they would overlap', () => {
    const { document } = parseDocument({
      version: 2,
      widgets: layout.map(({ i }) => ({ id: i, type: 'gauge', version: 1, config: {} })),
      layouts: { lg: layout },
    });
    alignWidgets(['a', 'b'], 'left')(document);
    expect(document.layouts.lg.map(({ i, x, y }) => [i, x, y])).toEqual([
      ['a', 2, 0],
      ['b', 2, 2],
      ['c', 20, 0],
    ]);
  });
});
