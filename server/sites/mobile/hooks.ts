/** Checks the prices of units and rentals: each time has exactly one price. */
import type { EntityHooks } from '../../engine/hooks.ts';
import { checkTariff } from '../energy/check.ts';
import { priceDeal } from './deal.ts';

export const mobileHooks = {
  chargeDeal: { beforeCreate: priceDeal },
  mobileUnit: { beforeCreate: checkTariff, beforeUpdate: checkTariff },
  mobileRental: { beforeCreate: checkTariff, beforeUpdate: checkTariff },
} satisfies Record<string, EntityHooks>;
