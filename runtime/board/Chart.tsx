import { useEffect, useRef } from 'react';
import { chartTheme } from '../theme/chartTheme.ts';
import { useTokens } from '../theme/themeStore.ts';
import './chart/chart.css';
import { type ChartHandle, type ChartOption, pixelRatio_of, startChart } from './echarts.ts';

export interface ChartSize {
  width: number;
  height: number;
}

interface Props {
  /** A function of the size, so that a chart too small for its axis can drop it. */
  option(size: ChartSize): ChartOption;
  /** What the picture says, for who can't see it. */
  label: string;
  className?: string;
}

/** The one place where ECharts meets React: canvas, our theme, its box's size, no animation. */
export function Chart({ option, label, className }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ChartHandle | null>(null);
  const latest = useRef(option);
  const tokens = useTokens();

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const size = { width: element.clientWidth, height: element.clientHeight };
      if (size.width === 0 || size.height === 0) return;
      if (chart.current && chart.current.getDevicePixelRatio() !== pixelRatio_of(element)) {
        chart.current.dispose();
        chart.current = null;
      }
      // Not before the box has a size: ECharts can't start without one.
      if (chart.current) chart.current.resize();
      else chart.current = startChart(element, chartTheme(tokens));
      chart.current.setOption(latest.current(size), { replaceMerge: ['series', 'yAxis', 'xAxis'] });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.current?.dispose();
      chart.current = null;
    };
  }, [tokens]);

  useEffect(() => {
    latest.current = option;
    const element = box.current;
    if (!element?.clientWidth || !element.clientHeight) return;
    const size = { width: element.clientWidth, height: element.clientHeight };
    chart.current?.setOption(option(size), { replaceMerge: ['series', 'yAxis', 'xAxis'] });
  }, [option]);

  return <div ref={box} className={`wd-chart ${className ?? ''}`} role="img" aria-label={label} />;
}
