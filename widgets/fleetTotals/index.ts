import type { FleetTotalsConfig } from '../../generated/types.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { fleetNeeds, noFleet, sampleFleet } from '../fleetTable/fleet.ts';
import { FleetTotals } from './FleetTotals.tsx';

const KEY = 'sample';

export default {
  type: 'fleetTotals',
  Component: FleetTotals,
  needs: fleetNeeds,
  migrations: {},
  sample: ({ now }) => ({
    config: { name: '电站合计' },
    results: [{ key: KEY, ok: true, data: sampleFleet(now) }],
  }),
  empty: () => [{ key: KEY, ok: true, data: noFleet }],
} satisfies WidgetModule<FleetTotalsConfig>;
