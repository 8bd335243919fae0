/**
 * Creates the demo's sales: quotes, orders, receipts and invoices of thirteen months. They are created by users'
 * calls, so that the definitions compute all amounts.
 */
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { DAY_MS, dayOf, makerFor, type Parts, type Sale, type SeedContext } from '../maker.ts';
import { seedOrders } from './customerOrders.ts';
import { seedRelations } from './relations.ts';
import { seedOpenQuotes } from './salesQuotes.ts';
import { findPeople, findSellers } from './sellers.ts';

/** The first tenant has all orders, other tenants every third order. */
const PART = 3;
/** Days since the month that is closed. All receipts of that month exist by then. */
const CLOSED_BEFORE_DAYS = 365;

/** Returns the users and customers of a tenant. Null without a seller and a second user to decide. */
export async function readSale(parts: Parts, context: SeedContext) {
  const { tenantId, lang, now } = context;
  const { sellers, heads, all } = await parts.db.tenant(tenantId, async (trx) => ({
    sellers: await findSellers(trx, tenantId),
    heads: await findPeople(trx, tenantId, 'administrator'),
    all: (await trxAny(trx).selectFrom('customer').selectAll().orderBy('id').execute()) as Row[],
  }));
  const [first] = sellers;
  const other = heads.find(({ id }) => id !== first?.id);
  if (!first || !other) return null;
  const as: Sale['as'] = (person) => makerFor(parts, context, person);
  const makers = new Map(sellers.map((person) => [person.id, as(person)]));
  const seller = makers.get(first.id)!;
  const makerOf: Sale['makerOf'] = ({ ownerId }) => makers.get(Number(ownerId)) ?? seller;
  const sale: Sale = { parts, tenantId, lang, now, sellers, seller, head: as(other), as, makerOf };
  return { sale, all };
}

/** Closes a month of the year before, so that its receipts become read-only. */
async function closeMonth({ head, now }: Sale): Promise<void> {
  const month = dayOf(now - CLOSED_BEFORE_DAYS * DAY_MS).slice(0, 'yyyy-mm'.length);
  const { id } = await head.make('period', { kind: 'receipts', month });
  await head.move('period', id, 'close');
}

/** Creates the sales of one tenant. Creates none without a seller and a second user to decide. */
export async function seedSales(parts: Parts, context: SeedContext, isWhole: boolean): Promise<void> {
  const read = await readSale(parts, context);
  if (!read) return;
  const { sale, all } = read;
  const part = isWhole ? 1 : PART;
  const day = dayOf(context.now - DAY_MS);
  for (const [currency, rate] of [
    ['USD', 7.1],
    ['EUR', 8.2],
    ['RM', 1.6],
  ] as const)
    await sale.head.make('exchangeRate', { currency, rate, day, source: 'Demo' });
  await seedRelations(sale, all);
  await seedOrders(sale, all, part);
  const developing = all.filter(({ state }) => state === 'developing');
  await seedOpenQuotes(sale, developing, part);
  await closeMonth(sale);
}
