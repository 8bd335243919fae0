import { useEffect, useRef } from 'react';
import { chartTheme } from '../theme/chartTheme.ts';
import { useTokens } from '../theme/themeStore.ts';
import './chart.css';
import { watchCrosshair } from './crosshair.ts';
import { type SpanListener, watchSpan } from './dragSpan.ts';
import { createDrawing, type Drawing, type MakeOption } from './drawing.ts';
import { watchSize } from './sizes.ts';
import type { TimeScale } from './timeScale.ts';

export type { ChartSize } from './drawing.ts';

interface Props {
  /**
   * Returns the option for a size. A chart that is too small can omit its axis. `isOff`: returns whether the user has
   * switched a series off in the legend.
   */
  option: MakeOption;
  /** Description for screen readers. */
  label: string;
  className?: string;
  /** Called with the span that the user has marked on the axis. */
  span?: SpanListener | undefined;
  /** Called with the clicked point and series. */
  press?: ((place: { index: number; series: string }) => void) | undefined;
  /** The axis as time, for the shared crosshair of the page. */
  time?: TimeScale | undefined;
}

/** Connects the drawing of a chart with React. */
export function Chart({ option, label, className = 'wd-chart-fill', span, press, time }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(option);
  const drawing = useRef<Drawing>(undefined);
  const listenersRef = useRef({ span, press, time });
  listenersRef.current = { span, press, time };
  const tokens = useTokens();

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const own = createDrawing(element, {
      theme: chartTheme(tokens),
      makeOption: () => latest.current,
      onPress: (place) => listenersRef.current.press?.(place),
    });
    drawing.current = own;
    const leaveSpan = watchSpan(element, own.chart, () => listenersRef.current.span);
    const leaveCrosshair = watchCrosshair(element, own.chart, () => listenersRef.current.time);
    const leaveSizes = watchSize(element, { measure: own.measure, draw: () => own.draw(true) });
    return () => {
      leaveSizes();
      leaveSpan();
      leaveCrosshair();
      drawing.current = undefined;
      own.end();
    };
  }, [tokens]);

  useEffect(() => {
    latest.current = option;
    drawing.current?.draw(false);
  }, [option]);

  return <div ref={box} className={`wd-chart ${className}`} role="img" aria-label={label} />;
}
