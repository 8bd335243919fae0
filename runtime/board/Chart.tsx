import { useEffect, useRef } from 'react';
import { chartTheme } from '../theme/chartTheme.ts';
import { useTokens } from '../theme/themeStore.ts';
import './chart/chart.css';
import { type ChartHandle, type ChartOption, pixelRatio_of, startChart } from './echarts.ts';
import { sight_watch } from './sight.ts';

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

const REPLACED = { replaceMerge: ['series', 'yAxis', 'xAxis'] };

/** The one place where ECharts meets React: canvas, our theme, its box's size, no animation; drawn when it is in sight. */
export function Chart({ option, label, className }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(option);
  const draw = useRef<() => void>(undefined);
  const tokens = useTokens();

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let chart: ChartHandle | null = null;
    let size: ChartSize = { width: 0, height: 0 };
    let drawn: { option: Props['option']; size: ChartSize } | null = null;
    const inSight = sight_watch(element, () => draw.current?.());
    draw.current = () => {
      // Not before the box has a size: ECharts can't start without one.
      if (size.width === 0 || size.height === 0 || !inSight.now()) return;
      if (drawn?.option === latest.current && drawn.size === size) return;
      if (chart && chart.getDevicePixelRatio() !== pixelRatio_of(element)) {
        chart.dispose();
        chart = null;
      }
      if (!chart) chart = startChart(element, chartTheme(tokens), size);
      else if (drawn?.size !== size) chart.resize(size);
      chart.setOption(latest.current(size), REPLACED);
      drawn = { option: latest.current, size };
    };
    const sizes = new ResizeObserver(() => {
      size = { width: element.clientWidth, height: element.clientHeight };
      draw.current?.();
    });
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      inSight.end();
      draw.current = undefined;
      chart?.dispose();
    };
  }, [tokens]);

  useEffect(() => {
    latest.current = option;
    draw.current?.();
  }, [option]);

  return <div ref={box} className={`wd-chart ${className ?? ''}`} role="img" aria-label={label} />;
}
