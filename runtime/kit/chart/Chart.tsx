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
   * Returns the option for a size, so that a chart too small for its axis can omit it. `isOff` returns whether the user
   * has now switched a series off in the legend.
   */
  option(size: ChartSize, isOff: (series: string) => boolean): ChartOption;
  /** Describes the picture for users who cannot see it. */
  label: string;
  className?: string;
  /** Called with the span of the axis that the user marked. */
  span?: SpanListener | undefined;
  /** Called with the point and series that the user pressed. */
  press?: ((place: { index: number; series: string }) => void) | undefined;
  /** The axis as time, for the line through all charts of a page. */
  time?: TimeScale | undefined;
}

/**
 * Connects ECharts and React in one place: canvas, our theme, the size of its box, no animation. It is drawn when it is
 * visible.
 */
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
      // ECharts cannot start before the box has a size.
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
      // Text drawn on a canvas in the page forces a page layout for each chart. The canvas is therefore added after
      // drawing.
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
