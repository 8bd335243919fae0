import type { Data } from '../../generated/calls.ts';
import type { FleetAlarmsConfig } from '../../generated/types.ts';
import { callNeed } from '../../runtime/board/widget/callNeed.ts';
import { fleetChoice } from '../../runtime/board/widget/fleetChoice.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { FleetAlarms } from './FleetAlarms.tsx';

const answer = (data: Data<'fleetAlarms'>) => [{ key: 'sample', ok: true as const, data }];

export default {
  type: 'fleetAlarms',
  Component: FleetAlarms,
  needs: (_config, context) => [callNeed('fleetAlarms', { query: fleetChoice(context) })],
  migrations: {},
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: { name: text('各站告警', 'Alarms by station') },
      results: answer([
        {
          id: 1,
          sn: 'SZ01',
          name: text('苏州星港', 'Suzhou Xinggang'),
          critical: 1,
          major: 2,
          minor: 0,
          info: 1,
          total: 4,
        },
        {
          id: 2,
          sn: 'TLF02',
          name: text('吐鲁番火焰山', 'Turpan Huoyanshan'),
          critical: 0,
          major: 1,
          minor: 3,
          info: 0,
          total: 4,
        },
      ]),
    };
  },
  empty: () => answer([]),
} satisfies WidgetModule<FleetAlarmsConfig>;
