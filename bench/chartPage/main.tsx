/** Nothing but charts, drawn as the board draws them: what a board of as many widgets is compared with. */
import { type ChartHandle, startChart } from '../../runtime/board/echarts.ts';
import { chartTheme } from '../../runtime/theme/chartTheme.ts';
import { tokens } from '../../runtime/theme/tokens.ts';

const POINT_MS = 300_000;

declare global {
  interface Window {
    drawCharts(charts: number, points: number): Promise<number>;
  }
}

const frame = () => new Promise((done) => requestAnimationFrame(done));

/** Milliseconds from nothing to the picture. */
window.drawCharts = async (charts, points) => {
  document.body.replaceChildren();
  await frame();
  const start = performance.now();
  const handles: ChartHandle[] = [];
  for (let at = 0; at < charts; at++) {
    const box = document.createElement('div');
    box.style.cssText = 'float: left; width: 340px; height: 200px';
    document.body.append(box);
    const chart = startChart(box, chartTheme(tokens.default));
    const data = Array.from({ length: points }, (_, x) => [x * POINT_MS, Math.sin(x / 9 + at) * 100]);
    chart.setOption({
      animation: false,
      legend: {},
      tooltip: { trigger: 'axis' },
      grid: {},
      xAxis: { type: 'time' },
      yAxis: { type: 'value' },
      series: [{ type: 'line', showSymbol: false, data }],
    });
    handles.push(chart);
  }
  await frame();
  const spent = performance.now() - start;
  for (const chart of handles) chart.dispose();
  return spent;
};
