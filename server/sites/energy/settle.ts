/**
 * Settles a month between the operator of a station and its customer: computes the customer's amount by the agreed
 * terms. Pure. Money is exact until each line is rounded once, to cents. A loss is not shared.
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
import { DAY_MS } from '../../../runtime/core/time/timeWindow.ts';
import { ENERGY_DECIMALS } from './charge.ts';

/** A term applies from its day until the next term of its kind starts. */
export interface DatedTerm {
  kind: string;
  effectiveFrom: string;
}

export interface SettleTerm extends DatedTerm {
  currency: string;
  /** The customer's share of the saving, in per cent. */
  share: number | null;
  /** Price per kWh. */
  price: number | null;
  /** Fee per month. */
  fee: string | null;
}

/** A term with its first and last date in the month, both inclusive. */
export interface SettleSpan<Term extends DatedTerm = SettleTerm> {
  term: Term;
  from: string;
  last: string;
  days: number;
}

/** Money as decimal texts, and energies in kWh. Null without a count or a price. */
export interface Counted {
  energy: number | null;
  charged: string | null;
  discharged: string | null;
}

export interface SettledFigures {
  energy: number | null;
  saving: string | null;
  customer: string | null;
  amount: string | null;
}

const PERCENT = 0.01;
const UNKNOWN: SettledFigures = { energy: null, saving: null, customer: null, amount: null };

/** Returns the days since 1970. */
export const dayOf = (date: string): number => Date.parse(date) / DAY_MS;
const dateText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
const exact = (value: number | string | null): Decimal | null =>
  value === null ? null : parseDecimal(value);

/** Returns the first day of a month (`2026-11`) and of the next month. */
export function monthDays(month: string): { first: number; end: number } {
  const first = new Date(`${month}-01`);
  return {
    first: first.getTime() / DAY_MS,
    end: Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1) / DAY_MS,
  };
}

/** Returns the terms that apply in a month, sorted by day. A term applies until the next term of its kind starts. */
export function spansOf<Term extends DatedTerm>(terms: readonly Term[], month: string): SettleSpan<Term>[] {
  const { first, end } = monthDays(month);
  return [...Map.groupBy(terms, ({ kind }) => kind).values()].flatMap((own) => {
    const sorted = own.toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1));
    return sorted.flatMap((term, index): SettleSpan<Term>[] => {
      const next = sorted[index + 1];
      const from = Math.max(first, dayOf(term.effectiveFrom));
      const to = Math.min(end, next ? dayOf(next.effectiveFrom) : end);
      return from < to ? [{ term, from: dateText(from), last: dateText(to - 1), days: to - from }] : [];
    });
  });
}

function settleSaving({ share }: SettleTerm, { charged, discharged }: Counted): SettledFigures {
  const [cost, worth] = [exact(charged), exact(discharged)];
  const part = exact(share);
  if ((!cost && !worth) || !part) return UNKNOWN;
  const saving = (worth ?? NONE).minus(cost ?? NONE);
  const shared = saving.gt(0) ? saving : NONE;
  const customer = roundMoney(shared.times(part).times(PERCENT));
  return {
    energy: null,
    saving: moneyText(saving),
    customer: moneyText(customer),
    amount: moneyText(shared.minus(customer)),
  };
}

function settleEnergy({ price }: SettleTerm, counted: number | null): SettledFigures {
  const [kWh, each] = [exact(counted), exact(price)];
  if (!kWh || !each) return UNKNOWN;
  const energy = roundDecimal(kWh, ENERGY_DECIMALS);
  const amount = moneyText(roundMoney(energy.times(each)));
  return { ...UNKNOWN, energy: Number(decimalText(energy)), amount };
}

/** Settles a fee. A part of a month is charged by days. */
function settleFee({ fee }: SettleTerm, days: number, ofDays: number): SettledFigures {
  const whole = exact(fee);
  if (!whole) return UNKNOWN;
  return { ...UNKNOWN, amount: moneyText(roundMoney(whole.times(days).div(ofDays))) };
}

/** Returns the figures of one line of the settlement. */
export function settleSpan({ term, days }: SettleSpan, counted: Counted, ofDays: number): SettledFigures {
  if (term.kind === 'savingShare') return settleSaving(term, counted);
  return term.kind === 'serviceFee' ? settleFee(term, days, ofDays) : settleEnergy(term, counted.energy);
}

/** Returns the sums of known values, per currency. */
export function settleTotals(
  lines: readonly { currency: string; amount: string | null }[],
): { currency: string; amount: string }[] {
  return [...Map.groupBy(lines, ({ currency }) => currency)].flatMap(([currency, own]) => {
    const known = own.flatMap(({ amount }) => exact(amount) ?? []);
    return known.length === 0 ? [] : [{ currency, amount: moneyText(sumDecimals(known)) }];
  });
}
