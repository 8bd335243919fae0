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
   * Returns the option for a size, so that a chart too small for its axis can omit it. `isOff` returns whether the user
   * has now switched a series off in the legend.
   */
  option: MakeOption;
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

/** Connects the drawing of a chart and React in one place. */
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
