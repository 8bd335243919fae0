import { describe, expect, it } from 'vitest';
import type { StatisticDefinition } from '../../../../generated/definition.ts';
import {
  addFigure,
  addSplit,
  changeFigure,
  listMeasuredFigures,
  listSplitFields,
  removeFigure,
  removeSplit,
  showSplit,
  stepSplit,
} from '../../../../pages/studio/parts/design/lists/reportChanges.ts';
import { orderWith } from './order.ts';

const order = orderWith({
  due: { type: 'string', format: 'date', title: { zh: '交期', en: 'Due' } },
  stationSn: { type: 'string', 'x-ref': 'station', 'x-refKey': 'sn' },
  total: { type: 'string', format: 'money', title: { zh: '合计', en: 'Total' } },
});
const report: StatisticDefinition = {
  name: 'orders',
  title: { zh: '订单', en: 'Orders' },
  of: 'order',
  dimensions: [{ name: 'month', field: 'createdAt', step: 'month' }],
  figures: [{ name: 'records', do: 'count', title: { zh: '记录数', en: 'Records' } }],
  by: ['month'],
};

describe('a report', () => {
  it('measures figures, and counts if there are none', () => {
    expect(listMeasuredFigures(order)).toEqual(['total']);
    const summed = addFigure(report, order);
    expect(summed.figures[1]).toEqual({ name: 'total', do: 'sum', field: 'total' });
    const counted = changeFigure(summed, 1, order, { measure: 'count', field: 'total' });
    expect(counted.figures[1]).toMatchObject({ name: 'total', do: 'count' });
    expect(counted.figures[1]).not.toHaveProperty('field');
    expect(addFigure(summed, order).figures[2]).toMatchObject({ name: 'records2', do: 'count' });
  });

  it('is split by fields with few values, and dates by a calendar step', () => {
    expect(listSplitFields(order)).toEqual(['due', 'stationSn', 'createdBy', 'createdAt', 'updatedAt']);
    const split = addSplit(addSplit(report, order, 'stationSn'), order, 'due');
    expect(split).toMatchObject({
      dimensions: [{}, { field: 'stationSn' }, { name: 'month2', field: 'due', step: 'month' }],
      by: ['month', 'stationSn', 'month2'],
    });
    expect(addSplit(split, order, 'createdBy').by).toHaveLength(3);
    expect(stepSplit(split, 2, 'year').dimensions?.[2]?.step).toBe('year');
    expect(showSplit(split, 0, false).by).toEqual(['stationSn', 'month2']);
  });

  it('drops the sort order by a removed part', () => {
    const sorted = { ...addFigure(report, order), sort: '-total' };
    expect(removeFigure(sorted, 1)).not.toHaveProperty('sort');
    expect(removeFigure(sorted, 0).sort).toBe('-total');
    const bare = removeSplit({ ...report, sort: 'month' }, 0);
    expect(bare).not.toHaveProperty('dimensions');
    expect([bare.by, bare.sort]).toEqual([undefined, undefined]);
  });
});
