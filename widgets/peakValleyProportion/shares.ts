/** Defines the needs of the peak-valley proportion, and reads the answer as rows. */
import type { Data } from '../../generated/calls.ts';
import type { PeakValleyProportionConfig } from '../../generated/types.ts';
import { shareOf, withList } from '../../runtime/board/energy/figures.ts';
import { widgetRange } from '../../runtime/board/options/range.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import { chooseNodes, nodesSns } from '../../runtime/board/widget/nodes.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

export type Charge = Data<'electricityCharge'>;

export const DEFAULT_ROLE = 'gridImport';

export function proportionNeeds(config: PeakValleyProportionConfig, context: WidgetContext): NeedSpec[] {
  const { from, to } = widgetRange(config.range, context, 'thisMonth');
  const sns = nodesSns(chooseNodes(config.meters));
  return [
    callNeed('electricityCharge', {
      body: {
        stationSn: context.stationSn,
        role: config.role ?? DEFAULT_ROLE,
        ...(sns.length > 0 && { sns }),
        from,
        to,
      },
    }),
  ];
}

export const readCharge = (result: NeedResult | undefined): Charge | null =>
  withList(callData('electricityCharge', result), 'bands');

export interface BandShare {
  band: string;
  energy: number | null;
  cost: string | null;
  /** Percentage of the total energy. */
  share: number | null;
}

export const bandShares = ({ bands, energy }: Charge): BandShare[] =>
  bands.map((one) => ({
    band: one.band,
    energy: one.energy,
    cost: one.cost,
    share: shareOf(one.energy, energy),
  }));
