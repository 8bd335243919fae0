import type { Data } from '../../generated/calls.ts';
import type { FleetRankingConfig } from '../../generated/types.ts';
import { callNeed } from '../../runtime/board/widget/callNeed.ts';
import { fleetChoice } from '../../runtime/board/widget/fleetChoice.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { FleetRanking } from './FleetRanking.tsx';

const answer = (data: Data<'fleetRanking'>) => [{ key: 'sample', ok: true as const, data }];

export default {
  type: 'fleetRanking',
  Component: FleetRanking,
  needs: ({ by = 'energy' }, context) => [
    callNeed('fleetRanking', { query: { by, ...fleetChoice(context) } }),
  ],
  migrations: {},
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: { name: text('电站排名', 'Station ranking') },
      results: answer([
        {
          id: 3,
          sn: 'TLF02',
          name: text('吐鲁番火焰山', 'Turpan Huoyanshan'),
          place: 1,
          value: 13_554.6,
          unit: 'kWh',
        },
        {
          id: 1,
          sn: 'SZ01',
          name: text('苏州星港', 'Suzhou Xinggang'),
          place: 2,
          value: 5_210.4,
          unit: 'kWh',
        },
        { id: 2, sn: 'WX01', name: text('无锡锡澜', 'Wuxi Xilan'), place: 2, value: 5_210.4, unit: 'kWh' },
        {
          id: 4,
          sn: 'PG03',
          name: text('槟城峇六拜', 'Penang Bayan Lepas'),
          place: null,
          value: null,
          unit: 'kWh',
        },
      ]),
    };
  },
  empty: () => answer([]),
} satisfies WidgetModule<FleetRankingConfig>;
