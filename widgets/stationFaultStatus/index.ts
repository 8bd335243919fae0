import type { StationFaultStatusConfig } from '../../generated/types.ts';
import { stationStatusNeeds } from '../../runtime/board/widget/stationState.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { StationFaultStatus } from './StationFaultStatus.tsx';

export default {
  type: 'stationFaultStatus',
  Component: StationFaultStatus,
  needs: stationStatusNeeds,
  migrations: {},
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: { name: text('站点故障状态', 'Faults') },
      results: [{ key: 'sample', ok: true, data: { unclosedTaskAmount: 3 } }],
    };
  },
} satisfies WidgetModule<StationFaultStatusConfig>;
