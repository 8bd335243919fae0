/** A row and the totals in the answer of a statistic. */
export type Figure = number | string | null;
export type Figures = Record<string, Figure>;
export type Key = Record<string, string | number | boolean | null>;

export interface StatisticTotal {
  currency: string | null;
  figures: Figures;
  before: Figures | null;
  /** The growth as a share of the earlier value. Null if the earlier value was zero. */
  change: Record<string, number | null> | null;
}

export interface StatisticRow extends StatisticTotal {
  key: Key;
  place: number;
}
