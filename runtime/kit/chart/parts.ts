/** Optional parts of ECharts. A chart is drawn without a missing part, and again after the part is loaded. */
import { makeFileLoader } from '../browser/fileLoader.ts';
import { loadAtRest } from '../browser/loadAtRest.ts';
import type { ChartOption } from './echarts.ts';

const LOADERS = {
  markLine: makeFileLoader(() => import('./markLine.ts')),
  tooltip: makeFileLoader(() => import('./tooltip.ts')),
};

export type ChartPart = keyof typeof LOADERS;

const arrived = new Set<ChartPart>();

/** Returns the loaded parts. */
export const loadedParts = (): ReadonlySet<ChartPart> => new Set(arrived);

/** Returns the parts that an option needs. Pure. */
export function neededParts({ series, tooltip }: ChartOption): ChartPart[] {
  const drawn = [series ?? []].flat();
  return [
    ...(drawn.some((one) => 'markLine' in one && one.markLine) ? (['markLine'] as const) : []),
    ...(tooltip ? (['tooltip'] as const) : []),
  ];
}

/** Loads a part. After a failure the chart remains without the part, and requests it again later. */
export const bringPart = (part: ChartPart): Promise<void> =>
  LOADERS[part]().then(
    () => void arrived.add(part),
    () => undefined,
  );

/** Preloads the tooltip, so that it appears at once when the user points at a chart. */
export const expectPointer = (): void => loadAtRest(bringTooltip);

const bringTooltip = (): Promise<void> => bringPart('tooltip');
