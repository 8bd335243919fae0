import { expect, it } from 'vitest';
import { neededParts } from '../../../../runtime/kit/chart/parts.ts';

const LINE = { type: 'line' as const, data: [1, 2] };

it('needs no part for plain series', () => {
  expect(neededParts({ series: [LINE] })).toEqual([]);
  expect(neededParts({ series: LINE, legend: { show: true } })).toEqual([]);
});

it('needs the part of lines for a series with thresholds, and the tooltip if it is shown', () => {
  const limited = { ...LINE, markLine: { data: [{ yAxis: 1 }] } };
  expect(neededParts({ series: [LINE, limited] })).toEqual(['markLine']);
  expect(neededParts({ series: [limited], tooltip: { trigger: 'axis' } })).toEqual(['markLine', 'tooltip']);
});
