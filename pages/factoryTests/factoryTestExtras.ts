/** Adds the steps of a factory test to its page, with the curves of power and SOC. */
import { later } from '../../runtime/kit/overlay/later.tsx';
import type { EntityExtras } from '../../runtime/record/dialog/entityExtras.ts';

export const factoryTestExtras: Readonly<Record<string, EntityExtras>> = {
  factoryTestRecord: {
    tabs: [
      {
        key: 'course',
        title: { zh: '试验过程', en: 'Progress' },
        permission: 'chargeDischargeRecord:list',
        Tab: later(() => import('./parts/TestCourse.tsx')),
      },
    ],
  },
};
