import { dashboards as built } from '../../../generated/dashboards.ts';
import type { DashboardPreset } from '../../../generated/definition.ts';
import { createRegistry } from './registry.ts';

export const dashboardRegistry = createRegistry<DashboardPreset>('dashboards', built);

import.meta.hot?.accept('../../../generated/dashboards.ts', (now) => {
  if (now) dashboardRegistry.rebuild(now.dashboards);
});
