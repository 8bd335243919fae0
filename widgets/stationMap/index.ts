import type { StationMapConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { StationMap } from './StationMap.tsx';
import { type MapStation, stationMapNeeds } from './stations.ts';

const KEY = 'sample';

const station = (
  sn: string,
  name: string,
  [longitude, latitude]: [number, number],
  overrides: Partial<MapStation> = {},
): MapStation => ({
  sn,
  name,
  address: null,
  longitude,
  latitude,
  simulated: false,
  openAlarms: 0,
  communicationStatus: 1,
  lastHeard: null,
  ...overrides,
});

export default {
  type: 'stationMap',
  Component: StationMap,
  needs: stationMapNeeds,
  migrations: {},
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: { name: text('站点地图', 'Station map') },
      results: [
        {
          key: KEY,
          ok: true,
          data: {
            tiles: null,
            stations: [
              station('SZ01', text('苏州星港', 'Suzhou Harbour'), [120.72, 31.32], { openAlarms: 2 }),
              station('WX01', text('无锡锡澜', 'Wuxi Lake'), [120.3, 31.57]),
              station('TLF02', text('吐鲁番火焰山', 'Turpan'), [89.19, 42.95]),
              station('PG03', text('槟城峇六拜', 'Penang'), [100.27, 5.3], { communicationStatus: 0 }),
              station('BJ04', text('北京永定', 'Beijing'), [116.4, 39.9]),
            ],
          },
        },
      ],
    };
  },
  empty: () => [{ key: KEY, ok: true, data: { tiles: null, stations: [] } }],
} satisfies WidgetModule<StationMapConfig>;
