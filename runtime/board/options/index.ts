/** Applies the options of `schemas/widgetOptions`, which change a widget's requests and answers. */
import type { NeedResult, NeedSpec, WidgetContext, WidgetModule } from '../widget/widget.ts';
import { compareNeeds } from './compare.ts';
import { type FigureOption, resultsShape } from './figure.ts';
import { type HideOption, hideNeed, isHidden } from './hide.ts';

export interface OptionConfig extends FigureOption {
  hide?: HideOption;
  compare?: unknown;
}

interface Requested {
  own: NeedSpec[];
  compared: NeedSpec[];
  hide: NeedSpec | null;
}

type Needs = Pick<WidgetModule<Record<string, unknown>>, 'needs'>;

function requestedOf(module: Needs, config: Record<string, unknown>, context: WidgetContext): Requested {
  const option = config as OptionConfig;
  const needs = module.needs(config, context);
  return {
    own: needs,
    compared: compareNeeds(needs, option.compare, context),
    hide: hideNeed(option.hide, context),
  };
}

/** Returns all requests for a widget: its own needs, the comparison, and the check of `hide`. */
export function needsWithOptions(
  module: Needs,
  config: Record<string, unknown>,
  context: WidgetContext,
): NeedSpec[] {
  const { own, compared, hide } = requestedOf(module, config, context);
  return [...own, ...compared, ...(hide ? [hide] : [])];
}

export interface OptionInput {
  results: NeedResult[];
  /** The answers for the earlier period, in the order of the needs over time. Empty without a comparison. */
  compared: NeedResult[];
  hidden: boolean;
}

const NOTHING: OptionInput = { results: [], compared: [], hidden: false };

/** Splits the answers to `needsWithOptions` by purpose, and converts them to the chosen unit. */
export function resultsWithOptions(
  module: Needs,
  config: Record<string, unknown>,
  context: WidgetContext,
  answered: readonly NeedResult[],
): OptionInput {
  if (answered.length === 0) return NOTHING;
  const { own, compared, hide } = requestedOf(module, config, context);
  const option = config as OptionConfig;
  const then = answered.slice(own.length, own.length + compared.length);
  return {
    results: resultsShape(own, answered.slice(0, own.length), option),
    compared: resultsShape(compared, then, option),
    hidden: hide !== null && isHidden(option.hide, answered.at(-1), context),
  };
}
