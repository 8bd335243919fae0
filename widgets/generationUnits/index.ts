import type { GenerationUnitsConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { GenerationUnits } from './GenerationUnits.tsx';
import { sampleUnits, unitNeeds } from './units.ts';

const KEY = 'sample';

export default {
  type: 'generationUnits',
  Component: GenerationUnits,
  needs: unitNeeds,
  migrations: {},
  sample: (context) => ({
    config: { name: textIn(context.lang)('发电单元检测', 'Generation units') },
    results: [{ key: KEY, ok: true, data: sampleUnits(context) }],
  }),
  empty: (context) => [{ key: KEY, ok: true, data: { ...sampleUnits(context), units: [] } }],
} satisfies WidgetModule<GenerationUnitsConfig>;
