import type { SettlementConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { sampleSettlement, settlementNeeds } from './month.ts';
import { Settlement } from './Settlement.tsx';

const KEY = 'sample';

export default {
  type: 'settlement',
  Component: Settlement,
  needs: settlementNeeds,
  migrations: {},
  sample: (context) => ({
    config: { name: textIn(context.lang)('客户结算', 'Settlement') },
    results: [{ key: KEY, ok: true, data: sampleSettlement(context) }],
  }),
  empty: (context) => [{ key: KEY, ok: true, data: { ...sampleSettlement(context), lines: [], totals: [] } }],
} satisfies WidgetModule<SettlementConfig>;
