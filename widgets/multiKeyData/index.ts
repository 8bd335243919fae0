import type { MultiKeyDataConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { NeedResult, WidgetModule } from '../../runtime/board/widget/widget.ts';
import { multiKeyNeeds } from './figures.ts';
import { MultiKeyData } from './MultiKeyData.tsx';

const answer = (data: unknown): NeedResult => ({ key: 'sample', ok: true, data });

export default {
  type: 'multiKeyData',
  Component: MultiKeyData,
  needs: multiKeyNeeds,
  migrations: {},
  lacks: ({ multiKeyData }) => (multiKeyData?.length ? null : 'settings'),
  sample: ({ now, lang }) => {
    const text = textIn(lang);
    const reading = (sn: string, data: number, unit: string, decimals: number) =>
      answer([{ sn, data, unit, decimals, name: sn, ts: now, stale: false }]);
    return {
      config: {
        titleName: text('站点概况', 'Station at a glance'),
        multiKeyData: [
          {
            name: text('装机容量', 'Installed capacity'),
            dataType: 'station_info',
            stationValue: 'capacity',
          },
          {
            name: text('光伏功率', 'PV power'),
            dataType: 'device_data',
            deviceValue: ['INV1', 'INV1-power'],
          },
          { name: text('储能 SOC', 'Battery SOC'), dataType: 'device_data', deviceValue: ['BAT', 'BAT-soc'] },
          {
            name: text('本月用电', 'Consumption this month'),
            dataType: 'device_data',
            deviceValue: ['METER', 'METER-importEnergy'],
            calcInterval: 'current_month',
            calcMethod: 'diff',
          },
        ],
      },
      results: [
        answer({ capacity: 2400 }),
        reading('INV1-power', 486.2, 'kW', 1),
        reading('BAT-soc', 72.9, '%', 1),
        answer([
          { sn: 'METER-importEnergy', unit: 'kWh', decimals: 1, value: 48_210.6, datas: [], time_keys: [] },
        ]),
      ],
    };
  },
} satisfies WidgetModule<MultiKeyDataConfig>;
