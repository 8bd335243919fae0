/** The parts of ECharts that only some charts need. A chart that is drawn without one is drawn again when it is here. */
import { makeFileLoader } from '../browser/fileLoader.ts';
import { loadAtRest } from '../browser/loadAtRest.ts';
import type { ChartOption } from './echarts.ts';

const LOADERS = {
  markLine: makeFileLoader(() => import('./markLine.ts')),
  tooltip: makeFileLoader(() => import('./tooltip.ts')),
};

export type ChartPart = keyof typeof LOADERS;

const arrived = new Set<ChartPart>();

/** Returns the parts that are loaded now. */
export const loadedParts = (): ReadonlySet<ChartPart> => new Set(arrived);

/** Returns the parts that a picture needs. Pure. */
export function neededParts({ series, tooltip }: ChartOption): ChartPart[] {
  const drawn = [series ?? []].flat();
  return [
    ...(drawn.some((one) => 'markLine' in one && one.markLine) ? (['markLine'] as const) : []),
    ...(tooltip ? (['tooltip'] as const) : []),
  ];
}

/** Loads a part. A chart is drawn without one that does not arrive, and requests it again later. */
export const bringPart = (part: ChartPart): Promise<void> =>
  LOADERS[part]().then(
    () => void arrived.add(part),
    () => undefined,
  );

/** Loads the tooltip when the page is at rest, so that it appears as soon as the user points at a chart. */
export const expectPointer = (): void => loadAtRest(bringTooltip);

const bringTooltip = (): Promise<void> => bringPart('tooltip');
