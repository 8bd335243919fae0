/** The parts of ECharts that every chart uses. `parts.ts` loads the optional ones. */
import {
  BarChart,
  type BarSeriesOption,
  LineChart,
  type LineSeriesOption,
  type SankeySeriesOption,
} from 'echarts/charts';
import {
  type GridComponentOption,
  GridSimpleComponent,
  LegendComponent,
  type LegendComponentOption,
  type TooltipComponentOption,
} from 'echarts/components';
import { type ComposeOption, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([LineChart, BarChart, GridSimpleComponent, LegendComponent, CanvasRenderer]);

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | SankeySeriesOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
>;
export type ChartHandle = ReturnType<typeof init>;

/** Returns the pixel ratio. It is higher on zoomed wall screens and on paper, for sharp charts. */
export function pixelRatioOf(element: HTMLElement): number {
  const sharpness = Number(element.closest<HTMLElement>('[data-sharp]')?.dataset.sharp ?? 0);
  const { currentCSSZoom = 1 } = element as { currentCSSZoom?: number };
  return Math.max(window.devicePixelRatio * currentCSSZoom, sharpness);
}

/** Creates a chart with a given size, so that the browser need not measure. */
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

/** Names of series that the user has switched off in the legend, by chart. */
const switchedOff = new WeakMap<ChartHandle, ReadonlySet<string>>();

const NONE: ReadonlySet<string> = new Set();

export const listSwitchedOff = (chart: ChartHandle): ReadonlySet<string> => switchedOff.get(chart) ?? NONE;

export const isSwitchedOff = (chart: ChartHandle | null, name: string): boolean =>
  chart !== null && listSwitchedOff(chart).has(name);

const REPLACED = { replaceMerge: ['series', 'yAxis', 'xAxis'] };

export const drawChart = (chart: ChartHandle, option: ChartOption): void => chart.setOption(option, REPLACED);
