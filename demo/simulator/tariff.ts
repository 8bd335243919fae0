import type { TariffBand } from './site.ts';

/** Returns the band of a local hour. The bands of a tariff cover the day without a gap. */
export function tariffAt(bands: readonly TariffBand[], hour: number): TariffBand {
  const band = bands.find((candidate) => hour >= candidate.from && hour < candidate.to);
  if (!band) throw new Error(`the tariff has no band for hour ${hour}`);
  return band;
}
