import type { GaugeConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { Gauge } from './Gauge.tsx';
import { chosenVars, gaugeNeeds } from './gauges.ts';

export default {
  type: 'gauge',
  Component: Gauge,
  needs: gaugeNeeds,
  migrations: {},
  lacks: (config) => (chosenVars(config).length === 0 ? 'variables' : null),
  sample: ({ now, lang }) => {
    const text = textIn(lang);
    return {
      config: {
        name: text('储能荷电状态', 'State of charge'),
        monitorVars: [{ deviceVar: ['BAT', 'BAT-soc'], showName: 'SOC' }],
      },
      results: [
        {
          key: 'sample',
          ok: true,
          data: [{ sn: 'BAT-soc', data: 72.9, ts: now, unit: '%', name: 'SOC', decimals: 1, stale: false }],
        },
      ],
    };
  },
} satisfies WidgetModule<GaugeConfig>;
