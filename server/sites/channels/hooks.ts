import type { EntityHooks } from '../../engine/hooks.ts';

/** The company of a channel or a collector is the one that makes it. */
const ownCompany: EntityHooks = {
  beforeCreate: (values, { session }) => ({ ...values, companyId: session.tenantId }),
};

export const channelHooks = {
  channel: ownCompany,
  collectorDevice: ownCompany,
} satisfies Record<string, EntityHooks>;
