/**
 * Whoever points at one chart of time sees that time in all the others of the page. A line is moved over each picture;
 * no picture is drawn anew, and nothing of React runs.
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

function hideLine(one: Timed): void {
  one.line?.remove();
  one.line = null;
}

/** Where an instant stands in a chart, in pixels; null where it does not. */
function placeOf(one: Timed, moment: number): number | null {
  const chart = one.chartNow();
  const value = one.scale()?.valueAt(moment) ?? null;
  if (!chart || value === null) return null;
  const x = Number(chart.convertToPixel(AXIS, value));
  return Number.isFinite(x) && chart.containPixel(GRID, [x, one.element.clientHeight / 2]) ? x : null;
}

function moveLine(one: Timed, moment: number): void {
  const x = placeOf(one, moment);
  if (x === null) {
    hideLine(one);
    return;
  }
  if (!one.line) {
    one.line = one.element.appendChild(document.createElement('div'));
    one.line.className = 'wd-chart-crosshair';
    one.line.dataset.crosshair = '';
  }
  one.line.style.translate = `${Math.round(x)}px`;
}

/** Charts of one page; what stands in a dialog over it is another one. */
const pageOf = ({ element }: Timed): Element | null => element.closest('[role=dialog], .wd-page, main');

function others(one: Timed): Timed[] {
  const page = pageOf(one);
  return [...charts].filter((other) => other !== one && pageOf(other) === page);
}

/** The instant under the pointer; null beside the drawing. */
function momentUnder(one: Timed, { clientX, clientY }: MouseEvent): number | null {
  const chart = one.chartNow();
  const scale = one.scale();
  const { left, top } = one.element.getBoundingClientRect();
  const place: [number, number] = [clientX - left, clientY - top];
  if (!chart || !scale || !chart.containPixel(GRID, place)) return null;
  const moment = scale.momentAt(Number(chart.convertFromPixel(AXIS, place[0])));
  return Number.isFinite(moment) ? moment : null;
}

/** Lets a chart show and hear where somebody points in time; answers how to leave. */
export function watchCrosshair(
  element: HTMLElement,
  chartNow: () => ChartHandle | null,
  scale: () => TimeScale | undefined,
): () => void {
  const own: Timed = { element, chartNow, scale, line: null };
  const leaving = new AbortController();
  const say = (event: PointerEvent | null): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const moment = event && momentUnder(own, event);
      for (const other of others(own)) {
        if (moment === null) hideLine(other);
        else moveLine(other, moment);
      }
    });
  };
  charts.add(own);
  element.addEventListener('pointermove', say, { signal: leaving.signal, passive: true });
  element.addEventListener('pointerleave', () => say(null), { signal: leaving.signal });
  return () => {
    leaving.abort();
    for (const one of charts) hideLine(one);
    charts.delete(own);
  };
}
