/** The parts of ECharts that we use. Others do not reach the browser. */
import {
  BarChart,
  type BarSeriesOption,
  LineChart,
  type LineSeriesOption,
  type SankeySeriesOption,
} from 'echarts/charts';
import {
  GridComponent,
  type GridComponentOption,
  LegendComponent,
  type LegendComponentOption,
  MarkLineComponent,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components';
import { type ComposeOption, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([
  LineChart,
  BarChart,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TooltipComponent,
  CanvasRenderer,
]);

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | SankeySeriesOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
>;
export type ChartHandle = ReturnType<typeof init>;

/** Returns the pixel ratio, which is higher on an enlarged wall screen and on paper, so that pictures are sharp. */
export function pixelRatioOf(element: HTMLElement): number {
  const sharpness = Number(element.closest<HTMLElement>('[data-sharp]')?.dataset.sharp ?? 0);
  const { currentCSSZoom = 1 } = element as { currentCSSZoom?: number };
  return Math.max(window.devicePixelRatio * currentCSSZoom, sharpness);
}

/** Starts a chart. Its size is given, so that the browser need not lay out the page to measure it. */
export function startChart(
  element: HTMLElement,
  theme: object,
  size: { width: number; height: number },
  devicePixelRatio = pixelRatioOf(element),
): ChartHandle {
  const chart = init(element, theme, { renderer: 'canvas', devicePixelRatio, ...size });
  chart.on('legendselectchanged', (event) => {
    const { selected } = event as { selected: Record<string, boolean> };
    switchedOff.set(chart, new Set(Object.keys(selected).filter((name) => !selected[name])));
  });
  return chart;
}

/** Names of the series that users switched off in the legend, by chart. */
const switchedOff = new WeakMap<ChartHandle, ReadonlySet<string>>();

export const isSwitchedOff = (chart: ChartHandle | null, name: string): boolean =>
  chart !== null && switchedOff.get(chart)?.has(name) === true;

const REPLACED = { replaceMerge: ['series', 'yAxis', 'xAxis'] };

/**
 * Draws a chart. The tooltip is added when the user first points at the chart, because preparing it lays out the whole
 * page.
 */
export function drawChart(chart: ChartHandle, { tooltip, ...picture }: ChartOption, isPointed: boolean) {
  chart.setOption(isPointed ? { ...picture, tooltip } : picture, REPLACED);
}
