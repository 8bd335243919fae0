import type { PeakValleyTrendConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetContext, WidgetModule } from '../../runtime/board/widget/widget.ts';
import { bucketBounds, isoLocal } from '../../runtime/core/time/timeWindow.ts';
import { type ChargeTrend, peakValleyTrendNeeds, trendRange } from './course.ts';
import { PeakValleyTrend } from './PeakValleyTrend.tsx';

const BANDS = [
  ['sharp', 310, 1.3015],
  ['peak', 590, 1.0846],
  ['flat', 720, 0.6782],
  ['valley', 700, 0.3218],
] as const;

/** Returns a sample month of a factory, with less consumption on Sundays. */
function sampleTrend(context: WidgetContext): ChargeTrend {
  const { from, to, bucket } = trendRange({}, context);
  const bounds = bucketBounds({ from: Date.parse(from), to: Date.parse(to) }, bucket, context.zone);
  const days = bounds.slice(0, -1);
  const bands = BANDS.map(([band, mean, price]): ChargeTrend['bands'][number] => {
    const energies = days.map((_, day) =>
      Math.round(mean * (day % 7 === 0 ? 0.45 : 0.9 + 0.2 * Math.sin(day * 1.9))),
    );
    const energy = energies.reduce((sum, one) => sum + one, 0);
    const money = (kWh: number) => (kWh * price).toFixed(2);
    return {
      band,
      energy,
      cost: money(energy),
      prices: [String(price)],
      energies,
      costs: energies.map(money),
    };
  });
  const energies = days.map((_, day) => bands.reduce((sum, one) => sum + (one.energies[day] ?? 0), 0));
  return {
    currency: 'CNY',
    meters: 1,
    energy: energies.reduce((sum, one) => sum + one, 0),
    energies,
    cost: null,
    time_keys: days.map((ts) => isoLocal(ts, context.zone)),
    bands,
  };
}

export default {
  type: 'peakValleyTrend',
  Component: PeakValleyTrend,
  needs: peakValleyTrendNeeds,
  migrations: {},
  sample: (context) => {
    const text = textIn(context.lang);
    return {
      config: { name: text('本月每日峰谷电量', 'Peak and valley by day'), role: 'gridImport' },
      results: [{ key: 'sample', ok: true, data: sampleTrend(context) }],
    };
  },
  empty: () => [
    {
      key: 'empty',
      ok: true,
      data: {
        currency: null,
        meters: 0,
        energy: null,
        energies: [],
        cost: null,
        time_keys: [],
        bands: [],
      } satisfies ChargeTrend,
    },
  ],
} satisfies WidgetModule<PeakValleyTrendConfig>;
