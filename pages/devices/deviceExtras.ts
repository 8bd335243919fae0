/** Adds the current values and the commands of a device to its page. */
import { later } from '../../runtime/kit/overlay/later.tsx';
import type { EntityExtras } from '../../runtime/record/dialog/entityExtras.ts';

export const deviceExtras: Readonly<Record<string, EntityExtras>> = {
  device: {
    tabs: [
      {
        key: 'live',
        title: { zh: '实时数据', en: 'Live' },
        permission: 'deviceVariable:list',
        Tab: later(() => import('./parts/LiveTab.tsx')),
      },
    ],
  },
};
