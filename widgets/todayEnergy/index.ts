import type { TodayEnergyConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { NeedResult, WidgetModule } from '../../runtime/board/widget/widget.ts';
import type { EnergyRole } from '../../runtime/kit/theme/tokens.ts';
import { chosenEnergies, todayEnergyNeeds } from './energies.ts';
import { TodayEnergy } from './TodayEnergy.tsx';

const SAMPLE: readonly [role: EnergyRole, today: number, yesterday: number][] = [
  ['pv', 3284.6, 2980.1],
  ['charge', 812.4, 790],
  ['discharge', 640.9, 655.3],
  ['gridImport', 1520.3, 1688.7],
  ['load', 4211.8, 4150.2],
];

const total = (column: 1 | 2): NeedResult => ({
  key: 'sample',
  ok: true,
  data: SAMPLE.map((row) => ({
    sn: `EMS-${row[0]}`,
    unit: 'kWh',
    decimals: 1,
    value: row[column],
    datas: [],
    time_keys: [],
  })),
});

export default {
  type: 'todayEnergy',
  Component: TodayEnergy,
  needs: todayEnergyNeeds,
  migrations: {},
  lacks: (config) => (chosenEnergies(config).length === 0 ? 'variables' : null),
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: {
        name: text('今日电量', "Today's energy"),
        energies: SAMPLE.map(([role]) => ({ deviceVar: ['EMS', `EMS-${role}`], role })),
      },
      results: [total(1), total(2)],
    };
  },
} satisfies WidgetModule<TodayEnergyConfig>;
