/**
 * Energy by price bands and what it costs. Pure. Money is exact until it is rounded once, to cents, where it is shown;
 * a total is the sum of the figures that are shown.
 */
import { type Decimal, decimal_parse, decimal_rescale, decimal_text } from '../../runtime/core/decimal.ts';
import { MONEY_DECIMALS } from '../../runtime/core/money.ts';
import type { PriceBand, PriceWindow } from './priceClock.ts';

/** Meters count in watt-hours at best; what a float adds behind is noise. */
const ENERGY_DECIMALS = 6;
const ORDER: readonly PriceBand[] = ['sharp', 'peak', 'flat', 'valley', 'deepValley', 'single', 'unpriced'];

const decimal_of = (value: number): Decimal => decimal_parse(value) ?? { units: 0n, scale: 0 };

/** The sum of what is known; null when nothing is. */
export function decimals_sum(values: readonly (Decimal | null)[]): Decimal | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const scale = known.reduce((most, one) => Math.max(most, one.scale), 0);
  return { units: known.reduce((sum, one) => sum + decimal_rescale(one, scale).units, 0n), scale };
}

const number_of = (value: Decimal | null): number | null => value && Number(decimal_text(value));
const cents_of = (value: Decimal | null): Decimal | null => value && decimal_rescale(value, MONEY_DECIMALS);
const money_of = (value: Decimal | null): string | null => value && decimal_text(value);

interface Piece {
  bucket: number;
  energy: Decimal | null;
  cost: Decimal | null;
}

function piece_of({ bucket, price }: PriceWindow, kWh: number | null): Piece {
  const energy = kWh === null ? null : decimal_rescale(decimal_of(kWh), ENERGY_DECIMALS);
  if (!energy || price === null) return { bucket, energy, cost: null };
  const rate = decimal_of(price);
  return { bucket, energy, cost: { units: energy.units * rate.units, scale: energy.scale + rate.scale } };
}

export interface BandCharge {
  band: PriceBand;
  energy: number | null;
  cost: string | null;
  prices: string[];
  /** By bucket. */
  energies: (number | null)[];
  costs: (string | null)[];
}

export interface Charge {
  energy: number | null;
  /** By bucket. */
  energies: (number | null)[];
  cost: string | null;
  bands: BandCharge[];
}

const energies_sum = (pieces: readonly Piece[]) => decimals_sum(pieces.map(({ energy }) => energy));
const costs_sum = (pieces: readonly Piece[]) => cents_of(decimals_sum(pieces.map(({ cost }) => cost)));

/** `energies` are in kWh, one for each window. */
export function charge_sum(
  windows: readonly PriceWindow[],
  energies: readonly (number | null)[],
  buckets: number,
): Charge {
  const pieces = windows.map((window, at) => ({ window, ...piece_of(window, energies[at] ?? null) }));
  const byBand = Map.groupBy(pieces, ({ window }) => window.band);
  const cells_of = (own: readonly Piece[]): Piece[][] => {
    const byBucket = Map.groupBy(own, ({ bucket }) => bucket);
    return Array.from({ length: buckets }, (_, bucket) => byBucket.get(bucket) ?? []);
  };
  const bands = ORDER.flatMap((band) => {
    const own = byBand.get(band);
    if (!own) return [];
    const cells = cells_of(own);
    const prices = new Set(own.flatMap(({ window: { price } }) => (price === null ? [] : [String(price)])));
    return [
      {
        band,
        energy: number_of(energies_sum(own)),
        cost: money_of(costs_sum(own)),
        prices: [...prices],
        energies: cells.map((cell) => number_of(energies_sum(cell))),
        costs: cells.map((cell) => money_of(costs_sum(cell))),
      },
    ];
  });
  return {
    energy: number_of(energies_sum(pieces)),
    energies: cells_of(pieces).map((cell) => number_of(energies_sum(cell))),
    cost: money_of(decimals_sum([...byBand.values()].map(costs_sum))),
    bands,
  };
}
