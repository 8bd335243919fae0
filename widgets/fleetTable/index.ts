import type { FleetTableConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { FleetTable } from './FleetTable.tsx';
import { fleetNeeds, noFleet, sampleFleet } from './fleet.ts';

const KEY = 'sample';

export default {
  type: 'fleetTable',
  Component: FleetTable,
  needs: fleetNeeds,
  migrations: {},
  sample: (context) => ({
    config: { name: textIn(context.lang)('电站列表', 'Stations') },
    results: [{ key: KEY, ok: true, data: sampleFleet(context) }],
  }),
  empty: () => [{ key: KEY, ok: true, data: noFleet }],
} satisfies WidgetModule<FleetTableConfig>;
