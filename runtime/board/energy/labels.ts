/** What widgets ask about energy labels. */
import type { Tokens } from '../../theme/tokens.ts';
import { widget_range } from '../options/range.ts';
import type { WidgetContext } from '../widget.ts';

interface LabelConfig {
  energyType?: string;
  labelType?: string;
  labels?: number[];
  range?: string;
}

export const label_range = (config: LabelConfig, context: WidgetContext) =>
  widget_range(config.range, context, 'thisMonth');

export function label_question(config: LabelConfig, context: WidgetContext) {
  const { from, to } = label_range(config, context);
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
export const label_color = (theme: Tokens, place: number): string =>
  theme.chart[place % theme.chart.length] ?? theme.text.tertiary;
