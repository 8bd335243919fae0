import type { EntityHooks } from '../../engine/hooks.ts';

export const reportHooks = {
  historyReport: {
    // Moves the figures of the report to the recycle bin too.
    beforeDelete: async (before, { carry }) =>
      carry('historyReportTable', (eb) => eb('id', '=', Number(before.id))),
  },
} satisfies Record<string, EntityHooks>;
