/** Rules of automations around the generic actions. */
import type { EntityHooks } from '../hooks.ts';

export const automationHooks: Readonly<Record<string, EntityHooks>> = {
  automation: {
    beforeCreate: (values, { session }) => ({ ...values, ownerId: session.userId }),
    beforeDelete: async ({ id }, { carry }) =>
      carry('automationDrawing', (eb) => eb('automationId', '=', Number(id))),
  },
};
