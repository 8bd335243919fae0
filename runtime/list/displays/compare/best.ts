/** Finds the best values of compared records. Pure. */
import type { Field } from '../../../../generated/definition.ts';
import { type Decimal, parseDecimal } from '../../../core/numbers/decimal.ts';
import type { ListRecord } from '../../../record/calls/useRecords.ts';

export type Best = 'least' | 'greatest';

function figureOf(value: unknown): Decimal | null {
  return typeof value === 'number' || typeof value === 'string' ? parseDecimal(value) : null;
}

/**
 * Returns the records with the best value of a field. None if fewer than two records have a value, if all are equal, or
 * for different currencies.
 */
export function bestRecords(
  records: readonly ListRecord[],
  name: string,
  { 'x-currency': currency }: Field,
  best: Best,
): ReadonlySet<number> {
  const found = records.flatMap((record) => {
    const figure = figureOf(record[name]);
    return figure ? [{ record, figure }] : [];
  });
  const currencies = new Set(found.map(({ record }) => (currency === undefined ? null : record[currency])));
  const [first] = found;
  if (!first || currencies.size > 1) return new Set();
  const wins = (one: Decimal, other: Decimal) => (best === 'least' ? one.lt(other) : one.gt(other));
  const top = found.reduce((winner, { figure }) => (wins(figure, winner) ? figure : winner), first.figure);
  const ids = found.filter(({ figure }) => figure.eq(top)).map(({ record }) => record.id);
  return new Set(ids.length < found.length ? ids : []);
}
