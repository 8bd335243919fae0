import type { StationCommunicationConfig } from '../../generated/types.ts';
import { sayIn } from '../../runtime/board/widget/sayIn.ts';
import { stationStatusNeeds } from '../../runtime/board/widget/stationState.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { StationCommunication } from './StationCommunication.tsx';

export default {
  type: 'stationCommunication',
  Component: StationCommunication,
  needs: stationStatusNeeds,
  migrations: {},
  sample: ({ lang }) => {
    const say = sayIn(lang);
    return {
      config: { name: say('站点通讯状态', 'Communication') },
      results: [
        {
          key: 'sample',
          ok: true,
          data: {
            communicationStatus: 1,
            communicationStatusDetail: [
              say('关口电表', 'Grid meter'),
              say('逆变器 1', 'Inverter 1'),
              say('储能电池', 'Battery'),
            ].map((deviceName) => ({
              deviceSn: deviceName,
              deviceName,
              status: 1,
            })),
          },
        },
      ],
    };
  },
} satisfies WidgetModule<StationCommunicationConfig>;
