import type { EntityHooks } from '../../engine/hooks.ts';

/** A channel or a collector belongs to the company of its creator. */
const ownCompany: EntityHooks = {
  beforeCreate: (values, { session }) => ({ ...values, companyId: session.tenantId }),
};

export const channelHooks = {
  channel: ownCompany,
  collectorDevice: ownCompany,
} satisfies Record<string, EntityHooks>;
