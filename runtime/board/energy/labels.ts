/** Returns the needs of widgets about energy labels. */
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

/** Returns series colours in the order of the labels, repeated if there are more labels. */
export const labelColor = (theme: Tokens, place: number): string =>
  theme.chart[place % theme.chart.length] ?? theme.text.tertiary;
