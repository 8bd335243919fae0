import type { CellMapConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { CellMapWidget } from './CellMap.tsx';
import { cellNeeds, sampleBatteries } from './cells.ts';

const KEY = 'sample';

export default {
  type: 'cellMap',
  Component: CellMapWidget,
  needs: cellNeeds,
  migrations: {},
  sample: (context) => ({
    config: { name: textIn(context.lang)('单体电压', 'Cell voltages'), quantity: 'voltage' },
    results: [{ key: KEY, ok: true, data: sampleBatteries(context) }],
  }),
  empty: () => [{ key: KEY, ok: true, data: [] }],
} satisfies WidgetModule<CellMapConfig>;
