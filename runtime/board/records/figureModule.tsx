import { findAskedStatistic } from '../../record/figures/question.ts';
import type { ShownAs } from '../../record/figures/shown.ts';
import type { WidgetModule } from '../widget/widget.ts';
import { FigureWidget } from './FigureWidget.tsx';
import { type FigureConfig, figureNeeds } from './figureNeeds.ts';
import { figuresTitle } from './questionTitle.ts';

interface Own<C> {
  type: string;
  /** Returns the kind of chart, which may depend on the configuration. */
  as(config: C): ShownAs;
  /** Sorts by value, the largest first. */
  ranked?: boolean;
  sample: WidgetModule<C>['sample'];
}

/** Makes the module of a widget that shows a statistic. */
export function figureModule<C extends FigureConfig>({ type, as, ranked = false, sample }: Own<C>) {
  const module: WidgetModule<C> = {
    type,
    Component: (props) => <FigureWidget {...props} as={as(props.config)} />,
    needs: (config, context) => figureNeeds(config, context, ranked),
    migrations: {},
    titleBy: ({ question = {} }, lang) => figuresTitle(question, lang),
    lacks: ({ question = {} }) => (findAskedStatistic(question) ? null : 'settings'),
    sample,
  };
  return module;
}
