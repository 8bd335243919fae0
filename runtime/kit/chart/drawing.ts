/** Draws one chart in its box: canvas, our theme, the size of the box, no animation. It is drawn when it is visible. */
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

interface Wanted {
  theme: object;
  /** Returns the function that makes the present picture. A new function is a new picture. */
  makeOption(): MakeOption;
  onPress(place: { index: number; series: string }): void;
}

export interface Drawing {
  chart(): ChartHandle | null;
  measure(): void;
  /** @param isMeasured the pixel ratio was measured just now */
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

/** Watches the pointer from its first visit on. `place` is null before that. */
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

/** Switches the series off that were off in the chart before. */
function switchOff(chart: ChartHandle, names: Iterable<string>): void {
  for (const name of names) chart.dispatchAction({ type: 'legendToggleSelect', name });
}

/** Requests the parts that a chart needs, each once, because it is drawn without one that does not arrive. */
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

export function createDrawing(element: HTMLElement, { theme, makeOption, onPress }: Wanted): Drawing {
  let chart: ChartHandle | null = null;
  let size: ChartSize = { width: 0, height: 0 };
  let ratio = 1;
  let drawn: Drawn | null = null;
  /** False after a change that neither the option nor the size shows. */
  let isFresh = false;
  /** The parts that were here when the chart was started. It knows no later ones. */
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
      // Text drawn on a canvas in the page forces a page layout for each chart. The canvas is therefore added after
      // drawing.
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
