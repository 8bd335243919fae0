/** Opens a stored report with its figures and files. */
import { later } from '../../runtime/kit/overlay/later.tsx';
import type { EntityExtras } from '../../runtime/record/dialog/entityExtras.ts';

export const reportExtras: Readonly<Record<string, EntityExtras>> = {
  historyReport: {
    tools: [
      {
        key: 'figures',
        title: { zh: '查看报表', en: 'Open report' },
        icon: 'table',
        permission: 'historyReport:get',
        inForm: false,
        Dialog: later(() => import('./parts/KeptDialog.tsx')),
      },
    ],
  },
};
