/** Draws a chart in its box: canvas, theme, size of the box, no animation. Only visible charts are drawn. */
import {
  type ChartHandle,
  type ChartOption,
  drawChart,
  isSwitchedOff,
  listSwitchedOff,
  pixelRatioOf,
  startChart,
} from './echarts.ts';
import { bringPart, type ChartPart, expectPointer, loadedParts, neededParts } from './parts.ts';
import { watchViewport } from './viewport.ts';

export interface ChartSize {
  width: number;
  height: number;
}

export type MakeOption = (size: ChartSize, isOff: (series: string) => boolean) => ChartOption;

interface DrawingOptions {
  theme: object;
  /** Returns the function for the current option. A new function means a new drawing. */
  makeOption(): MakeOption;
  onPress(place: { index: number; series: string }): void;
}

export interface Drawing {
  chart(): ChartHandle | null;
  measure(): void;
  /** @param isMeasured true if the pixel ratio is up to date */
  draw(isMeasured: boolean): void;
  end(): void;
}

interface Drawn {
  make: MakeOption;
  size: ChartSize;
  ratio: number;
}

interface Place {
  x: number;
  y: number;
}

/** Handles the pointer after it first enters the element. Until then `place` is null. */
function watchPointer(element: HTMLElement, onCome: () => void) {
  let place: Place | null = null;
  const leaving = new AbortController();
  const note = ({ clientX, clientY }: PointerEvent): void => {
    const { left, top } = element.getBoundingClientRect();
    const isFirst = place === null;
    place = { x: clientX - left, y: clientY - top };
    if (isFirst) onCome();
  };
  element.addEventListener('pointerenter', note, { signal: leaving.signal });
  element.addEventListener('pointermove', note, { signal: leaving.signal, passive: true });
  return { place: () => place, end: () => leaving.abort() };
}

function endChart(chart: ChartHandle): void {
  chart.getDom().remove();
  chart.dispose();
}

/** Switches off the series that were off before. */
function switchOff(chart: ChartHandle, names: Iterable<string>): void {
  for (const name of names) chart.dispatchAction({ type: 'legendToggleSelect', name });
}

/** Requests the parts that a chart needs, each once. Without a missing part the chart is still drawn. */
function requestParts(onArrive: () => void) {
  const requested = new Set<ChartPart>();
  const waiting = new Set<ChartPart>();
  return {
    isWaiting: (part: ChartPart): boolean => waiting.has(part),
    request(part: ChartPart): void {
      if (requested.has(part)) return;
      requested.add(part);
      waiting.add(part);
      void bringPart(part).then(() => {
        waiting.delete(part);
        onArrive();
      });
    },
  };
}

export function createDrawing(element: HTMLElement, { theme, makeOption, onPress }: DrawingOptions): Drawing {
  let chart: ChartHandle | null = null;
  let size: ChartSize = { width: 0, height: 0 };
  let ratio = 1;
  let drawn: Drawn | null = null;
  /** False after a change outside option and size, such as a new part. */
  let isFresh = false;
  /** The parts loaded when the chart was created. Later parts need a new chart. */
  let parts: ReadonlySet<ChartPart> = new Set();
  let isEnded = false;
  const drawAgain = (): void => {
    isFresh = false;
    if (!isEnded) draw(false);
  };
  const inSight = watchViewport(element, () => draw(false));
  const pointer = watchPointer(element, drawAgain);
  const later = requestParts(drawAgain);
  const isOff = (name: string): boolean => isSwitchedOff(chart, name);
  expectPointer();

  function start(): ChartHandle {
    parts = loadedParts();
    const started = startChart(document.createElement('div'), theme, size, ratio);
    started.on('click', ({ dataIndex, seriesId = '' }) => onPress({ index: dataIndex, series: seriesId }));
    return started;
  }

  function draw(isMeasured: boolean): void {
    // ECharts cannot start before the box has a size.
    if (size.width === 0 || size.height === 0 || !inSight.now()) return;
    const make = makeOption();
    if (isFresh && drawn?.make === make && drawn.size === size) return;
    const place = pointer.place();
    const { tooltip, ...picture } = make(size, isOff);
    const needed = neededParts(place ? { ...picture, tooltip } : picture);
    const here = loadedParts();
    for (const part of needed) if (!here.has(part)) later.request(part);
    if (later.isWaiting('markLine')) return;
    if (!isMeasured) ratio = pixelRatioOf(element);
    const isOutdated = drawn?.ratio !== ratio || needed.some((part) => here.has(part) && !parts.has(part));
    const before = isOutdated ? chart : null;
    if (chart && !before && drawn?.size !== size) chart.resize(size);
    const present = before || !chart ? start() : chart;
    drawChart(present, place && here.has('tooltip') ? { ...picture, tooltip } : picture);
    if (present !== chart) {
      if (before) switchOff(present, listSwitchedOff(before));
      // Drawing text on an attached canvas forces a layout of the page for each chart. The canvas is therefore attached
      // after drawing.
      element.append(present.getDom());
      if (before) endChart(before);
      if (place) present.dispatchAction({ type: 'showTip', ...place });
      chart = present;
    }
    drawn = { make, size, ratio };
    isFresh = true;
  }

  return {
    chart: () => chart,
    measure() {
      const { clientWidth: width, clientHeight: height } = element;
      if (width !== size.width || height !== size.height) size = { width, height };
      ratio = pixelRatioOf(element);
      inSight.now();
    },
    draw,
    end() {
      isEnded = true;
      inSight.end();
      pointer.end();
      if (chart) endChart(chart);
    },
  };
}
