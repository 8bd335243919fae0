import type { StationStatusDetailConfig } from '../../generated/types.ts';
import { stationStatusNeeds } from '../../runtime/board/widget/stationState.ts';
import { type ReadText, textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { StationStatusDetail } from './StationStatusDetail.tsx';

const HOUR_MS = 3_600_000;
const devicesOf = (text: ReadText): [name: string, status: 0 | 1][] => [
  [text('关口电表', 'Grid meter'), 1],
  [text('逆变器 1', 'Inverter 1'), 1],
  [text('逆变器 2', 'Inverter 2'), 0],
  [text('储能变流器', 'Converter'), 1],
  [text('储能电池', 'Battery'), 1],
];

export default {
  type: 'stationStatusDetail',
  Component: StationStatusDetail,
  needs: stationStatusNeeds,
  migrations: {},
  sample: ({ now, lang }) => {
    const text = textIn(lang);
    return {
      config: { name: text('设备通讯状态', 'Devices') },
      results: [
        {
          key: 'sample',
          ok: true,
          data: {
            communicationStatusDetail: devicesOf(text).map(([deviceName, status]) => ({
              deviceSn: deviceName,
              deviceName,
              status,
              lastTime: new Date(now - 2 * HOUR_MS).toISOString(),
            })),
          },
        },
      ],
    };
  },
} satisfies WidgetModule<StationStatusDetailConfig>;
