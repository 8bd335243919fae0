/** Defines the needs of the peak-valley trend, and reads the answer as a stack. */
import type { Data } from '../../generated/calls.ts';
import type { PeakValleyTrendConfig } from '../../generated/types.ts';
import { type EnergyFigures, withList } from '../../runtime/board/energy/figures.ts';
import type { StackSeries } from '../../runtime/board/energy/stack.ts';
import { widgetRange } from '../../runtime/board/options/range.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import { chooseNodes, nodesSns } from '../../runtime/board/widget/nodes.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

export type ChargeTrend = Data<'electricityChargeTrend'>;

export const DEFAULT_ROLE = 'gridImport';

export const trendRange = (config: PeakValleyTrendConfig, context: WidgetContext) =>
  widgetRange(config.range, context, 'thisMonth');

export function peakValleyTrendNeeds(config: PeakValleyTrendConfig, context: WidgetContext): NeedSpec[] {
  const sns = nodesSns(chooseNodes(config.meters));
  return [
    callNeed('electricityChargeTrend', {
      body: {
        stationSn: context.stationSn,
        role: config.role ?? DEFAULT_ROLE,
        ...(sns.length > 0 && { sns }),
        ...trendRange(config, context),
      },
    }),
  ];
}

export const readTrend = (result: NeedResult | undefined): ChargeTrend | null =>
  withList(callData('electricityChargeTrend', result), 'bands');

/** Returns the total energy in kWh, or the total cost. Null if unknown. */
export const trendTotal = ({ energy, cost }: ChargeTrend, show: 'energy' | 'cost'): number | null =>
  show === 'energy' ? energy : cost === null ? null : Number(cost);

interface Look {
  title(band: string): string;
  color(band: string): string;
}

/** Returns the price bands in order, as energy or cost. A band without a price has no cost. */
export function bandSeries(
  { bands }: ChargeTrend,
  show: 'energy' | 'cost',
  { title, color }: Look,
  figures: EnergyFigures,
): StackSeries[] {
  const datasOf = ({ energies, costs }: ChargeTrend['bands'][number]) =>
    show === 'cost'
      ? costs.map((cost) => (cost === null ? null : Number(cost)))
      : energies.map((energy) => figures.convert(energy));
  return bands
    .filter(({ cost }) => show === 'energy' || cost !== null)
    .map((one) => ({
      key: one.band,
      name: title(one.band),
      color: color(one.band),
      datas: datasOf(one),
    }));
}
