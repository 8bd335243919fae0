/**
 * The demo's sales: contacts, visits, quotes, orders, receipts and invoices, made as people make them, so that all amounts
 * are what the definitions compute.
 */

import type { Lang } from '../../runtime/core/lang.ts';
import type { Values } from '../../runtime/core/rule.ts';
import { stepKey } from '../../runtime/core/statistics/steps.ts';
import { type Row, trxAny } from '../platform/db/anyTable.ts';
import { DAY_MS, dayOf, makerFor, ofEach, type Parts, type Sale, type SalesAsked } from './maker.ts';
import { seedRelations } from './relations.ts';
import { ARTICLES, CONTACTS, INSTALMENTS, PROJECT, REPORTS } from './salesNames.ts';
import { findPeople, findSellers } from './sellers.ts';

/** Orders of so many customers; the first ones are not signed yet. */
const ORDERS = 12;
const UNSIGNED = 3;
/** This order is paid in another currency. */
const ABROAD = 6;
/** Orders up to this amount need no approval. */
const FREE = 500_000;
/** Quotes with at least this margin, in percent, need none either. */
const FREE_MARGIN = 15;
const QUOTES = 6;
/** Days between two signed orders: they reach back a year. */
const APART = 36;

const cents = (amount: unknown): number => Math.round(Number(amount) * 100);
const amountOf = (whole: number): string => (whole / 100).toFixed(2);

const lineOf = (at: number, quantity: number, lang: Lang): Values => {
  const { item, unit, price, cost, taxRate } = ARTICLES[at % ARTICLES.length]!;
  return { item: item[lang], unit: unit[lang], quantity, price, unitCost: cost, taxRate };
};

/** A cabinet or two, and what goes with it. */
const linesOf = (index: number, lang: Lang): Values[] => [
  lineOf(0, 1 + (index % 4), lang),
  lineOf(1 + (index % 2), 1 + (index % 2) * 120, lang),
  lineOf(3, 1, lang),
];

/** The instalments make the amount: the last one takes what rounding leaves. */
function planOf(gross: unknown, from: number, lang: Lang): Values[] {
  const whole = cents(gross);
  const parts = INSTALMENTS.map(({ percent }) => Math.round((whole * percent) / 100));
  parts[parts.length - 1] = whole - parts.slice(0, -1).reduce((sum, part) => sum + part, 0);
  return INSTALMENTS.map(({ name, percent, days }, at) => ({
    ...{ name: name[lang], percent, amount: amountOf(parts[at]!) },
    due: dayOf(from + days * DAY_MS),
  }));
}

const seedQuotes = ({ seller, lang, now }: Sale, customers: readonly Row[]): Promise<void> =>
  ofEach(customers.slice(0, QUOTES), async ({ id: customerId, name }, index) => {
    const quote = await seller.make('quote', {
      ...{ customerId, name: `${name} ${PROJECT[lang]}`, currency: 'CNY' },
      ...{ validUntil: dayOf(now + (20 + index) * DAY_MS), lines: linesOf(index + 1, lang) },
    });
    if (index === QUOTES - 1) await seller.move('quote', quote.id, 'cancel');
    // A quote that nobody has to approve is with the customer at once; every second of them was answered.
    const isFree = Number(quote.gross) <= FREE && Number(quote.marginRate) >= FREE_MARGIN;
    if (index === QUOTES - 1 || !isFree) return;
    await seller.submit('quote', quote.id);
    if (index % 2 === 0)
      await seller.move('quote', quote.id, 'accept', { resultBy: CONTACTS[0]!.name[lang] });
  });

/** An order with its instalments; the amounts of these follow from that of the order. */
async function makeOrder(sale: Sale, customer: Row, index: number, signed: number): Promise<Row> {
  const { seller, lang } = sale;
  const lines = linesOf(index, lang);
  const body = {
    ...{ customerId: customer.id, name: `${customer.name} ${PROJECT[lang]}` },
    ...{ currency: index === ABROAD ? 'USD' : 'CNY' },
    ...{ lines, deliveryAt: dayOf(signed + 80 * DAY_MS), retention: 10 },
  };
  const first = await seller.make('salesOrder', body);
  const plan = planOf(first.gross, signed, lang);
  for (const one of plan) await seller.make('orderPay', { ...one, orderId: first.id });
  return first;
}

async function signOrder({ parts, tenantId, seller, head }: Sale, order: Row, signed: number): Promise<void> {
  const isFree = Number(order.gross) <= FREE;
  if (isFree) await seller.move('salesOrder', order.id, 'confirm');
  else {
    await seller.move('salesOrder', order.id, 'propose');
    await head.move('salesOrder', order.id, 'approve');
  }
  // It was signed in the past, which no move can say.
  await parts.db.tenant(tenantId, (trx) =>
    trxAny(trx)
      .updateTable('salesOrder')
      .set({ signedAt: new Date(signed).toISOString() })
      .where('id', '=', order.id)
      .execute(),
  );
}

