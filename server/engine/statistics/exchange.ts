/** Adds up amounts of several currencies in the home currency, by the exchange rates of a day. */
import { type Decimal, parseDecimal } from '../../../runtime/core/numbers/decimal.ts';
import { moneyText, roundMoney } from '../../../runtime/core/numbers/money.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { findRates, homeCurrency, type UsedRate } from '../entities/exchangeRates.ts';
import type { Figures } from './answerRow.ts';
import { countedFigures, type FoundRow } from './query.ts';
import type { StatisticQuestion } from './question.ts';
import { figuresOf } from './rows.ts';

export interface StatisticSum {
  currency: string;
  figures: Figures;
  rates: UsedRate[];
}

/** Returns the latest known rates on a day. If a rate is missing, throws with its currency and day. */
async function readRates(trx: ScopedTrx, currencies: readonly string[], on: string): Promise<UsedRate[]> {
  const rates = await findRates(trx, currencies, on);
  return currencies.map((currency) => {
    const rate = rates.find((one) => one.currency === currency);
    if (!rate) throw new AppError('statistic.noRate', { currency, day: on }, { field: '/query/sumOn' });
    return rate;
  });
}

function readAmount(amount: string | number): Decimal {
  const value = parseDecimal(amount);
  if (!value) throw new Error(`${amount} is no amount`);
  return value;
}

const convert = (amount: string, rate: number): string =>
  moneyText(roundMoney(readAmount(amount).times(readAmount(rate))));

const addTexts = (first: string, second: string): string =>
  moneyText(readAmount(first).plus(readAmount(second)));

type Figure = FoundRow['figures'][number];

/** Adds up counts and sums. Returns null for averages, minimums and maximums. */
function addUp(kind: string, values: readonly Figure[]): Figure {
  const present = values.filter((value) => value !== null);
  if (!['sum', 'count'].includes(kind) || present.length === 0) return null;
  return present.reduce<string | number>(
    (sum, value) =>
      typeof value === 'string' && typeof sum === 'string'
        ? addTexts(sum, value)
        : Number(sum) + Number(value),
    typeof present[0] === 'string' ? '0.00' : 0,
  );
}

/**
 * Returns the totals of all currencies as one row, rounded to cents. Null if there are no amounts. Throws if a rate is
 * missing.
 */
export async function sumTotals(
  trx: ScopedTrx,
  question: StatisticQuestion,
  totals: readonly FoundRow[],
  on: string,
): Promise<StatisticSum | null> {
  const home = homeCurrency();
  if (home === undefined || question.currency === undefined) return null;
  const foreign = totals.flatMap(({ currency }) =>
    currency === null || currency === home ? [] : [currency],
  );
  const rates = await readRates(trx, foreign, on);
  const counted = countedFigures(question);
  const converted = totals.map(({ currency, figures }) => {
    const rate = rates.find((one) => one.currency === currency)?.rate;
    return figures.map((figure) =>
      rate !== undefined && typeof figure === 'string' ? convert(figure, rate) : figure,
    );
  });
  const sums = counted.map(({ do: kind }, at) =>
    addUp(
      kind,
      converted.map((figures) => figures[at] ?? null),
    ),
  );
  return { currency: home, figures: figuresOf(question, sums), rates };
}
