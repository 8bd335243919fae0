/** Compares actual with planned figures: one row for each period or user that has at least one of them. */

type Figures = Readonly<Record<string, number | string | null>>;

interface Part {
  currency: string | null;
  figures: Figures;
}

interface Row extends Part {
  key: Readonly<Record<string, unknown>>;
  labels: Readonly<Record<string, string | null>>;
}

/** A statistic in the form of its API response. */
interface Answered {
  rows: readonly Row[];
  totals: readonly Part[];
}

const FIGURES = ['count', 'amount'] as const;

/** Returns the share of the plan, to four decimals. Null without a plan. */
export function shareOf(actual: unknown, plan: unknown): number | null {
  const [reached, planned] = [Number(actual ?? 0), Number(plan ?? 0)];
  return planned > 0 ? Math.round((reached / planned) * 10_000) / 10_000 : null;
}

const amountsOf = (part: Part | undefined) => ({
  count: Number(part?.figures.count ?? 0),
  amount: String(part?.figures.amount ?? '0.00'),
});

function compareParts(currency: string | null, planned: Part | undefined, reached: Part | undefined) {
  const [plan, actual] = [amountsOf(planned), amountsOf(reached)];
  const [count = null, amount = null] = FIGURES.map((name) => shareOf(actual[name], plan[name]));
  return { currency, plan, actual, rate: { count, amount } };
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

/** Returns the rows and totals of plan and actual figures, separately for each currency. Rows are sorted by key. */
export function comparePlan(by: string, plan: Answered, actual: Answered) {
  const placeOf = ({ key, currency }: Row) => JSON.stringify([textOf(key[by]), currency]);
  const byPlace = ({ rows }: Answered) => new Map(rows.map((row) => [placeOf(row), row]));
  const [planned, reached] = [byPlace(plan), byPlace(actual)];
  const all = [...planned.values(), ...reached.values()];
  // A period without amounts has a row without a currency.
  const named = new Set(all.flatMap(({ key, currency }) => (currency === null ? [] : textOf(key[by]))));
  const compared = all.filter(({ key, currency }) => currency !== null || !named.has(textOf(key[by])));
  const places = [...new Set(compared.map(placeOf))].toSorted();
  const currencies = [...new Set([...plan.totals, ...actual.totals].map(({ currency }) => currency))];
  const totalOf = ({ totals }: Answered, currency: string | null) =>
    totals.find((total) => total.currency === currency);
  return {
    rows: places.flatMap((place) => {
      const [one, other] = [planned.get(place), reached.get(place)];
      const row = one ?? other;
      if (!row) return [];
      const { key, labels, currency } = row;
      return { period: textOf(key[by]), label: labels[by] ?? null, ...compareParts(currency, one, other) };
    }),
    totals: currencies.map((currency) =>
      compareParts(currency, totalOf(plan, currency), totalOf(actual, currency)),
    ),
  };
}
