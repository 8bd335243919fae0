/** Adds the handover of records to the list of people. */
import { later } from '../../runtime/kit/overlay/later.tsx';
import type { EntityExtras } from '../../runtime/record/dialog/entityExtras.ts';

export const peopleExtras: Readonly<Record<string, EntityExtras>> = {
  user: {
    tools: [
      {
        key: 'handOn',
        title: { zh: '离职交接', en: 'Offboarding handover' },
        icon: 'move',
        permission: 'user:handOn',
        inForm: false,
        Dialog: later(() => import('./parts/HandOnDialog.tsx')),
      },
    ],
  },
};
