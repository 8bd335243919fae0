import type { StationBillConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { billNeeds, sampleBill } from './month.ts';
import { StationBill } from './StationBill.tsx';

const KEY = 'sample';

export default {
  type: 'stationBill',
  Component: StationBill,
  needs: billNeeds,
  migrations: {},
  sample: (context) => ({
    config: { name: textIn(context.lang)('电费账单', 'Electricity bill') },
    results: [{ key: KEY, ok: true, data: sampleBill(context) }],
  }),
  empty: (context) => [
    {
      key: KEY,
      ok: true,
      data: { ...sampleBill(context), lines: [], demand: null, powerFactor: null, totals: [] },
    },
  ],
} satisfies WidgetModule<StationBillConfig>;
