/** Adds the canvas to the page of an automation. */
import { later } from '../../runtime/kit/overlay/later.tsx';
import type { EntityExtras } from '../../runtime/record/dialog/entityExtras.ts';

export const automationExtras: Readonly<Record<string, EntityExtras>> = {
  automation: {
    tabs: [
      {
        key: 'drawing',
        title: { zh: '当……则……', en: 'When … then …' },
        permission: 'automation:get',
        Tab: later(() => import('./parts/DrawingTab.tsx')),
      },
    ],
  },
};
