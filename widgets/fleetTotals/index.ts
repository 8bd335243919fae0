import type { FleetTotalsConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { fleetNeeds, noFleet, sampleFleet } from '../fleetTable/fleet.ts';
import { FleetTotals } from './FleetTotals.tsx';

const KEY = 'sample';

export default {
  type: 'fleetTotals',
  Component: FleetTotals,
  needs: fleetNeeds,
  migrations: {},
  sample: (context) => ({
    config: { name: textIn(context.lang)('电站合计', 'Station totals') },
    results: [{ key: KEY, ok: true, data: sampleFleet(context) }],
  }),
  empty: () => [{ key: KEY, ok: true, data: noFleet }],
} satisfies WidgetModule<FleetTotalsConfig>;
