/**
 * Shows the pointer's time in all time charts of the page. The line is an element over each chart, so neither the
 * charts nor React render.
 */
import type { ChartHandle } from './echarts.ts';
import type { TimeScale } from './timeScale.ts';

interface Timed {
  element: HTMLElement;
  chartNow(): ChartHandle | null;
  scale(): TimeScale | undefined;
  line: HTMLElement | null;
}

const charts = new Set<Timed>();
let frame = 0;

const AXIS = { xAxisIndex: 0 };
const GRID = { gridIndex: 0 };

function hideLine(chart: Timed): void {
  chart.line?.remove();
  chart.line = null;
}

/** Returns the position of an instant in a chart, in pixels. Null if outside the chart. */
function placeOf(timed: Timed, moment: number): number | null {
  const chart = timed.chartNow();
  const value = timed.scale()?.valueAt(moment) ?? null;
  if (!chart || value === null) return null;
  const x = Number(chart.convertToPixel(AXIS, value));
  return Number.isFinite(x) && chart.containPixel(GRID, [x, timed.element.clientHeight / 2]) ? x : null;
}

function moveLine(chart: Timed, moment: number): void {
  const x = placeOf(chart, moment);
  if (x === null) {
    hideLine(chart);
    return;
  }
  if (!chart.line) {
    chart.line = chart.element.appendChild(document.createElement('div'));
    chart.line.className = 'wd-chart-crosshair';
    chart.line.dataset.crosshair = '';
  }
  chart.line.style.translate = `${Math.round(x)}px`;
}

/** Returns the page of a chart. A dialog over it counts as another page. */
const pageOf = ({ element }: Timed): Element | null => element.closest('[role=dialog], .wd-page, main');

function others(chart: Timed): Timed[] {
  const page = pageOf(chart);
  return [...charts].filter((other) => other !== chart && pageOf(other) === page);
}

/** Returns the instant under the pointer, in epoch milliseconds. Null outside the drawing. */
function momentUnder(timed: Timed, { clientX, clientY }: MouseEvent): number | null {
  const chart = timed.chartNow();
  const scale = timed.scale();
  const { left, top } = timed.element.getBoundingClientRect();
  const place: [number, number] = [clientX - left, clientY - top];
  if (!chart || !scale || !chart.containPixel(GRID, place)) return null;
  const moment = scale.momentAt(Number(chart.convertFromPixel(AXIS, place[0])));
  return Number.isFinite(moment) ? moment : null;
}

/** Connects a chart to the shared crosshair. Returns the function that disconnects it. */
export function watchCrosshair(
  element: HTMLElement,
  chartNow: () => ChartHandle | null,
  scale: () => TimeScale | undefined,
): () => void {
  const chart: Timed = { element, chartNow, scale, line: null };
  const leaving = new AbortController();
  const report = (event: PointerEvent | null): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const moment = event && momentUnder(chart, event);
      for (const other of others(chart)) {
        if (moment === null) hideLine(other);
        else moveLine(other, moment);
      }
    });
  };
  charts.add(chart);
  element.addEventListener('pointermove', report, { signal: leaving.signal, passive: true });
  element.addEventListener('pointerleave', () => report(null), { signal: leaving.signal });
  return () => {
    leaving.abort();
    for (const chart of charts) hideLine(chart);
    charts.delete(chart);
  };
}
