/** Hooks of automations: the creator becomes the owner, and its drawing is deleted with it. */
import type { EntityHooks } from '../hooks.ts';

export const automationHooks: Readonly<Record<string, EntityHooks>> = {
  automation: {
    beforeCreate: (values, { session }) => ({ ...values, ownerId: session.userId }),
    beforeDelete: async ({ id }, { carry }) =>
      carry('automationDrawing', (eb) => eb('automationId', '=', Number(id))),
  },
};
