import type { TariffBand } from '../simulator/site.ts';

/** Time-of-use prices of an industrial contract with midday valley (much PV in the grid). */
export const TARIFF_MIDDAY_VALLEY: TariffBand[] = [
  { from: 0, to: 8, period: 'valley', price: 0.3218 },
  { from: 8, to: 10, period: 'peak', price: 1.0846 },
  { from: 10, to: 14, period: 'flat', price: 0.6782 },
  { from: 14, to: 17, period: 'peak', price: 1.0846 },
  { from: 17, to: 21, period: 'sharp', price: 1.3015 },
  { from: 21, to: 23, period: 'flat', price: 0.6782 },
  { from: 23, to: 24, period: 'valley', price: 0.3218 },
];

/** Time-of-use prices with two peaks. */
export const TARIFF_TWO_PEAKS: TariffBand[] = [
  { from: 0, to: 8, period: 'valley', price: 0.2914 },
  { from: 8, to: 11, period: 'peak', price: 0.9672 },
  { from: 11, to: 13, period: 'sharp', price: 1.1606 },
  { from: 13, to: 17, period: 'flat', price: 0.5943 },
  { from: 17, to: 22, period: 'peak', price: 0.9672 },
  { from: 22, to: 24, period: 'flat', price: 0.5943 },
];
