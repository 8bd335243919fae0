/**
 * The lines of a monthly bill, except the energy. Pure. Each line is rounded once, to cents, and a total is the sum of
 * the rounded lines. A line with an unknown quantity has no amount.
 */
import type { Data } from '../../../generated/calls.ts';
import {
  type Decimal,
  decimalText,
  parseDecimal,
  sumDecimals,
} from '../../../runtime/core/numbers/decimal.ts';
import { moneyText, roundMoney } from '../../../runtime/core/numbers/money.ts';
import type { DemandMonth } from '../../platform/db/tables/jsonShapes.ts';
import { decimalOf } from './charge.ts';
import { billedDemand, powerOf, type Ratchet, ratchetOf } from './demand.ts';
import { adjustmentOf, type PowerFactorStep, powerFactorOf } from './powerFactor.ts';
import type { DatedTerm, SettleSpan } from './settle.ts';

export type Bill = Data<'stationBill'>;
export type BillLine = Bill['lines'][number];

export interface BillTerm extends DatedTerm {
  currency: string;
  price: number | null;
  capacity: number | null;
  ratchet: number | null;
  ratchetMonths: number | null;
  powerFactor: number | null;
  powerFactorSteps: readonly PowerFactorStep[] | null;
}

type Span = SettleSpan<BillTerm>;

const PERCENT = 0.01;
const textOf = (value: number | null): string[] => (value === null ? [] : [String(value)]);
const daysOf = ({ from, last }: Span) => ({ from, last });

/** Applies a monthly price. Parts of a month are billed by days. Null without a quantity or a price. */
function monthly(quantity: Decimal | null, { term, days }: Span, ofDays: number): Decimal | null {
  if (!quantity || term.price === null) return null;
  return roundMoney(quantity.times(decimalOf(term.price)).times(days).div(ofDays));
}

const amountText = (amount: Decimal | null): string | null => amount && moneyText(amount);

export interface Demanded {
  line: BillLine;
  /** The amount without the battery. Null if it is unknown. */
  alone: Decimal | null;
}

/** `past`: the previous months, newest first. */
export function demandLine(
  span: Span,
  ofDays: number,
  month: DemandMonth,
  past: readonly DemandMonth[],
): Demanded {
  const { ratchet: percent, ratchetMonths, price, currency } = span.term;
  const ratchet: Ratchet | null = percent === null ? null : ratchetOf(percent, ratchetMonths ?? 0, past);
  const billed = billedDemand(month.peak?.power ?? null, ratchet);
  const amount = monthly(billed, span, ofDays);
  return {
    line: {
      ...{ kind: 'demand', band: null, ...daysOf(span), unit: 'kW', prices: textOf(price), currency },
      quantity: billed && powerOf(billed),
      ratchet: ratchet && { ...ratchet, at: isoOf(ratchet.at) },
      amount: amountText(amount),
    },
    alone: monthly(billedDemand(month.alone?.power ?? null, ratchet), span, ofDays),
  };
}

export const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** `rated`: the total rating of the station's transformers in kVA. */
export function capacityLine(span: Span, ofDays: number, rated: number | null): BillLine {
  const { capacity, price, currency } = span.term;
  const quantity = capacity ?? rated;
  const amount = monthly(quantity === null ? null : decimalOf(quantity), span, ofDays);
  return {
    ...{ kind: 'capacity', band: null, ...daysOf(span), unit: 'kVA', prices: textOf(price), currency },
    ...{ quantity, ratchet: null, amount: amountText(amount) },
  };
}

interface Counted {
  active: number | null;
  reactive: number | null;
}

interface Adjusted {
  line: BillLine;
  judged: NonNullable<Bill['powerFactor']>;
}

/**
 * Returns the line of the power factor, which adjusts all other lines of its currency. If one of these lines
 * is unknown, the adjustment is unknown too.
 */
export function powerFactorLine(
  span: Span,
  { active, reactive }: Counted,
  others: readonly BillLine[],
): Adjusted {
  const { powerFactor, powerFactorSteps, currency } = span.term;
  const agreed = powerFactor ?? 1;
  const factor = powerFactorOf(active, reactive);
  const percent = factor && adjustmentOf(factor, agreed, powerFactorSteps ?? []);
  const amounts = others
    .filter((line) => line.currency === currency)
    .map(({ amount }) => (amount === null ? null : parseDecimal(amount)));
  const known = amounts.filter((amount) => amount !== null);
  const base = known.length === amounts.length ? sumDecimals(known) : null;
  const numberOf = (value: Decimal | null) => value && Number(decimalText(value));
  return {
    line: {
      ...{ kind: 'powerFactor', band: null, ...daysOf(span), unit: '', currency, ratchet: null },
      quantity: numberOf(factor),
      prices: percent ? [decimalText(percent)] : [],
      amount: amountText(base && percent && roundMoney(base.times(percent).times(PERCENT))),
    },
    judged: { active, reactive, factor: numberOf(factor), agreed, percent: numberOf(percent) },
  };
}

/** Returns the demand, its reduction by the battery in kW, and the saved money. */
export function savedDemand({ peak, alone, holes, quarters }: DemandMonth, demanded: readonly Demanded[]) {
  const sums = demanded.map(({ line, alone: without }) =>
    without && line.amount !== null ? without.minus(parseDecimal(line.amount) ?? 0) : null,
  );
  const known = sums.filter((sum) => sum !== null);
  return {
    ...{ highest: peak?.power ?? null, at: isoOf(peak?.at ?? null), quarters, holes },
    ...{ alone: alone?.power ?? null, aloneAt: isoOf(alone?.at ?? null), aloneHoles: alone?.holes ?? 0 },
    saved: alone && peak ? powerOf(decimalOf(alone.power).minus(decimalOf(peak.power))) : null,
    savedAmount: known.length === sums.length && known.length > 0 ? moneyText(sumDecimals(known)) : null,
  } satisfies Bill['demand'];
}