const rowsOf = ({ parts, tenantId }: Sale, entity: string, orderId: unknown): Promise<Row[]> =>
  parts.db.tenant(tenantId, (trx) =>
    trxAny(trx).selectFrom(entity).selectAll().where('orderId', '=', orderId).orderBy('id').execute(),
  );

/** Everything due by now was received, but for the latest part of every third order. */
async function receiveMoney(sale: Sale, order: Row, index: number): Promise<void> {
  const { head, now } = sale;
  const plan = await rowsOf(sale, 'orderPay', order.id);
  const due = plan.filter((one) => String(one.due) <= dayOf(now));
  for (const { id, amount, due: day } of index % 3 === 0 ? due.slice(0, -1) : due)
    await head.make('orderReceipt', {
      ...{ customerId: order.customerId, currency: order.currency, amount, date: day },
      ...{ bankReference: `T${order.id}-${id}`, matches: [{ payId: id, amount }] },
    });
}

/** The first line is invoiced; the latest application waits for finance, the one before is a draft. */
async function invoiceOrder(sale: Sale, order: Row, customer: Row, index: number): Promise<void> {
  const { seller, head, now } = sale;
  const [line] = await rowsOf(sale, 'orderLine', order.id);
  if (!line) return;
  const amounts = { net: line.netAfter, tax: line.tax };
  const { id } = await seller.make('orderInvoice', {
    ...{ orderId: order.id, kind: 'general', title: customer.name },
    lines: [{ orderLineId: line.id, quantity: line.quantity, ...amounts }],
  });
  if (index === ORDERS - 2) return;
  await seller.move('orderInvoice', id, 'apply');
  if (index === ORDERS - 1) return;
  const number = `2432${String(1_000_000 + index * 7919).padStart(8, '0')}`;
  await head.move('orderInvoice', id, 'issue', {
    records: [{ number, date: dayOf(now - index * DAY_MS), ...amounts }],
  });
}

function seedOrders(sale: Sale, customers: readonly Row[]): Promise<void> {
  const { seller, now } = sale;
  return ofEach(customers.slice(0, ORDERS), async (customer, index) => {
    const signed = now - (1 + (ORDERS - index) * APART) * DAY_MS;
    const order = await makeOrder(sale, customer, index, signed);
    if (index === 0) await seller.move('salesOrder', order.id, 'propose');
    if (index < UNSIGNED) return;
    await signOrder(sale, order, signed);
    await seller.make('contractFile', {
      orderId: order.id,
      number: `HT-${dayOf(signed).slice(0, 4)}-${100 + index}`,
    });
    const { progress, next } = REPORTS[index % REPORTS.length]!;
    await seller.make('orderWeeklyReport', {
      ...{ orderId: order.id, week: stepKey(Math.floor(signed / DAY_MS) + 7, 'week') },
      ...{ progress: progress[sale.lang], next: next[sale.lang] },
    });
    await receiveMoney(sale, order, index);
    await invoiceOrder(sale, order, customer, index);
  });
}

/** Sales of one tenant; nothing where nobody sells, or nobody else could decide. */
export async function seedSales(parts: Parts, asked: SalesAsked): Promise<void> {
  const { tenantId, lang, now } = asked;
  const { sellers, heads, all } = await parts.db.tenant(tenantId, async (trx) => ({
    sellers: await findSellers(trx, tenantId),
    heads: await findPeople(trx, tenantId, 'administrator'),
    all: (await trxAny(trx)
      .selectFrom('customer')
      .select(['id', 'name', 'state', 'creditRating'])
      .orderBy('id')
      .execute()) as Row[],
  }));
  const [first] = sellers;
  const other = heads.find(({ id }) => id !== first?.id);
  if (!first || !other) return;
  const makers = [first, other].map((person) => makerFor(parts, asked, person));
  const sale = { parts, tenantId, lang, now, sellers, seller: makers[0]!, head: makers[1]! };
  const customers = all
    .filter(({ state, creditRating }) => state !== 'lost' && creditRating !== 'blacklist')
    .slice(0, ORDERS);
  for (const [currency, rate] of [
    ['USD', 7.1],
    ['EUR', 8.2],
  ] as const)
    await sale.head.make('exchangeRate', { currency, rate, day: dayOf(now - DAY_MS), source: 'Demo' });
  await seedQuotes(sale, customers);
  await seedOrders(sale, customers);
  await seedRelations(sale, all);
}
