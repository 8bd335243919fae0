import type { StationCommunicationConfig } from '../../generated/types.ts';
import { stationStatusNeeds } from '../../runtime/board/widget/stationState.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { StationCommunication } from './StationCommunication.tsx';

export default {
  type: 'stationCommunication',
  Component: StationCommunication,
  needs: stationStatusNeeds,
  migrations: {},
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: { name: text('站点通讯状态', 'Communication') },
      results: [
        {
          key: 'sample',
          ok: true,
          data: {
            communicationStatus: 1,
            communicationStatusDetail: [
              text('关口电表', 'Grid meter'),
              text('逆变器 1', 'Inverter 1'),
              text('储能电池', 'Battery'),
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
