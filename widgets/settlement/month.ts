/** The settlement of a month, computed by the server. */
import type { Data } from '../../generated/calls.ts';
import type { SettlementConfig } from '../../generated/types.ts';
import { withList } from '../../runtime/board/energy/figures.ts';
import { dayOfMonth } from '../../runtime/board/options/range.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

export type Settlement = Data<'stationSettlement'>;
export type Line = Settlement['lines'][number];

const MONTH_LENGTH = 'YYYY-MM'.length;

export const settlementNeeds = (config: SettlementConfig, context: WidgetContext): NeedSpec[] => [
  callNeed('stationSettlement', {
    query: { stationSn: context.stationSn, at: dayOfMonth(config.range, context) },
  }),
];

export const readSettlement = (result: NeedResult | undefined): Settlement | null =>
  withList(callData('stationSettlement', result), 'lines');

const NO_FIGURES = {
  ...{ share: null, price: null, fee: null, energy: null },
  ...{ charged: null, discharged: null, saving: null, customer: null },
};

export function sampleSettlement(context: WidgetContext): Settlement {
  const month = dayOfMonth(undefined, context).slice(0, MONTH_LENGTH);
  const days = { from: `${month}-01`, last: `${month}-28`, currency: 'CNY' };
  return {
    ...{ month, timeZone: context.zone, over: true },
    lines: [
      {
        ...NO_FIGURES,
        ...days,
        ...{ id: 1, kind: 'savingShare', share: 30, charged: '9872.14', discharged: '41260.74' },
        ...{ saving: '31388.60', customer: '9416.58', amount: '21972.02' },
      },
      {
        ...NO_FIGURES,
        ...days,
        ...{ id: 2, kind: 'feedIn', price: 0.391, energy: 12_480.5, amount: '4879.88' },
      },
      { ...NO_FIGURES, ...days, id: 3, kind: 'serviceFee', fee: '3600.00', amount: '3600.00' },
    ],
    totals: [{ currency: 'CNY', amount: '30451.90' }],
  };
}
