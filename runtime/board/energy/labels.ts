/** Widgets ask about energy labels with these needs. */
import type { Tokens } from '../../kit/theme/tokens.ts';
import { widgetRange } from '../options/range.ts';
import type { WidgetContext } from '../widget/widget.ts';

export interface LabelConfig {
  energyType?: string;
  labelType?: string;
  labels?: number[];
  range?: string;
}

export const labelRange = (config: LabelConfig, context: WidgetContext) =>
  widgetRange(config.range, context, 'thisMonth');

export function labelQuestion(config: LabelConfig, context: WidgetContext) {
  const { from, to } = labelRange(config, context);
  const { energyType, labelType, labels = [] } = config;
  return {
    stationSn: context.stationSn,
    ...(energyType && { energyType }),
    ...(labelType && { labelType }),
    ...(labels.length > 0 && { labels }),
    from,
    to,
  };
}

/** Series colours in the order of the labels, from the start again where there are more. */
export const labelColor = (theme: Tokens, place: number): string =>
  theme.chart[place % theme.chart.length] ?? theme.text.tertiary;
