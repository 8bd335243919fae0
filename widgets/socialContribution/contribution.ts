/** Defines the needs of the social contribution, and reads the answer as figures. */
import type { Data } from '../../generated/calls.ts';
import type { SocialContributionConfig } from '../../generated/types.ts';
import { withList } from '../../runtime/board/energy/figures.ts';
import type { FigureOption } from '../../runtime/board/options/figure.ts';
import { widgetRange } from '../../runtime/board/options/range.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';
import { quantityParts } from '../../runtime/core/numbers/format.ts';
import { convertUnit, unitFactor } from '../../runtime/core/numbers/unit.ts';

export type Contribution = Data<'socialContribution'>;
export type ContributionFigure = Contribution['figures'][number];

export const DEFAULT_ROLE = 'pv';
/** Kilograms from which values are shown in tonnes. */
const TONNE_KG = 1000;
const DECIMALS = 1;

export function contributionNeeds(config: SocialContributionConfig, context: WidgetContext): NeedSpec[] {
  const { from, to } = widgetRange(config.range, context, 'thisYear');
  return [
    callNeed('socialContribution', {
      path: { stationSn: context.stationSn },
      query: { role: config.role ?? DEFAULT_ROLE, from, to },
    }),
  ];
}

export const readContribution = (result: NeedResult | undefined): Contribution | null =>
  withList(callData('socialContribution', result), 'figures');

/**
 * Returns a figure in the chosen unit of mass. The default is kilograms, or tonnes for larger values. Trees
 * are integers.
 */
export function contributionParts(
  { kind, value }: Pick<ContributionFigure, 'kind' | 'value'>,
  trees: string,
  { unit, decimals = DECIMALS }: FigureOption = {},
) {
  if (kind === 'tree') return quantityParts(value, trees, { decimals: 0, truncate: true });
  const factor = unit === undefined ? null : unitFactor('kg', unit);
  if (factor !== null)
    return quantityParts(value === null ? null : convertUnit(value, factor), unit, { decimals });
  if (value !== null && Math.abs(value) >= TONNE_KG)
    return quantityParts(value / TONNE_KG, 't', { decimals });
  return quantityParts(value, 'kg', { decimals });
}
