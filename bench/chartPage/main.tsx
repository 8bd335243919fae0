/** Nothing but charts, with the options that the widget gives them: what a board of as many is compared with. */
import { type ChartHandle, drawChart, startChart } from '../../runtime/board/echarts.ts';
import type { WidgetContext } from '../../runtime/board/widget.ts';
import { chartTheme } from '../../runtime/theme/chartTheme.ts';
import { tokens } from '../../runtime/theme/tokens.ts';
import { trendOption } from '../../widgets/trend/option.ts';

const POINT_MS = 300_000;
const SIZE = { width: 320, height: 150 };
const START = Date.parse('2026-11-20T16:00:00Z');
const CONTEXT: WidgetContext = {
  stationSn: 'bench',
  zone: 'Asia/Shanghai',
  now: START,
  editing: false,
  historical: null,
  lang: 'zh',
  range: null,
};

declare global {
  interface Window {
    drawCharts(charts: number, points: number): Promise<number>;
  }
}

const frame = () => new Promise((done) => requestAnimationFrame(done));
/** A frame begins before its picture is made, so it is there when the next one begins. */
const painted = () => frame().then(frame);
const boxOf = () => {
  const box = document.createElement('div');
  box.style.cssText = `float: left; width: ${SIZE.width}px; height: ${SIZE.height}px`;
  document.body.append(box);
  return box;
};
const seriesOf = (at: number, count: number) => ({
  key: 'p',
  name: 'P',
  color: '#1677ff',
  unit: 'kW',
  points: Array.from({ length: count }, (_, x): [number, number] => [
    START + x * POINT_MS,
    Math.sin(x / 9 + at) * 100,
  ]),
});

/** Milliseconds from nothing to the picture. */
window.drawCharts = async (charts, points) => {
  document.body.replaceChildren();
  const boxes = Array.from({ length: charts }, boxOf);
  const series = boxes.map((_, at) => seriesOf(at, points));
  await frame();
  const start = performance.now();
  const handles = boxes.map((box, at): ChartHandle => {
    const chart = startChart(box, chartTheme(tokens.default), SIZE);
    drawChart(chart, trendOption({}, CONTEXT, [series[at]!], SIZE), false);
    return chart;
  });
  await painted();
  const spent = performance.now() - start;
  for (const chart of handles) chart.dispose();
  return spent;
};
