import type { HistogramConfig } from '../../generated/types.ts';
import { bucketStarts } from '../../runtime/board/chart/buckets.ts';
import { type ReadText, textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { isoLocal } from '../../runtime/core/time/timeWindow.ts';
import { barWindow, chosenBars, histogramNeeds } from './bars.ts';
import { Histogram } from './Histogram.tsx';

const sampleConfig = (text: ReadText): HistogramConfig => ({
  name: text('近 7 天电量', 'Past 7 days'),
  layout: 'stacked',
  range: 'past7Days',
  bucket: 'day',
  nodeInfo: [
    { deviceVar: ['INV1', 'INV1-energy'], name: text('光伏', 'PV'), color: '#C98500' },
    { deviceVar: ['METER', 'METER-importEnergy'], name: text('购电', 'Import'), color: '#2448B4' },
  ],
});
const ENERGIES: readonly (readonly number[])[] = [
  [3120, 2840, 1290, 3340, 3280, 2010, 1480],
  [1240, 1390, 2610, 1180, 1210, 1730, 860],
];

export default {
  type: 'histogram',
  Component: Histogram,
  needs: histogramNeeds,
  migrations: {},
  lacks: (config) => (chosenBars(config).length === 0 ? 'variables' : null),
  sample: (context) => {
    const text = textIn(context.lang);
    const config = sampleConfig(text);
    const starts = bucketStarts(barWindow(config, context), 'day', context.zone);
    return {
      config,
      results: [
        {
          key: 'sample',
          ok: true,
          data: ['INV1-energy', 'METER-importEnergy'].map((sn, at) => ({
            sn,
            unit: 'kWh',
            decimals: 0,
            value: null,
            datas: ENERGIES[at],
            time_keys: starts.map((ts) => isoLocal(ts, context.zone)),
          })),
        },
      ],
    };
  },
} satisfies WidgetModule<HistogramConfig>;
