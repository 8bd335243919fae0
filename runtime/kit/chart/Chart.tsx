import { useEffect, useRef } from 'react';
import { chartTheme } from '../theme/chartTheme.ts';
import { useTokens } from '../theme/themeStore.ts';
import './chart.css';
import { watchCrosshair } from './crosshair.ts';
import { type SpanListener, watchSpan } from './dragSpan.ts';
import {
  type ChartHandle,
  type ChartOption,
  drawChart,
  isSwitchedOff,
  pixelRatioOf,
  startChart,
} from './echarts.ts';
import { watchSize } from './sizes.ts';
import type { TimeScale } from './timeScale.ts';
import { watchViewport } from './viewport.ts';

export interface ChartSize {
  width: number;
  height: number;
}

function endChart(chart: ChartHandle): void {
  chart.getDom().remove();
  chart.dispose();
}

interface Props {
  /**
   * A function of the size, so that a chart too small for its axis can drop it; `isOff` returns whether the legend has
   * switched a series off, whenever it is asked.
   */
  option(size: ChartSize, isOff: (series: string) => boolean): ChartOption;
  /** Says in words what the picture shows, for people who can't see it. */
  label: string;
  className?: string;
  /** Called with the span of the axis that the user marked. */
  span?: SpanListener | undefined;
  /** Called with the point and series that the user pressed. */
  press?: ((place: { index: number; series: string }) => void) | undefined;
  /** The axis as time, for the line that goes through all charts of a page. */
  time?: TimeScale | undefined;
}

/** The one place where ECharts meets React: canvas, our theme, its box's size, no animation; drawn when it is in sight. */
export function Chart({ option, label, className = 'wd-chart-fill', span, press, time }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(option);
  const draw = useRef<(isMeasured: boolean) => void>(undefined);
  const isPointed = useRef(false);
  const listenersRef = useRef({ span, press, time });
  listenersRef.current = { span, press, time };
  const tokens = useTokens();

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let chart: ChartHandle | null = null;
    let size: ChartSize = { width: 0, height: 0 };
    let ratio = 1;
    let drawn: { option: Props['option']; size: ChartSize; ratio: number } | null = null;
    const inSight = watchViewport(element, () => draw.current?.(false));
    const isOff = (name: string) => isSwitchedOff(chart, name);
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width !== size.width || height !== size.height) size = { width, height };
      ratio = pixelRatioOf(element);
      inSight.now();
    };
    draw.current = (isMeasured) => {
      // Not before the box has a size: ECharts can't start without one.
      if (size.width === 0 || size.height === 0 || !inSight.now()) return;
      if (drawn?.option === latest.current && drawn.size === size) return;
      if (!isMeasured) ratio = pixelRatioOf(element);
      if (chart && drawn?.ratio !== ratio) {
        endChart(chart);
        chart = null;
      }
      if (chart && drawn?.size !== size) chart.resize(size);
      if (!chart) {
        chart = startChart(document.createElement('div'), chartTheme(tokens), size, ratio);
        chart.on('click', ({ dataIndex, seriesId = '' }) =>
          listenersRef.current.press?.({ index: dataIndex, series: seriesId }),
        );
      }
      drawChart(chart, latest.current(size, isOff), isPointed.current);
      // Text drawn on a canvas that is in the page makes the browser lay out the page, once a chart.
      if (!drawn || drawn.ratio !== ratio) element.append(chart.getDom());
      drawn = { option: latest.current, size, ratio };
    };
    const onPoint = () => {
      isPointed.current = true;
      if (chart) drawChart(chart, latest.current(size, isOff), isPointed.current);
    };
    element.addEventListener('pointerenter', onPoint, { once: true });
    const leaveSpan = watchSpan(
      element,
      () => chart,
      () => listenersRef.current.span,
    );
    const leaveCrosshair = watchCrosshair(
      element,
      () => chart,
      () => listenersRef.current.time,
    );
    const leaveSizes = watchSize(element, { measure, draw: () => draw.current?.(true) });
    return () => {
      leaveSizes();
      leaveSpan();
      leaveCrosshair();
      element.removeEventListener('pointerenter', onPoint);
      inSight.end();
      draw.current = undefined;
      if (chart) endChart(chart);
    };
  }, [tokens]);

  useEffect(() => {
    latest.current = option;
    draw.current?.(false);
  }, [option]);

  return <div ref={box} className={`wd-chart ${className}`} role="img" aria-label={label} />;
}
