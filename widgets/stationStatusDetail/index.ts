import type { StationStatusDetailConfig } from '../../generated/types.ts';
import { stationStatusNeeds } from '../../runtime/board/widget/stationState.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { StationStatusDetail } from './StationStatusDetail.tsx';

const HOUR_MS = 3_600_000;
const DEVICES: readonly [name: string, status: 0 | 1][] = [
  ['关口电表', 1],
  ['逆变器 1', 1],
  ['逆变器 2', 0],
  ['储能变流器', 1],
  ['储能电池', 1],
];

export default {
  type: 'stationStatusDetail',
  Component: StationStatusDetail,
  needs: stationStatusNeeds,
  migrations: {},
  sample: ({ now }) => ({
    config: { name: '设备通讯状态' },
    results: [
      {
        key: 'sample',
        ok: true,
        data: {
          communicationStatusDetail: DEVICES.map(([deviceName, status]) => ({
            deviceSn: deviceName,
            deviceName,
            status,
            lastTime: new Date(now - 2 * HOUR_MS).toISOString(),
          })),
        },
      },
    ],
  }),
} satisfies WidgetModule<StationStatusDetailConfig>;
