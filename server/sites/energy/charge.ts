/**
 * Energy and cost by price band. Pure. Money is exact until each displayed figure is rounded once, to cents. A total is
 * the sum of the displayed figures.
 */
import {
  type Decimal,
  decimalText,
  NONE,
  parseDecimal,
  roundDecimal,
  sumDecimals,
} from '../../../runtime/core/numbers/decimal.ts';
import { moneyText, roundMoney } from '../../../runtime/core/numbers/money.ts';
import type { PriceBand, PriceWindow } from './priceClock.ts';

/** Meters resolve watt-hours at best. Further digits of a float are noise. */
export const ENERGY_DECIMALS = 6;
const ORDER: readonly PriceBand[] = [
  ...(['sharp', 'peak', 'flat', 'valley', 'deepValley'] as const),
  ...(['single', 'hourly', 'unpriced'] as const),
];

export const decimalOf = (value: number): Decimal => parseDecimal(value) ?? NONE;

/** Adds the known values. Null if no value is known. */
function sumKnown(values: readonly (Decimal | null)[]): Decimal | null {
  const numbers = values.filter((value) => value !== null);
  return numbers.length === 0 ? null : sumDecimals(numbers);
}

const numberOf = (value: Decimal | null): number | null => value && Number(decimalText(value));
const centsOf = (value: Decimal | null): Decimal | null => value && roundMoney(value);
const moneyOf = (value: Decimal | null): string | null => value && moneyText(value);

interface Piece {
  bucket: number;
  energy: Decimal | null;
  cost: Decimal | null;
}

/** Returns a price window with its exact cost. Null without a count or a price. */
export function pricePiece({ bucket, price }: PriceWindow, kWh: number | null): Piece {
  const energy = kWh === null ? null : roundDecimal(decimalOf(kWh), ENERGY_DECIMALS);
  if (!energy || price === null) return { bucket, energy, cost: null };
  return { bucket, energy, cost: energy.times(decimalOf(price)) };
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

const sumEnergies = (pieces: readonly Piece[]) => sumKnown(pieces.map(({ energy }) => energy));
const sumCosts = (pieces: readonly Piece[]) => centsOf(sumKnown(pieces.map(({ cost }) => cost)));

/**
 * Returns the rounded cost of each bucket of a band. A bucket's cost is the increase of the rounded running
 * sum, so the costs add up to the band's sum. Null for a bucket without a known cost.
 */
function cellCosts(cells: readonly (readonly Piece[])[]): (string | null)[] {
  let passed = NONE;
  return cells.map((cell) => {
    const cost = sumKnown(cell.map((piece) => piece.cost));
    if (!cost) return null;
    const billed = roundMoney(passed);
    passed = passed.plus(cost);
    return moneyText(roundMoney(passed).minus(billed));
  });
}

/** Returns the lowest and the highest hourly price. */
function extremesOf(prices: readonly string[]): string[] {
  const sorted = prices.toSorted((a, b) => Number(a) - Number(b));
  return sorted.length < 2 ? sorted : [sorted[0]!, sorted.at(-1)!];
}

/** `energies` are in kWh, one per window. */
export function sumCharge(
  windows: readonly PriceWindow[],
  energies: readonly (number | null)[],
  buckets: number,
): Charge {
  const pieces = windows.map((window, index) => ({ window, ...pricePiece(window, energies[index] ?? null) }));
  const byBand = Map.groupBy(pieces, ({ window }) => window.band);
  const cellsOf = (pieces: readonly Piece[]): Piece[][] => {
    const byBucket = Map.groupBy(pieces, ({ bucket }) => bucket);
    return Array.from({ length: buckets }, (_, bucket) => byBucket.get(bucket) ?? []);
  };
  const bands = ORDER.flatMap((band) => {
    const piecesOfBand = byBand.get(band);
    if (!piecesOfBand) return [];
    const cells = cellsOf(piecesOfBand);
    const prices = new Set(
      piecesOfBand.flatMap(({ window: { price } }) => (price === null ? [] : [String(price)])),
    );
    const shown = band === 'hourly' ? extremesOf([...prices]) : [...prices];
    return [
      {
        band,
        energy: numberOf(sumEnergies(piecesOfBand)),
        cost: moneyOf(sumCosts(piecesOfBand)),
        prices: shown,
        energies: cells.map((cell) => numberOf(sumEnergies(cell))),
        costs: cellCosts(cells),
      },
    ];
  });
  return {
    energy: numberOf(sumEnergies(pieces)),
    energies: cellsOf(pieces).map((cell) => numberOf(sumEnergies(cell))),
    cost: moneyOf(sumKnown([...byBand.values()].map(sumCosts))),
    bands,
  };
}
