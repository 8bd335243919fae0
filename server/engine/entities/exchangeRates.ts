/** Exchange rates: the value of one unit of a currency in the home currency, by day. */
import { type RawBuilder, sql } from 'kysely';
import type { Field } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { foreignCurrencies, hasCurrencies, homeAmounts } from '../../../runtime/core/numbers/homeAmounts.ts';
import { isAmount } from '../../../runtime/core/numbers/money.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { snake } from '../../platform/db/tables/names.ts';

/** Number of days for which a rate is valid if there is no later one. */
const VALID_DAYS = 7;

export interface UsedRate {
  currency: string;
  /** The day of the rate. */
  day: string;
  rate: number;
}

/** The current day in the time zone of the working calendar. It is the same for all users of the company. */
const companyToday = sql<string>`
  (now() at time zone coalesce((select zone from work_calendar where in_use order by id limit 1), 'UTC'))::date`;

type Day = string | RawBuilder<string>;

/** Returns the earliest day of a rate that is still valid on the given day. */
const oldestDay = (on: Day): RawBuilder<string> => sql<string>`${on}::date - ${VALID_DAYS}::int`;

const exchange = () => {
  const entity = entityRegistry.all().find((one) => one.exchange);
  return entity?.exchange && { entity, ...entity.exchange };
};

export const homeCurrency = (): string | undefined => exchange()?.home;

/** Returns the latest known rates on a day. Currencies without a valid rate are left out. */
export async function findRates(trx: ScopedTrx, currencies: readonly string[], on: Day): Promise<UsedRate[]> {
  const rates = exchange();
  if (!rates || currencies.length === 0) return [];
  const { entity, currency, day, rate } = rates;
  const rows = await trxAny(trx)
    .selectFrom(entity.name)
    .distinctOn(currency)
    .select([currency, day, rate])
    .where(currency, 'in', [...currencies])
    .where(day, '<=', on)
    .where(day, '>=', oldestDay(on))
    .orderBy(currency)
    .orderBy(day, 'desc')
    .execute();
  return rows.map((row) => ({
    currency: String(row[currency]),
    day: String(row[day]),
    rate: Number(row[rate]),
  }));
}

/**
 * Returns the record for conditions, with amounts converted to the home currency by the rates of the company's current
 * day.
 */
export async function inHome(trx: ScopedTrx, { schema }: { schema: Field }, record: Values): Promise<Values> {
  const home = homeCurrency();
  if (home === undefined) return record;
  const foreign = foreignCurrencies(schema, record, home);
  if (foreign.length === 0) return record;
  const rates = await findRates(trx, foreign, companyToday);
  return homeAmounts(
    schema,
    record,
    home,
    (currency) => rates.find((one) => one.currency === currency)?.rate,
  );
}

/** Returns the fields that contain the currency of an amount of the record. */
function currencyFields({ schema: { properties = {} } }: Entity): string[] {
  const named = Object.values(properties).flatMap((field) =>
    isAmount(field) ? (field['x-currency'] ?? []) : [],
  );
  return [...new Set(named)].filter((name) => name in properties);
}

/** Returns the names of all amounts with a currency, including amounts within lists. */
export const currencyNames = (field: Field): string[] => [
  ...(field['x-currency'] ? [field['x-currency']] : []),
  ...[...Object.values(field.properties ?? {}), ...(field.items ? [field.items] : [])].flatMap(currencyNames),
];

const columnOf = (field: string): string => `rateOf ${field}`;

/** Returns today's rates for the currencies of a record, as columns to read with its row. */
export function rateColumns(entity: Entity): [name: string, value: RawBuilder<unknown>][] {
  const rates = exchange();
  if (!rates) return [];
  const [currency, day, rate] = [rates.currency, rates.day, rates.rate].map((name) =>
    sql.id('known', snake(name)),
  );
  return currencyFields(entity).map((field) => [
    columnOf(field),
    sql`(select ${rate} from ${sql.table(rates.entity.name)} as known
          where ${currency} = ${sql.table(entity.name)}.${sql.id(snake(field))}
            and ${day} between ${oldestDay(companyToday)} and ${companyToday} order by ${day} desc limit 1)`,
  ]);
}

/** Returns a row with amounts in the home currency, for conditions. */
export function rowInHome(entity: Entity, row: Row): Row {
  if (!hasCurrencies(entity.schema)) return row;
  const home = homeCurrency();
  if (home === undefined) return row;
  const rates = new Map(currencyFields(entity).map((field) => [row[field], row[columnOf(field)]]));
  return homeAmounts(entity.schema, row, home, (currency) => {
    const rate = rates.get(currency);
    return rate === null || rate === undefined ? undefined : Number(rate);
  });
}
