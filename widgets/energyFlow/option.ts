/** Draws the flows. Nodes of a level are one below another, levels side by side. */

import type { ChartSize } from '../../runtime/kit/chart/Chart.tsx';
import type { ChartOption } from '../../runtime/kit/chart/echarts.ts';
import { placeTip, tipHtml } from '../../runtime/kit/chart/tip.ts';
import type { FlowNode } from './flows.ts';

export interface FlowLook {
  nameOf(node: FlowNode): string;
  valueOf(node: FlowNode): string;
  shareOf(node: FlowNode): string;
  share: string;
  colorOf(node: FlowNode): string;
  text: string;
}

/** Fraction of the width for the names of the last level. */
const NAMES = 0.24;
const NAMES_MOST = 180;
const MARGIN = 8;
const BAR = 12;
/** Gap in px, so that the smallest node has space for its name and figure. */
const GAP = 26;

const keyOf = (id: number): string => String(id);

export function flowOption(nodes: readonly FlowNode[], look: FlowLook, { width }: ChartSize): ChartOption {
  const names = Math.min(NAMES_MOST, width * NAMES);
  const byKey = new Map(nodes.map((node) => [keyOf(node.id), node]));
  const label = ({ name }: { name: string }): string => {
    const node = byKey.get(name);
    return node ? `${look.nameOf(node)}\n${look.valueOf(node)}` : '';
  };
  const flows = nodes.filter(({ from }) => from !== null);
  return {
    tooltip: {
      trigger: 'item',
      formatter(params: unknown) {
        const place = placeTip(params, 'dataIndex');
        const isFlow = Reflect.get(params as object, 'dataType') === 'edge';
        const node = place === null ? undefined : (isFlow ? flows : nodes)[place];
        if (!node) return '';
        const row = { color: look.colorOf(node), name: look.nameOf(node), value: look.valueOf(node) };
        const share = { color: 'transparent', name: look.share, value: look.shareOf(node) };
        return tipHtml(look.nameOf(node), node.from === null ? [row] : [row, share]);
      },
    },
    series: {
      type: 'sankey',
      nodeAlign: 'left',
      draggable: false,
      nodeWidth: BAR,
      nodeGap: GAP,
      ...{ left: MARGIN, right: names, top: MARGIN, bottom: MARGIN },
      label: {
        color: look.text,
        formatter: label,
        width: names - MARGIN,
        overflow: 'truncate',
        lineHeight: 14,
      },
      emphasis: { focus: 'adjacency' },
      lineStyle: { color: 'gradient', opacity: 0.35, curveness: 0.5 },
      data: nodes.map((node) => ({
        name: keyOf(node.id),
        value: node.value,
        itemStyle: { color: look.colorOf(node), borderWidth: 0 },
      })),
      links: flows.map(({ id, from, value }) => ({ source: keyOf(from!), target: keyOf(id), value })),
    },
  };
}
