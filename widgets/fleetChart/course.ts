/** Defines the needs of the whole fleet's chart and its content. Pure. */
import type { FleetChartConfig } from '../../generated/types.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import { fleetChoice } from '../../runtime/board/widget/fleetChoice.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

export type Step = 'day' | 'month';
const stepOf = ({ step }: FleetChartConfig): Step => (step === 'month' ? 'month' : 'day');
const isProfit = ({ show }: FleetChartConfig): boolean => show === 'profit';

export function fleetChartNeeds(config: FleetChartConfig, context: WidgetContext): NeedSpec[] {
  const choice = fleetChoice(context);
  const step = stepOf(config);
  if (isProfit(config)) return [callNeed('fleetProfit', { query: { by: step, ...choice } })];
  const query = { query: choice };
  return [step === 'month' ? callNeed('fleetChargeMonths', query) : callNeed('fleetChargeDays', query)];
}

export interface FleetSeries {
  key: 'charge' | 'discharge' | 'profit';
  datas: (number | null)[];
}

export interface FleetCourse {
  step: Step;
  time_keys: string[];
  /** kWh, or the currency of most stations. */
  unit: string;
  series: FleetSeries[];
  /** The total for each currency. */
  totals: { currency: string; stations: number; total: string }[];
}

const numberOf = (amount: string | null): number | null => (amount === null ? null : Number(amount));

/** Returns null for an answer without data. */
export function readCourse(config: FleetChartConfig, result: NeedResult | undefined): FleetCourse | null {
  const step = stepOf(config);
  if (isProfit(config)) {
    const data = callData('fleetProfit', result);
    const [first] = Array.isArray(data?.currencies) ? data.currencies : [];
    if (!data || !first) return null;
    const totals = data.currencies.map(({ currency, stations, total }) => ({ currency, stations, total }));
    const series: FleetSeries[] = [{ key: 'profit', datas: first.amounts.map(numberOf) }];
    return { step, time_keys: data.time_keys, unit: first.currency, series, totals };
  }
  const data = callData('fleetChargeDays', result);
  if (!data || !Array.isArray(data.charge) || data.time_keys.length === 0) return null;
  const { time_keys, charge, discharge } = data;
  const series: FleetSeries[] = [
    { key: 'charge', datas: charge.map((value) => (value === null ? null : -value)) },
    { key: 'discharge', datas: discharge },
  ];
  return { step, time_keys, unit: 'kWh', series, totals: [] };
}
