/** The part of a question that says which stations a widget of the fleet is over. */
import type { WidgetContext } from './widget.ts';

export const fleetChoice = ({ dept }: Pick<WidgetContext, 'dept'>): { dept?: string } =>
  dept === null || dept === undefined ? {} : { dept };
