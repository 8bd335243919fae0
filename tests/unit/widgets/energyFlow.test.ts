import { describe, expect, it } from 'vitest';
import type { LabelTotals } from '../../../runtime/board/energy/labelTotals.ts';
import { flowNodes } from '../../../widgets/energyFlow/flows.ts';
import { flowOption } from '../../../widgets/energyFlow/option.ts';

const totalsOf = (labels: [id: number, parentId: number | null, value: number | null][]): LabelTotals => ({
  energyType: { id: 1, code: 'electricity', name: 'Electricity', unit: 'kWh' },
  total: labels.reduce((sum, [, parentId, value]) => (parentId === null ? sum + (value ?? 0) : sum), 0),
  labels: labels.map(([id, parentId, value]) => ({
    ...{ id, parentId, value, name: `Label ${id}`, level: 0, share: null },
  })),
});

const shown = (totals: LabelTotals, levels = 3) =>
  flowNodes(totals, levels).map(({ name, value, from }) => [name, value, from]);

describe('the flow of energy', () => {
  it('begins at the only top label, and ends with the unexplained rest', () => {
    const totals = totalsOf([
      [1, null, 100],
      [2, 1, 60],
      [3, 1, 30],
      [4, 2, 60],
    ]);
    expect(shown(totals)).toEqual([
      ['Label 1', 100, null],
      ['Label 2', 60, 1],
      ['Label 4', 60, 2],
      ['Label 3', 30, 1],
      [null, 10, 1],
    ]);
  });

  it('begins at the energy type if there are several top labels', () => {
    const totals = totalsOf([
      [1, null, 70],
      [2, null, 30],
    ]);
    expect(shown(totals)).toEqual([
      ['Electricity', 100, null],
      ['Label 1', 70, 0],
      ['Label 2', 30, 0],
    ]);
  });

  it('omits labels without consumption or below the levels, and treats a label with an unknown parent as a top label', () => {
    const totals = totalsOf([
      [1, 9, 50],
      [2, 1, 0],
      [3, 1, null],
      [4, 1, 50],
      [5, 4, 50],
    ]);
    expect(shown(totals, 2).map(([name]) => name)).toEqual(['Label 1', 'Label 4']);
    expect(shown(totalsOf([[1, null, null]]))).toEqual([]);
  });

  it('treats a remainder below half a percent as rounding', () => {
    const totals = totalsOf([
      [1, null, 1000],
      [2, 1, 996],
    ]);
    expect(shown(totals)).toHaveLength(2);
  });

  it('is drawn with a bar for each node, a flow for each that comes from another, and its names as text', () => {
    const nodes = flowNodes(
      totalsOf([
        [1, null, 100],
        [2, 1, 80],
      ]),
      3,
    );
    const { series, tooltip } = flowOption(
      nodes,
      {
        nameOf: ({ name }) => `<b>${name}`,
        valueOf: ({ value }) => `${value} kWh`,
        shareOf: () => '80 %',
        ...{ share: 'Share', colorOf: () => '#000', text: '#111' },
      },
      { width: 600, height: 300 },
    ) as { series: { data: object[]; links: object[] }; tooltip: { formatter(params: object): string } };
    expect(series.data).toHaveLength(3);
    expect(series.links).toEqual([
      { source: '1', target: '2', value: 80 },
      { source: '1', target: '-1', value: 20 },
    ]);
    const tip = tooltip.formatter({ dataType: 'edge', dataIndex: 0 });
    expect(tip).toContain('&lt;b&gt;Label 2');
    expect(tip).toContain('80 %');
    expect(tooltip.formatter({ dataType: 'node', dataIndex: 0 })).not.toContain('Share');
  });
});
