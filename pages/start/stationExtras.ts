/** Adds the missing setup steps to a station's page, for its administrators. */
import { later } from '../../runtime/kit/overlay/later.tsx';
import type { EntityExtras } from '../../runtime/record/dialog/entityExtras.ts';

export const stationExtras: Readonly<Record<string, EntityExtras>> = {
  station: {
    tabs: [
      {
        key: 'steps',
        title: { zh: '接入进度', en: 'Set-up' },
        permission: 'device:create',
        Tab: later(() => import('./parts/StationSteps.tsx')),
      },
    ],
  },
};
