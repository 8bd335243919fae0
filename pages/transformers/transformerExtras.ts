/** Adds the load to the list of transformers. */
import { later } from '../../runtime/kit/overlay/later.tsx';
import type { EntityExtras } from '../../runtime/record/dialog/entityExtras.ts';

export const transformerExtras: Readonly<Record<string, EntityExtras>> = {
  transformer: {
    tools: [
      {
        key: 'load',
        title: { zh: '实时负载', en: 'Live load' },
        icon: 'gauge',
        permission: 'transformer:get',
        inForm: false,
        Dialog: later(() => import('./parts/LoadDialog.tsx')),
      },
    ],
  },
};
