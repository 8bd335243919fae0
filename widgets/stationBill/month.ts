/** The bill of a month, computed by the server. */
import type { Data } from '../../generated/calls.ts';
import type { StationBillConfig } from '../../generated/types.ts';
import { withList } from '../../runtime/board/energy/figures.ts';
import { dayOfMonth } from '../../runtime/board/options/range.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

export type Bill = Data<'stationBill'>;
export type Line = Bill['lines'][number];

const MONTH_LENGTH = 'YYYY-MM'.length;

export const billNeeds = ({ range }: StationBillConfig, context: WidgetContext): NeedSpec[] => [
  callNeed('stationBill', { query: { stationSn: context.stationSn, at: dayOfMonth(range, context) } }),
];

export const readBill = (result: NeedResult | undefined): Bill | null =>
  withList(callData('stationBill', result), 'lines');

export function sampleBill(context: WidgetContext): Bill {
  const month = dayOfMonth(undefined, context).slice(0, MONTH_LENGTH);
  const days = { from: `${month}-01`, last: `${month}-28`, currency: 'CNY', band: null, ratchet: null };
  const at = (day: string, time: string) => `${month}-${day}T${time}:00Z`;
  return {
    ...{ month, timeZone: context.zone, over: true, falls: 0 },
    lines: [
      {
        ...{ ...days, kind: 'energy', band: 'peak', quantity: 41_280.5, unit: 'kWh' },
        ...{ prices: ['1.0846'], amount: '44772.83' },
      },
      {
        ...{ ...days, kind: 'energy', band: 'valley', quantity: 60_412, unit: 'kWh' },
        ...{ prices: ['0.3218'], amount: '19440.58' },
      },
      {
        ...{ ...days, kind: 'demand', quantity: 985.6, unit: 'kW', prices: ['38'], amount: '37452.80' },
        ratchet: {
          ...{ percent: 80, months: 11, highest: 1232, at: at('07', '06:30'), floor: 985.6, incomplete: 1 },
        },
      },
      {
        ...{ ...days, kind: 'powerFactor', quantity: 0.87, unit: '', prices: ['1.5'], amount: '1524.99' },
      },
    ],
    demand: {
      ...{ highest: 940.125, at: at('12', '02:15'), quarters: 2688, holes: 4 },
      ...{ alone: 1210.5, aloneAt: at('18', '10:45'), aloneHoles: 4, saved: 270.375, savedAmount: '8546.20' },
    },
    powerFactor: { active: 101_692.5, reactive: 57_632.1, factor: 0.87, agreed: 0.9, percent: 1.5 },
    totals: [{ currency: 'CNY', amount: '103191.20' }],
  };
}
