import type { StationAlarmStatusConfig } from '../../generated/types.ts';
import { stationStatusNeeds } from '../../runtime/board/widget/stationState.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { StationAlarmStatus } from './StationAlarmStatus.tsx';

export default {
  type: 'stationAlarmStatus',
  Component: StationAlarmStatus,
  needs: stationStatusNeeds,
  migrations: {},
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: { name: text('站点告警状态', 'Alarms') },
      results: [
        {
          key: 'sample',
          ok: true,
          data: { unclosedAlarmAmount: 2, unclosedTaskAmount: 0, communicationStatus: 1 },
        },
      ],
    };
  },
} satisfies WidgetModule<StationAlarmStatusConfig>;
