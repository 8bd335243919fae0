import type { PeakValleyProportionConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { PeakValleyProportion } from './PeakValleyProportion.tsx';
import { type Charge, proportionNeeds } from './shares.ts';

const SAMPLE: Charge = {
  currency: 'CNY',
  meters: 1,
  energy: 48_210,
  cost: '34285.14',
  bands: [
    { band: 'sharp', energy: 6_420, cost: '8355.63', prices: ['1.3015'] },
    { band: 'peak', energy: 12_180, cost: '13210.43', prices: ['1.0846'] },
    { band: 'flat', energy: 14_930, cost: '10125.53', prices: ['0.6782'] },
    { band: 'valley', energy: 14_680, cost: '4724.02', prices: ['0.3218'] },
  ],
};

export default {
  type: 'peakValleyProportion',
  Component: PeakValleyProportion,
  needs: proportionNeeds,
  migrations: {},
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: { name: text('峰谷用电', 'Peak and valley'), role: 'gridImport' },
      results: [{ key: 'sample', ok: true, data: SAMPLE }],
    };
  },
  empty: () => [
    {
      key: 'empty',
      ok: true,
      data: { currency: null, meters: 0, energy: null, cost: null, bands: [] } satisfies Charge,
    },
  ],
} satisfies WidgetModule<PeakValleyProportionConfig>;
