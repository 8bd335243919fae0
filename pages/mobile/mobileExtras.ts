/** Adds the current values and the track of a mobile unit to its page. */
import { later } from '../../runtime/kit/overlay/later.tsx';
import type { EntityExtras } from '../../runtime/record/dialog/entityExtras.ts';

export const mobileExtras: Readonly<Record<string, EntityExtras>> = {
  mobileUnit: {
    tabs: [
      {
        key: 'live',
        title: { zh: '实时数据', en: 'Live' },
        permission: 'deviceVariable:list',
        Tab: later(() => import('./parts/UnitLive.tsx')),
      },
      {
        key: 'track',
        title: { zh: '行驶轨迹', en: 'Track' },
        permission: 'deviceVariable:list',
        Tab: later(() => import('./parts/UnitTrack.tsx')),
      },
    ],
  },
};
