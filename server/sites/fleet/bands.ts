/** Money of a station by price band. It is exact until it is rounded in the same step as in a bill. Pure. */
import {
  type Decimal,
  decimalText,
  NONE,
  parseDecimal,
  sumDecimals,
} from '../../../runtime/core/numbers/decimal.ts';
import { roundMoney } from '../../../runtime/core/numbers/money.ts';
import type { ProfitBand } from '../../platform/db/tables/jsonShapes.ts';
import { pricePiece } from '../energy/charge.ts';
import type { PriceBand, PriceWindow } from '../energy/priceClock.ts';

/** Roles of meters. The sign shows whether their energy earns or costs money. */
export type ProfitRole = ProfitBand['role'];
const EARNS: Readonly<Record<ProfitRole, 1 | -1>> = { gridExport: 1, discharge: 1, charge: -1 };
export const PROFIT_ROLES = Object.keys(EARNS) as ProfitRole[];

export interface BandSum {
  role: ProfitRole;
  band: PriceBand;
  energy: Decimal;
  cost: Decimal;
}

export const textOfBand = ({ energy, cost, ...rest }: BandSum): ProfitBand => ({
  ...rest,
  ...{ energy: decimalText(energy), cost: decimalText(cost) },
});

export const bandOfText = ({ energy, cost, ...rest }: ProfitBand): BandSum[] => {
  const [known, paid] = [parseDecimal(energy), parseDecimal(cost)];
  return known && paid ? [{ ...rest, energy: known, cost: paid }] : [];
};

/** Returns one sum per role and band. */
export function joinBands(bands: readonly BandSum[]): BandSum[] {
  const groups = Map.groupBy(bands, ({ role, band }) => `${role} ${band}`);
  return [...groups.values()].map((group) => ({
    ...{ role: group[0]!.role, band: group[0]!.band },
    energy: sumDecimals(group.map(({ energy }) => energy)),
    cost: sumDecimals(group.map(({ cost }) => cost)),
  }));
}

/** Returns the money as on the bills: each band is rounded separately. Null if nothing was counted. */
export const amountOf = (bands: readonly BandSum[]): Decimal | null =>
  bands.length === 0 ? null : sumDecimals(bands.map(({ role, cost }) => roundMoney(cost).times(EARNS[role])));

const MONTH_LENGTH = 'YYYY-MM'.length;

/**
 * Returns the money per day. A day's amount is the increase of its month's bill, so the amounts add up to the bill.
 * `before` contains the sums of the first month's days before the window.
 */
export function amountsOfDays(
  days: ReadonlyMap<string, readonly BandSum[]>,
  before: readonly BandSum[] = [],
): Map<string, Decimal> {
  const amounts = new Map<string, Decimal>();
  let [month, passed] = ['', joinBands(before)];
  for (const [key, bands] of [...days].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (month !== '' && !key.startsWith(month)) passed = [];
    month = key.slice(0, MONTH_LENGTH);
    if (bands.length === 0) continue;
    const billed = amountOf(passed) ?? NONE;
    passed = joinBands([...passed, ...bands]);
    amounts.set(key, (amountOf(passed) ?? NONE).minus(billed));
  }
  return amounts;
}

/** Returns the sums of a role by currency and bucket. A currency without any energy has no bucket. */
export function bandsOf(
  role: ProfitRole,
  windows: readonly PriceWindow[],
  energies: readonly (number | null)[],
  keys: readonly string[],
): Map<string, Map<string, BandSum[]>> {
  const found = new Map<string, Map<string, BandSum[]>>();
  for (const [at, window] of windows.entries()) {
    if (window.currency === null) continue;
    const buckets = found.get(window.currency) ?? new Map<string, BandSum[]>();
    found.set(window.currency, buckets);
    const { energy, cost } = pricePiece(window, energies[at] ?? null);
    if (!energy || !cost) continue;
    const key = keys[window.bucket]!;
    buckets.set(key, [...(buckets.get(key) ?? []), { role, band: window.band, energy, cost }]);
  }
  for (const buckets of found.values())
    for (const [key, bands] of buckets) buckets.set(key, joinBands(bands));
  return found;
}
