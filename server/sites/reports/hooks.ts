import type { EntityHooks } from '../../engine/hooks.ts';

export const reportHooks = {
  historyReport: {
    // Carries its figures to the recycle bin with it.
    beforeDelete: async (before, { carry }) =>
      carry('historyReportTable', (eb) => eb('id', '=', Number(before.id))),
  },
} satisfies Record<string, EntityHooks>;
