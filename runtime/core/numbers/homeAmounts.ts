/** Converts the amounts of a record to the home currency, for conditions that compare amounts. */
import type { Field } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';
import { fieldsFinder } from '../rules/fieldsFinder.ts';
import type { Values } from '../rules/rule.ts';
import { decimalsOf, decimalText, parseDecimal } from './decimal.ts';
import { isAmount, MONEY_DECIMALS } from './money.ts';

/** Returns the value of one unit of a currency in the home currency. Undefined if it is unknown. */
export type RateOf = (currency: string) => number | undefined;

export const noRate: RateOf = () => undefined;

/**
 * Factor for an amount without a rate. The result exceeds every limit, so that the higher approval step is required.
 */
const BEYOND_LIMITS = '1e30';

const amountsIn = fieldsFinder((field) => isAmount(field) && field['x-currency'] !== undefined);

/** An object and the surrounding objects, whose currency its amounts may use. */
type Around = readonly Values[];

function currencyIn(field: Field, around: Around): string | null {
  const name = field['x-currency'] ?? '';
  const named = around.map((values) => values[name]).find((value) => value !== undefined && value !== null);
  return typeof named === 'string' && named !== '' ? named : null;
}

/** Converts exactly, so that the order of two amounts in one currency is preserved. */
function convert(amount: unknown, rate: number | undefined): unknown {
  const decimal = typeof amount === 'string' ? parseDecimal(amount) : null;
  const factor = parseDecimal(rate ?? BEYOND_LIMITS);
  if (!decimal || !factor || decimal.eq(0)) return amount;
  const converted = decimal.times(factor);
  return decimalText(converted, Math.max(MONEY_DECIMALS, decimalsOf(converted)));
}

function walk(
  field: Field,
  values: Values,
  outer: Around,
  change: (amount: unknown, currency: string) => unknown,
): Values {
  const around = [values, ...outer];
  const changed = amountsIn(field).map(([name, child]): [string, unknown] => {
    const value = values[name];
    const { items } = child;
    if (isAmount(child)) {
      const currency = currencyIn(child, around);
      return [name, currency === null ? value : change(value, currency)];
    }
    if (Array.isArray(value) && items?.properties)
      return [name, value.map((row: unknown) => (isObject(row) ? walk(items, row, around, change) : row))];
    return [name, isObject(value) && child.properties ? walk(child, value, around, change) : value];
  });
  return { ...values, ...Object.fromEntries(changed.filter(([name]) => name in values)) };
}

/** Returns whether records have amounts with a currency. Other records need no rates. */
export const hasCurrencies = (schema: Field): boolean => amountsIn(schema).length > 0;

/** Returns the names of a record's amounts with a currency, and of its lists and objects that contain such amounts. */
export const convertedFields = (schema: Field): string[] => amountsIn(schema).map(([name]) => name);

/** Returns the foreign currencies of a record's amounts. */
export function foreignCurrencies(schema: Field, values: Values, home: string): string[] {
  const found = new Set<string>();
  walk(schema, values, [], (amount, currency) => {
    if (currency !== home) found.add(currency);
    return amount;
  });
  return [...found];
}

/** Returns a copy of the record with its amounts in the home currency. */
export const homeAmounts = (schema: Field, values: Values, home: string, rateOf: RateOf): Values =>
  walk(schema, values, [], (amount, currency) =>
    currency === home ? amount : convert(amount, rateOf(currency)),
  );
