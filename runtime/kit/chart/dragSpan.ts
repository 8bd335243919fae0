/** Marks a span on a chart's horizontal axis with the mouse. A double click returns to the previous span. */
import type { ChartHandle } from './echarts.ts';

export interface SpanListener {
  /** Called with the marked span, in axis values. */
  onSpan(from: number, to: number): void;
  /** Null without a previous span. */
  onBack: (() => void) | null;
}

/** A shorter movement is a click. */
const LEAST_PIXELS = 8;

interface Drag {
  pointer: number;
  start: number;
  at: number;
  mark: HTMLElement | null;
}

function drawMark(element: HTMLElement, drag: Drag): HTMLElement {
  const mark = drag.mark ?? element.appendChild(document.createElement('div'));
  mark.className = 'wd-chart-span';
  mark.style.left = `${Math.min(drag.start, drag.at)}px`;
  mark.style.width = `${Math.abs(drag.at - drag.start)}px`;
  return mark;
}

/**
 * Handles the pointer. Only mouse and pen mark, because a finger scrolls the page. Returns a function that stops it.
 */
export function watchSpan(
  element: HTMLElement,
  chartNow: () => ChartHandle | null,
  listener: () => SpanListener | undefined,
): () => void {
  let drag: Drag | null = null;
  const leaving = new AbortController();
  const listen = <K extends keyof HTMLElementEventMap>(
    name: K,
    handler: (event: HTMLElementEventMap[K]) => void,
  ): void => element.addEventListener(name, handler, { signal: leaving.signal });
  const placeOf = ({ clientX, clientY }: MouseEvent): [x: number, y: number] => {
    const { left, top } = element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const inGrid = (place: [number, number]): boolean =>
    chartNow()?.containPixel({ gridIndex: 0 }, place) ?? false;
  const valueAt = (x: number): number => Number(chartNow()?.convertFromPixel({ xAxisIndex: 0 }, x));
  const end = (): Drag | null => {
    const ended = drag;
    ended?.mark?.remove();
    drag = null;
    return ended;
  };

  listen('pointerdown', (event) => {
    const place = placeOf(event);
    if (event.button !== 0 || event.pointerType === 'touch' || !listener() || !inGrid(place)) return;
    // The surrounding page must not select text or drag a widget.
    event.preventDefault();
    drag = { pointer: event.pointerId, start: place[0], at: place[0], mark: null };
    element.setPointerCapture(event.pointerId);
  });
  listen('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    drag.at = placeOf(event)[0];
    if (Math.abs(drag.at - drag.start) >= LEAST_PIXELS) drag.mark = drawMark(element, drag);
  });
  listen('pointerup', () => {
    const ended = end();
    if (!ended?.mark) return;
    const [from, to] = [valueAt(ended.start), valueAt(ended.at)].sort((a, b) => a - b);
    if (Number.isFinite(from) && Number.isFinite(to)) listener()?.onSpan(from!, to!);
  });
  listen('pointercancel', end);
  listen('dblclick', (event) => {
    if (inGrid(placeOf(event))) listener()?.onBack?.();
  });
  return () => {
    end();
    leaving.abort();
  };
}
