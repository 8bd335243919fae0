import type { FleetTableConfig } from '../../generated/types.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { FleetTable } from './FleetTable.tsx';
import { fleetNeeds, noFleet, sampleFleet } from './fleet.ts';

const KEY = 'sample';

export default {
  type: 'fleetTable',
  Component: FleetTable,
  needs: fleetNeeds,
  migrations: {},
  sample: ({ now }) => ({
    config: { name: '电站列表' },
    results: [{ key: KEY, ok: true, data: sampleFleet(now) }],
  }),
  empty: () => [{ key: KEY, ok: true, data: noFleet }],
} satisfies WidgetModule<FleetTableConfig>;
