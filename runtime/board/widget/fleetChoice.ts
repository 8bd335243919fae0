/** The part of a request that selects the stations of a fleet widget. */
import type { WidgetContext } from './widget.ts';

export const fleetChoice = ({ dept }: Pick<WidgetContext, 'dept'>): { dept?: string } =>
  dept === null || dept === undefined ? {} : { dept };
