import type { FleetTableConfig } from '../../generated/types.ts';
import { sayIn } from '../../runtime/board/widget/sayIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { FleetTable } from './FleetTable.tsx';
import { fleetNeeds, noFleet, sampleFleet } from './fleet.ts';

const KEY = 'sample';

export default {
  type: 'fleetTable',
  Component: FleetTable,
  needs: fleetNeeds,
  migrations: {},
  sample: ({ now, lang }) => {
    const say = sayIn(lang);
    return {
      config: { name: say('电站列表', 'Station table') },
      results: [{ key: KEY, ok: true, data: sampleFleet(now, say) }],
    };
  },
  empty: () => [{ key: KEY, ok: true, data: noFleet }],
} satisfies WidgetModule<FleetTableConfig>;
