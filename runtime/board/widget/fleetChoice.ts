/** The part of a fleet widget's request that selects stations. */
import type { WidgetContext } from './widget.ts';

export const fleetChoice = ({ dept }: Pick<WidgetContext, 'dept'>): { dept?: string } =>
  dept === null || dept === undefined ? {} : { dept };
