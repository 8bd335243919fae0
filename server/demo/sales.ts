/**
 * The demo's sales: contacts, visits, quotes, orders, receipts and invoices, made as people make them, so that all amounts
 * are what the definitions compute.
 */

import { entityOf } from '../../runtime/core/definitions/entities.ts';
import type { Lang } from '../../runtime/core/lang.ts';
import type { Values } from '../../runtime/core/rule.ts';
import { stepKey } from '../../runtime/core/statistics/steps.ts';
import type { Services, Session } from '../engine/context.ts';
import { createRecord } from '../engine/entities/write.ts';
import { moveRecord } from '../engine/states/transition.ts';
import { type Row, trxAny } from '../platform/db/anyTable.ts';
import { ARTICLES, CONTACTS, INSTALMENTS, PLAN_TITLE, PROJECT, REPORTS, VISITS } from './salesNames.ts';
import { findPeople, findSellers, type Person } from './sellers.ts';

const DAY_MS = 86_400_000;
const ZONE = 'Asia/Shanghai';
/** Orders of so many customers; the first ones are not signed yet. */
const ORDERS = 12;
const UNSIGNED = 3;
/** This order is paid in another currency. */
const ABROAD = 6;
/** Orders up to this amount need no approval. */
const FREE = 500_000;
const QUOTES = 6;
/** Days between two signed orders: they reach back a year. */
const APART = 36;

type Parts = Pick<Services, 'db' | 'hub' | 'vault'>;

/** Makes records in the name of one person, with every right. */
interface Maker {
  make(entity: string, body: Values): Promise<Row>;
  move(entity: string, id: unknown, name: string, form?: Values): Promise<Row>;
}

function makerFor(parts: Parts, { tenantId, lang, signal }: SalesAsked, { id, name }: Person): Maker {
  const session: Session = {
    ...{ userId: id, tenantId, name, sessionId: 'demo', apiKey: false, admin: true, lang },
    ...{ departments: [], stations: [], permissions: new Set(['*']), fieldRules: new Map() },
  };
  const ctx = { ...parts, session, lang, zone: ZONE };
  return {
    async make(entity, body) {
      signal.throwIfAborted();
      return createRecord(ctx, entityOf(entity), body);
    },
    async move(entity, recordId, move, form = {}) {
      signal.throwIfAborted();
      return (await moveRecord(ctx, entityOf(entity), Number(recordId), { name: move, form })).record;
    },
  };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
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

export interface SalesAsked {
  tenantId: number;
  lang: Lang;
  now: number;
  /** No record is begun any more once this is aborted. */
  signal: AbortSignal;
}

interface Sale {
  parts: Parts;
  tenantId: number;
  lang: Lang;
  now: number;
  seller: Maker;
  /** Somebody else, who approves and keeps the money. */
  head: Maker;
}

async function seedCustomerParts({ seller, lang, now }: Sale, customers: readonly Row[]): Promise<void> {
  for (const [index, { id: customerId }] of customers.entries()) {
    for (const [at, { name, post, phone }] of CONTACTS.slice(0, 1 + (index % CONTACTS.length)).entries())
      await seller.make('customerContact', {
        ...{ customerId, name: name[lang], post: post[lang], phone, main: at === 0 },
      });
    const { subject, content, kind } = VISITS[index % VISITS.length]!;
    await seller.make('customerVisit', {
      ...{ customerId, subject: subject[lang], content: content[lang], kind },
      visitedOn: dayOf(now - (3 + index * 4) * DAY_MS),
    });
    if (index % 2 === 0)
      await seller.make('customerPlan', {
        ...{ customerId, title: PLAN_TITLE[lang] },
        ...{ from: dayOf(now - DAY_MS), to: dayOf(now + (6 + index) * DAY_MS) },
      });
  }
}

async function seedQuotes({ seller, lang, now }: Sale, customers: readonly Row[]): Promise<void> {
  for (const [index, { id: customerId, name }] of customers.slice(0, QUOTES).entries()) {
    const quote = await seller.make('quote', {
      ...{ customerId, name: `${name} ${PROJECT[lang]}`, currency: 'CNY' },
      ...{ validUntil: dayOf(now + (20 + index) * DAY_MS), lines: linesOf(index + 1, lang) },
    });
    if (index === QUOTES - 1) await seller.move('quote', quote.id, 'cancel');
  }
}

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

async function seedOrders(sale: Sale, customers: readonly Row[]): Promise<void> {
  const { seller, now } = sale;
  for (const [index, customer] of customers.slice(0, ORDERS).entries()) {
    const signed = now - (1 + (ORDERS - index) * APART) * DAY_MS;
    const order = await makeOrder(sale, customer, index, signed);
    if (index === 0) await seller.move('salesOrder', order.id, 'propose');
    if (index < UNSIGNED) continue;
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
  }
}

/** Sales of one tenant; nothing where nobody sells, or nobody else could decide. */
export async function seedSales(parts: Parts, asked: SalesAsked): Promise<void> {
  const { tenantId, lang, now } = asked;
  const { sellers, heads, customers } = await parts.db.tenant(tenantId, async (trx) => ({
    sellers: await findSellers(trx, tenantId),
    heads: await findPeople(trx, tenantId, 'administrator'),
    customers: (await trxAny(trx)
      .selectFrom('customer')
      .select(['id', 'name'])
      .where('state', '!=', 'lost')
      .orderBy('id')
      .limit(ORDERS)
      .execute()) as Row[],
  }));
  const [first] = sellers;
  const other = heads.find(({ id }) => id !== first?.id);
  if (!first || !other) return;
  const makers = [first, other].map((person) => makerFor(parts, asked, person));
  const sale = { parts, tenantId, lang, now, seller: makers[0]!, head: makers[1]! };
  for (const [currency, rate] of [
    ['USD', 7.1],
    ['EUR', 8.2],
  ] as const)
    await sale.head.make('exchangeRate', { currency, rate, day: dayOf(now - DAY_MS), source: 'Demo' });
  await seedCustomerParts(sale, customers);
  await seedQuotes(sale, customers);
  await seedOrders(sale, customers);
}
