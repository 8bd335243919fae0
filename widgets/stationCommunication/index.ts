import type { StationCommunicationConfig } from '../../generated/types.ts';
import { stationStatusNeeds } from '../../runtime/board/widget/stationState.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { StationCommunication } from './StationCommunication.tsx';

export default {
  type: 'stationCommunication',
  Component: StationCommunication,
  needs: stationStatusNeeds,
  migrations: {},
  sample: () => ({
    config: { name: '站点通讯状态' },
    results: [
      {
        key: 'sample',
        ok: true,
        data: {
          communicationStatus: 1,
          communicationStatusDetail: ['关口电表', '逆变器 1', '储能电池'].map((deviceName) => ({
            deviceSn: deviceName,
            deviceName,
            status: 1,
          })),
        },
      },
    ],
  }),
} satisfies WidgetModule<StationCommunicationConfig>;
