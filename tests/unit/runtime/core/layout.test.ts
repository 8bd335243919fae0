import { describe, expect, it } from 'vitest';
import {
  fillRow,
  rightOfBlock,
  rightsOfLayout,
  rowWidths,
} from '../../../../runtime/core/definitions/layout.ts';

describe('the widths of a row', () => {
  it('are the ones of the blocks, and the others share the rest', () => {
    expect(rowWidths([{}])).toEqual([24]);
    expect(rowWidths([{ width: 16 }, {}])).toEqual([16, 8]);
    expect(rowWidths([{}, {}, { width: 4 }])).toEqual([10, 10, 4]);
    expect(rowWidths([{ width: 6 }, { width: 6 }])).toEqual([6, 6]);
  });

  it('fill the whole row if some blocks are omitted', () => {
    expect(fillRow([15, 9], [9])).toEqual([24]);
    expect(fillRow([6, 6, 12], [6, 12])).toEqual([8, 16]);
    expect(fillRow([6, 6], [6])).toEqual([12]);
  });
});

describe('the rights of a page', () => {
  const ofStatistic = (name: string) => (name === 'racks' ? 'batteryRack' : undefined);
  const rows = [
    [
      { as: 'list', entity: 'shelf' },
      { as: 'form', entity: 'shelf' },
    ],
    [{ as: 'bar', statistic: 'racks' }, { as: 'text' }],
  ];

  it('are the ones of its blocks', () => {
    expect(rightsOfLayout({ rows }, ofStatistic)).toEqual(['shelf:list', 'shelf:create', 'batteryRack:list']);
    expect(rightOfBlock({ as: 'text' }, ofStatistic)).toBeNull();
  });
});
