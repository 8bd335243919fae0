/**
 * Draws only charts, in the same way as the widget. A board with the same number of charts is compared with this
 * page.
 */
import type { TrendConfig } from '../../generated/types.ts';
import type { WidgetContext } from '../../runtime/board/widget/widget.ts';
import type { HistoryRow } from '../../runtime/core/scheduler/types.ts';
import { type ChartHandle, drawChart, startChart } from '../../runtime/kit/chart/echarts.ts';
import { chartTheme } from '../../runtime/kit/theme/chartTheme.ts';
import { tokens } from '../../runtime/kit/theme/tokens.ts';
import { trendOption } from '../../widgets/trend/option.ts';
import { readTrend } from '../../widgets/trend/series.ts';

export interface Size {
  width: number;
  height: number;
}

const CONTEXT: WidgetContext = {
  stationSn: 'bench',
  zone: 'Asia/Shanghai',
  now: Date.now(),
  editing: false,
  historical: null,
  lang: 'zh',
  range: null,
};

declare global {
  interface Window {
    /** Returns the milliseconds from an empty page to the painted frame, with the data in memory. */
    drawCharts(rows: readonly HistoryRow[], size: Size): Promise<number>;
    /** Resolves when the next frame has been painted. */
    picture(): Promise<void>;
  }
}

const boxOf = ({ width, height }: Size) => {
  const box = document.createElement('div');
  box.style.cssText = `float: left; width: ${width}px; height: ${height}px`;
  document.body.append(box);
  return box;
};

window.drawCharts = async (rows, size) => {
  document.body.replaceChildren();
  const charts = rows.map((row) => {
    const config: TrendConfig = { nodeInfo: [{ deviceVar: ['', row.sn], name: 'P' }] };
    const series = readTrend(config, CONTEXT, [{ key: '', ok: true, data: [row] }], {
      palette: tokens.default.chart,
    });
    return { box: boxOf(size), config, series };
  });
  await window.picture();
  const start = performance.now();
  const handles = charts.map(({ box, config, series }): ChartHandle => {
    const chart = startChart(box, chartTheme(tokens.default), size);
    const look = { theme: tokens.default, soFar: '', isOff: () => false };
    const { tooltip: _, ...picture } = trendOption(config, CONTEXT, series, size, look);
    drawChart(chart, picture);
    return chart;
  });
  await window.picture();
  const spent = performance.now() - start;
  for (const chart of handles) chart.dispose();
  return spent;
};
